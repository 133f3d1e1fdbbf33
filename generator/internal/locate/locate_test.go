package locate

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// tree writes files below a new directory and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestDir looks packages up from a module; an empty answer is uncertainty.
func TestDir(t *testing.T) {
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "off")
	dir := tree(t, map[string]string{
		"go.mod":              "module app.test\n\ngo 1.26\n\nrequire (\n\tdep.test v1.0.0\n\tdep.test/inner v1.0.0\n\tnested.test v1.0.0\n)\n\nreplace (\n\tdep.test => ./dep\n\tdep.test/inner => ./inner\n\tnested.test => ./nested\n)\n",
		"own/own.go":          "package own\n",
		"empty/readme.txt":    "",
		"dep/pay/pay.go":      "package pay\n",
		"dep/inner/both.go":   "package inner\n",
		"inner/both.go":       "package inner\n",
		"nested/go.mod":       "module nested.test\n",
		"nested/sub/go.mod":   "module nested.test/sub\n",
		"nested/sub/x.go":     "package sub\n",
		"own/testdata/go.mod": "module other\n",
		"own/testdata/x.go":   "package x\n",
	})
	e, err := NewEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.NewModule(dir)
	if err != nil {
		t.Fatal(err)
	}
	std := filepath.Join(e.GOROOT, "src")
	tests := []struct{ importer, path, dir string }{
		{"app.test/own", "app.test/own", filepath.Join(dir, "own")},
		{"app.test/own", "net/http", filepath.Join(std, "net", "http")},
		{"app.test/own", "dep.test/pay", filepath.Join(dir, "dep", "pay")},
		{"net/http", "golang.org/x/net/http/httpguts", filepath.Join(std, "vendor", "golang.org", "x", "net", "http", "httpguts")},
		{"app.test/own", "golang.org/x/net/http/httpguts", ""}, // not required
		{"app.test/own", "dep.test/inner", ""},                 // in two modules
		{"app.test/own", "nested.test/sub", ""},                // of another module
		{"app.test/own", "app.test/own/testdata", ""},
		{"app.test/own", "app.test/empty", ""},
		{"app.test/own", "app.test/missing", ""},
		{"app.test/own", "no/such/std", ""},
	}
	for _, test := range tests {
		got, _, err := m.Dir(test.importer, test.path)
		if got != test.dir || (test.dir == "") != errors.Is(err, ErrUncertain) {
			t.Errorf("%s from %s: %q, %v, want %q", test.path, test.importer, got, err, test.dir)
		}
	}
}

// TestUncertain sets up what only the go command can follow.
func TestUncertain(t *testing.T) {
	plain := map[string]string{"go.mod": "module app.test\n\ngo 1.26\n"}
	tests := []struct {
		name     string
		files    map[string]string
		variable string
		value    string
	}{
		{"flag", plain, "GOFLAGS", "-modfile=other.mod"},
		{"overlay", plain, "GOFLAGS", "-overlay=o.json"},
		{"workspace variable", plain, "GOWORK", "/elsewhere/go.work"},
		{"workspace", map[string]string{"go.mod": plain["go.mod"], "go.work": "go 1.26\n"}, "GOWORK", ""},
		{"toolchain", plain, "GOTOOLCHAIN", "go1.20.1"},
		{"experiment", plain, "GOEXPERIMENT", "greenteagc"},
		{"no modules", plain, "GO111MODULE", "off"},
		{"no toolchain", plain, "GOROOT", "/nowhere"},
		{"future release", map[string]string{"go.mod": "module app.test\n\ngo 1.99\n"}, "", ""},
		{"old release", map[string]string{"go.mod": "module app.test\n\ngo 1.16\n"}, "", ""},
		{"damaged", map[string]string{"go.mod": "module"}, "", ""},
		{"absent", nil, "", ""},
		{"standard library", map[string]string{"go.mod": "module std\n\ngo 1.26\n"}, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("GOFLAGS", "")
			t.Setenv("GOWORK", "")
			if test.variable != "" {
				t.Setenv(test.variable, test.value)
			}
			e, err := NewEnvironment()
			if err == nil {
				_, err = e.NewModule(tree(t, test.files))
			}
			if !errors.Is(err, ErrUncertain) {
				t.Errorf("error %v", err)
			}
		})
	}
}
