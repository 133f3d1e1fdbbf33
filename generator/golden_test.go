package generator_test

import (
	"bytes"
	"context"
	"flag"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/schema"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// loadSpecs loads the specs with the given paths, which must have no findings.
func loadSpecs(t *testing.T, paths ...string) []*schema.Spec {
	t.Helper()
	var specs []*schema.Spec
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		spec, findings := schema.Load(path, data)
		if findings.HasErrors() {
			for _, d := range findings {
				t.Error(d)
			}
			t.FailNow()
		}
		specs = append(specs, spec)
	}
	return specs
}

// TestGolden generates every package of testdata/golden at once and compares
// the output with what is committed there. Package golden's own test compiles
// and runs it.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("../testdata/golden/*/*.retry.*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("found %d specs: %v", len(paths), err)
	}
	results, err := generator.Generate(context.Background(), loadSpecs(t, paths...))
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range results {
		t.Run(filepath.Base(filepath.Dir(result.Spec.Name)), func(t *testing.T) { compare(t, result) })
	}
}

// compare compares the files of a result with those on disk.
func compare(t *testing.T, result generator.Result) {
	for _, d := range result.Findings {
		if d.Severity == schema.Error {
			t.Error(d)
		}
	}
	if len(result.Files) == 0 {
		t.Error("no files")
	}
	for _, file := range result.Files {
		if *update {
			if err := os.WriteFile(file.Path, file.Content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file.Path)
		if err != nil {
			t.Fatal(err)
		}
		checkGenerated(t, file)
		if !bytes.Equal(want, file.Content) {
			t.Errorf("%s (-want +got):\n%s", file.Path, cmp.Diff(string(want), string(file.Content)))
		}
	}
}

// checkGenerated demands the mark of generated code and the form of gofmt.
func checkGenerated(t *testing.T, file generator.File) {
	t.Helper()
	syntax, err := parser.ParseFile(token.NewFileSet(), file.Path, file.Content, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Error(err)
	} else if !ast.IsGenerated(syntax) {
		t.Errorf("%s is not marked as generated", file.Path)
	}
	if formatted, err := format.Source(file.Content); err != nil || !bytes.Equal(formatted, file.Content) {
		t.Errorf("gofmt changes %s: %v", file.Path, err)
	}
}

// TestOrder generates the golden cases in the opposite order on one processor
// and demands the same bytes as on disk.
func TestOrder(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	paths, err := filepath.Glob("../testdata/golden/*/*.retry.*")
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(paths)
	results, err := generator.Generate(context.Background(), loadSpecs(t, paths...))
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range results {
		for _, file := range result.Files {
			want, err := os.ReadFile(file.Path)
			if err != nil || !bytes.Equal(want, file.Content) {
				t.Errorf("%s differs: %v", file.Path, err)
			}
		}
	}
}
