// Package integration generates clients for interfaces and structs that this
// project did not write, and compares them with what is committed. The tests of
// its folders run them.
package integration

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/schema"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("*/*.retry.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("found %d specs: %v", len(paths), err)
	}
	var specs []*schema.Spec
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		spec, findings := schema.Load(path, data)
		if err := findings.Err(); err != nil {
			t.Fatal(err)
		}
		specs = append(specs, spec)
	}
	results, err := generator.Generate(context.Background(), specs)
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range results {
		t.Run(filepath.Dir(result.Spec.Name), func(t *testing.T) { compare(t, result) })
	}
}

func compare(t *testing.T, result generator.Result) {
	for _, d := range result.Findings {
		if d.Severity == schema.Error {
			t.Error(d)
		}
	}
	if len(result.Files) != 1 {
		t.Fatalf("%d files", len(result.Files))
	}
	file := result.Files[0]
	if *update {
		if err := os.WriteFile(file.Path, file.Content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file.Path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, file.Content) {
		t.Errorf("%s (-want +got):\n%s", file.Path, cmp.Diff(string(want), string(file.Content)))
	}
}
