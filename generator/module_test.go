package generator_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/retrygen/retrygen/generator"
)

// write writes files below dir.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// module writes a module with the given files to a new directory. It is called
// app.test unless the files have a go.mod.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"go.mod": "module app.test\n\ngo 1.26\n"})
	write(t, dir, files)
	return dir
}

// generate generates the specs with the given names below dir at once.
func generate(t *testing.T, dir string, names ...string) []generator.Result {
	t.Helper()
	var paths []string
	for _, name := range names {
		paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
	}
	results, err := generator.Generate(context.Background(), loadSpecs(t, paths...))
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// texts returns the findings of a result as "line:column: message (hint)".
func texts(result generator.Result) []string {
	var all []string
	for _, d := range result.Findings {
		text := fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Column, d.Message)
		if d.Hint != "" {
			text += " (" + d.Hint + ")"
		}
		all = append(all, text)
	}
	return all
}
