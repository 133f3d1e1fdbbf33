package retrygen_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/retrygen/retrygen"
	"github.com/retrygen/retrygen/generator"
)

var update = flag.Bool("update", false, "write the copies of the runtime for engines")

// copies is where the copies are.
const copies = "runtime/internal/engines"

// TestEngineSource compares the copies with the files of the modules.
func TestEngineSource(t *testing.T) {
	want := map[string]string{}
	for _, dir := range generator.EngineRuntimes() {
		names, err := filepath.Glob(filepath.Join("runtime", dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("runtime/%s: %d files: %v", dir, len(names), err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				want[copies+"/"+dir+"/"+filepath.Base(name)+".txt"] = string(data)
			}
		}
	}
	if *update {
		write(t, want)
		return
	}
	got := map[string]string{}
	err := fs.WalkDir(retrygen.EngineSource, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(retrygen.EngineSource, name)
		got[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("run go test -run EngineSource -update . (-want +got):\n%s", diff)
	}
}

// write replaces the copies.
func write(t *testing.T, files map[string]string) {
	if err := os.RemoveAll(copies); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
