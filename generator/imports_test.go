package generator_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers are the packages of this project from the bottom to the top. A package
// imports those of its own layer and of lower ones.
var layers = [][]string{
	{"runtime", "docs/rules"},
	{"internal/finding", "internal/buildtag", "internal/lazyregexp", "internal/distribution"},
	{"internal/document"},
	{"internal/decode"},
	{"internal/goname", "internal/matcher"},
	{"internal/service"},
	{"internal/policy"},
	{"internal/foreign"},
	{"internal/dialect"},
	{"schema", "templates"},
	{"internal"},
	{"internal/effect"},
	{"internal/formats", "internal/lint"},
	{"generator"},
	{"cmd"},
}

// layerOf returns the layer of a package, the last one that names it, or -1 for
// packages of others.
func layerOf(path string) int {
	found, longest := -1, -1
	for i, layer := range layers {
		for _, folder := range layer {
			if within(path, []string{ours + folder}) && len(folder) > longest {
				found, longest = i, len(folder)
			}
		}
	}
	return found
}

// modules are the modules of others that packages may depend on, directly or
// not.
var modules = map[string][]string{
	"./runtime/...":   {},
	"./docs/rules":    {},
	"./templates":     {"gopkg.in/yaml.v3"},
	"./schema":        {"gopkg.in/yaml.v3", "github.com/santhosh-tekuri/jsonschema/v5"},
	"./internal/lint": {"gopkg.in/yaml.v3", "github.com/santhosh-tekuri/jsonschema/v5"},
	"./generator": {"gopkg.in/yaml.v3", "github.com/santhosh-tekuri/jsonschema/v5", "github.com/dave/jennifer",
		"golang.org/x/tools", "golang.org/x/mod", "golang.org/x/sync"},
}

// TestImportDirection keeps the packages of this project in their layers.
func TestImportDirection(t *testing.T) {
	for _, line := range list(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...") {
		words := strings.Fields(line)
		from := layerOf(words[0])
		for _, imported := range words[1:] {
			if from >= 0 && layerOf(imported) > from {
				t.Errorf("%s imports %s", words[0], imported)
			}
		}
	}
	for pattern, allowed := range modules {
		for _, path := range dependencies(t, pattern) {
			isOurs := path+"/" == ours || strings.HasPrefix(path, ours)
			isStandard := !strings.Contains(strings.SplitN(path, "/", 2)[0], ".")
			if !isOurs && !isStandard && !within(path, allowed) {
				t.Errorf("%s depends on %s", pattern, path)
			}
		}
	}
}

// ours is the path of this module, and rooms that of the packages of the
// generator.
const (
	ours  = "github.com/retrygen/retrygen/"
	rooms = ours + "generator/internal/"
)

// walls has, for packages that the rooms of the generator use, the rooms that
// may import them directly: types come from gopkg alone, findings are made in
// resolve alone, and jennifer is used in emit alone.
var walls = map[string][]string{
	"golang.org/x/tools":       {rooms + "gopkg"},
	"github.com/dave/jennifer": {rooms + "emit"},
	rooms + "gopkg":            {rooms + "resolve", ours + "generator"},
	rooms + "resolve":          {ours + "generator"},
	rooms + "emit":             {ours + "generator"},
	rooms + "model":            {rooms + "resolve", rooms + "emit", ours + "generator"},
	"github.com/spf13/cobra":   {},
	"github.com/google/go-cmp": {},
	"github.com/rogpeppe":      {},
	"gopkg.in/yaml.v3":         {},
	ours + "internal/formats":  {},
	ours + "internal/lint":     {},
}

// TestWalls holds each room of the generator to the packages that it may use.
func TestWalls(t *testing.T) {
	for _, line := range list(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./generator/...") {
		words := strings.Fields(line)
		for _, imported := range words[1:] {
			for wall, allowed := range walls {
				if within(imported, []string{wall}) && !slices.Contains(allowed, words[0]) {
					t.Errorf("%s imports %s", words[0], imported)
				}
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
	// The server of simulate needs net/http, whose initialisation takes half a
	// millisecond.
	heavy := []string{"encoding/gob", "gonum.org", "google.golang.org"}
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
	return list(t, "-deps", pattern)
}

// list returns the lines of go list with the given arguments.
func list(t *testing.T, args ...string) []string {
	t.Helper()
	command := exec.Command("go", append([]string{"list"}, args...)...)
	command.Dir = ".."
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
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
