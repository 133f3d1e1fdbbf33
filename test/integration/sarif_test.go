package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// sarifSchema is a module that carries the JSON Schema of SARIF 2.1.0 as OASIS
// publishes it.
const sarifSchema = "github.com/securego/gosec/v2@v2.30.0"

// TestSARIF holds the findings that the command prints for machines against
// the schema of their format.
func TestSARIF(t *testing.T) {
	schema := loadSARIFSchema(t)
	specs, err := filepath.Glob("../../testdata/diagnostics/*.retry.yaml")
	if err != nil || len(specs) < 100 {
		t.Fatalf("found %d specs: %v", len(specs), err)
	}
	vet := exec.Command("go", append([]string{"run", "./cmd/retrygen", "vet", "--format", "sarif"}, specs...)...)
	for i, spec := range specs {
		vet.Args[6+i] = filepath.Clean(filepath.Join("test", "integration", spec))
	}
	vet.Dir = "../.."
	out, err := vet.Output()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 {
		t.Fatalf("vet of bad specs: %v", err)
	}
	var document any
	if err := json.Unmarshal(out, &document); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(document); err != nil {
		t.Errorf("%#v", err)
	}
	runs := document.(map[string]any)["runs"].([]any)
	if results := runs[0].(map[string]any)["results"].([]any); len(results) < len(specs) {
		t.Errorf("%d results of %d bad specs", len(results), len(specs))
	}
}

// loadSARIFSchema returns the published schema, from the module cache.
func loadSARIFSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	out, err := exec.Command("go", "mod", "download", "-json", sarifSchema).Output()
	if err != nil {
		t.Skipf("SKIP: %s cannot be downloaded: %v", sarifSchema, err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(module.Dir, "report", "sarif", "testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("sarif.json", file); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
