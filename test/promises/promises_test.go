package promises

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/schema"
)

var all = flag.Bool("all", false, "run every mutant; without it, every thirtieth")

// examples are the specs that are changed, and the packages with their policy tests.
var examples = map[string]string{
	"../../examples/quickstart/weather.retry.yaml": "../../examples/quickstart",
	"../../examples/dialects/dialects.retry.yaml":  "../../examples/dialects",
	"../../examples/httpclient/partner.retry.yaml": "../../examples/httpclient",
	"../../examples/sdk/payments.retry.yaml":       "../../examples/sdk/retrying",
	"../../examples/upload/upload.retry.yaml":      "../../examples/upload",
}

// survivors are the mutants that the policy tests do not notice, and why.
var survivors = map[string]string{
	"retrying policies.charge.errors: removed":                               "nothing but retry_on is retried anyway",
	"retrying policies.charge.errors.stop.0: ErrDeclined → context.Canceled": "nothing but retry_on is retried anyway",
	"retrying clients.RetryingClient.methods.Upload: removed":                "a method with a reader passes through anyway",
	"retrying clients.RetryingClient.methods.Upload: none → charge":          "a method with a reader passes through anyway",
}

// wanted is the part of the mutants that the tests have to notice.
const wanted = 0.95

// TestMutants demands that the policy tests of the examples fail with the code of nearly
// every mutant of their spec. The tests stay those of the spec itself.
func TestMutants(t *testing.T) {
	killed, alive, count := 0, 0, 0
	for _, spec := range slices.Sorted(maps.Keys(examples)) {
		pkg := examples[spec]
		text, err := os.ReadFile(spec)
		if err != nil {
			t.Fatal(err)
		}
		list, err := mutants(text)
		if err != nil {
			t.Fatal(err)
		}
		original := generate(t, spec, text)
		for _, m := range list {
			files := generate(t, spec, m.text)
			if files == nil || isSame(original, files) {
				continue
			}
			if count++; !*all && count%30 != 1 {
				continue
			}
			name := filepath.Base(pkg) + " " + m.name
			passes, output := runs(t, pkg, original, files)
			_, isKnown := survivors[name]
			switch {
			case !passes:
				killed++
				if isKnown {
					t.Errorf("%s is noticed: it is no survivor", name)
				}
				if testing.Verbose() {
					t.Logf("%s: noticed by %s", name, failures(output))
				}
			default:
				alive++
				if !isKnown {
					t.Errorf("%s survives", name)
				}
			}
		}
	}
	t.Logf("%d of %d mutants are noticed; %d change the generated code", killed, killed+alive, count)
	if float64(killed) < wanted*float64(killed+alive) {
		t.Errorf("%d of %d mutants are noticed", killed, killed+alive)
	}
}

// TestWithoutMeaning changes specs in ways that mean the same, and demands that the
// tests pass.
func TestWithoutMeaning(t *testing.T) {
	for name, change := range map[string]struct{ spec, old, new string }{
		"description": {"../../examples/quickstart/weather.retry.yaml", "Readings change slowly", "Readings do not change"},
		"order":       {"../../examples/sdk/payments.retry.yaml", "[rate_limit, server_error]", "[server_error, rate_limit]"},
		"unit":        {"../../examples/httpclient/partner.retry.yaml", "total_timeout: 10s", "total_timeout: 10000ms"},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(change.spec)
			if err != nil || !strings.Contains(string(text), change.old) {
				t.Fatalf("%s: %v", change.spec, err)
			}
			files := generate(t, change.spec, []byte(strings.Replace(string(text), change.old, change.new, 1)))
			if passes, output := runs(t, examples[change.spec], nil, files); files == nil || !passes {
				t.Errorf("the tests fail:\n%s", output)
			}
		})
	}
}

// generate returns the files of a spec other than tests; nil if the spec has an error.
func generate(t *testing.T, name string, text []byte) []generator.File {
	t.Helper()
	spec, findings := schema.Load(name, text)
	if findings.HasErrors() {
		return nil
	}
	results, err := generator.Generate(context.Background(), []*schema.Spec{spec})
	if err != nil {
		t.Fatal(err)
	}
	var files []generator.File
	for _, file := range results[0].Files {
		if !strings.HasSuffix(file.Path, "_test.go") && !strings.HasSuffix(file.Path, generator.FakeSuffix) {
			files = append(files, file)
		}
	}
	return files
}

// isSame reports whether two lists of files hold the same code.
func isSame(a, b []generator.File) bool {
	for i := range a {
		if len(b) != len(a) || !bytes.Equal(a[i].Content, b[i].Content) {
			return false
		}
	}
	return true
}

// runs runs the generated tests of a package with other files instead of the original
// ones, and reports whether they pass.
func runs(t *testing.T, pkg string, original, files []generator.File) (passes bool, output string) {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	for _, file := range original {
		replace[file.Path] = "" // no such file
	}
	for _, file := range files {
		name := filepath.Join(dir, filepath.Base(file.Path))
		if err := os.WriteFile(name, file.Content, 0o644); err != nil {
			t.Fatal(err)
		}
		replace[file.Path] = name
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(name, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	test := exec.Command("go", "test", "-vet=off", "-overlay", name, "-run", `Policy$|Directory$|Station$|Transport$|RetryingClient$|RetryingStore$`, pkg)
	text, err := test.CombinedOutput()
	return err == nil, string(text)
}

// failures returns the names of the tests that failed, or the first line.
func failures(output string) string {
	var names []string
	for line := range strings.Lines(output) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok {
			names = append(names, strings.Fields(name)[0])
		}
	}
	if len(names) == 0 {
		return strings.TrimSpace(output)
	}
	return strings.Join(names, ", ")
}
