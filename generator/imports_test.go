package generator_test

import (
	"os/exec"
	"strings"
	"testing"
)

// allowed are the modules outside the standard library that each part of the
// project may depend on, directly or not.
var allowed = map[string][]string{
	"./runtime/...": {"github.com/retrygen/retrygen/runtime"},
	"./schema":      {"github.com/retrygen/retrygen/schema", "gopkg.in/yaml.v3"},
	"./internal/policy": {"github.com/retrygen/retrygen/internal/policy", "github.com/retrygen/retrygen/schema", "github.com/retrygen/retrygen/runtime",
		"gopkg.in/yaml.v3"},
	"./internal/formats": {"github.com/retrygen/retrygen/internal/formats", "github.com/retrygen/retrygen/internal/policy", "github.com/retrygen/retrygen/schema",
		"github.com/retrygen/retrygen/runtime", "gopkg.in/yaml.v3"},
	"./internal/lint": {"github.com/retrygen/retrygen/internal/lint", "github.com/retrygen/retrygen/internal/policy", "github.com/retrygen/retrygen/schema",
		"github.com/retrygen/retrygen/runtime", "gopkg.in/yaml.v3"},
	"./docs/rules": {"github.com/retrygen/retrygen/docs/rules"},
	"./templates":  {"github.com/retrygen/retrygen/templates"},
	"./generator": {"github.com/retrygen/retrygen/generator", "github.com/retrygen/retrygen/internal/policy", "github.com/retrygen/retrygen/schema",
		"github.com/retrygen/retrygen/runtime", "gopkg.in/yaml.v3",
		"github.com/dave/jennifer", "golang.org/x/tools", "golang.org/x/mod", "golang.org/x/sync"},
}

// TestImportDirection keeps the packages of this project in their layers.
func TestImportDirection(t *testing.T) {
	for pattern, modules := range allowed {
		for _, path := range dependencies(t, pattern) {
			if !strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
				continue // the standard library
			}
			if isSource := path == "github.com/retrygen/retrygen"; isSource && pattern == "./generator" {
				continue // the source of the runtime, to copy
			}
			if !within(path, modules) {
				t.Errorf("%s depends on %s", pattern, path)
			}
		}
	}
}

// TestRuntimeIsSmall keeps the network out of the runtime of clients that do
// not use it.
func TestRuntimeIsSmall(t *testing.T) {
	for _, path := range dependencies(t, "./runtime") {
		if path == "net" || path == "net/http" {
			t.Errorf("the runtime depends on %s", path)
		}
	}
}

// TestCommandStartsQuickly keeps packages out of the command whose
// initialisation takes longer than a run that has nothing to do, and the
// packages that bring them.
func TestCommandStartsQuickly(t *testing.T) {
	heavy := []string{"net/http", "crypto/tls", "encoding/gob", "github.com/santhosh-tekuri/jsonschema", "gonum.org"}
	for _, path := range dependencies(t, "./cmd/retrygen") {
		if within(path, heavy) {
			t.Errorf("the command depends on %s", path)
		}
	}
}

// dependencies returns the import paths of all packages that those of a
// pattern need.
func dependencies(t *testing.T, pattern string) []string {
	t.Helper()
	command := exec.Command("go", "list", "-deps", pattern)
	command.Dir = ".."
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list -deps %s: %v", pattern, err)
	}
	return strings.Fields(string(out))
}

// within reports whether a path is that of a package of one of the modules or
// folders.
func within(path string, roots []string) bool {
	for _, root := range roots {
		if path == root || strings.HasPrefix(path, root+"/") {
			return true
		}
	}
	return false
}
