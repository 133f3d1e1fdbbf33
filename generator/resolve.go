package generator

import (
	"fmt"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// resolver turns a spec and the packages around it into models. Whatever can
// be wrong is found here.
type resolver struct {
	load     *loaded
	place    place
	spec     *schema.Spec
	universe *universe
	output   outputPackage
	findings schema.Diagnostics
}

// outputPackage is the package that the output belongs to.
type outputPackage struct {
	path, name string
	declared   *types.Scope // what stands beside the output; nil if nothing does
	names      scope        // package-level names that are taken
}

// newResolver returns a resolver for the spec at place.
func newResolver(load *loaded, place place) *resolver {
	return &resolver{load: load, place: place, spec: place.spec, universe: newUniverse(load, place)}
}

// resolve returns the files to emit; they are complete only if there is no
// finding with severity error.
func (r *resolver) resolve() []*fileModel {
	r.output = r.findOutput()
	policies := r.resolvePolicies()
	clients := r.resolveClients(policies)
	if r.findings.HasErrors() {
		return nil
	}
	return r.assemble(policies, clients)
}

// findOutput finds the name, the import path and the declarations of the
// package in the output directory.
func (r *resolver) findOutput() outputPackage {
	out := outputPackage{path: r.load.dirs[r.place.outDir], name: r.spec.Package, names: scope{}}
	if out.path == "" {
		out.path = newImportPath(r.place.outDir)
	}
	listed := r.load.paths[out.path]
	if r.place.isTest() && r.load.tests[out.path] != nil {
		listed = r.load.tests[out.path]
	}
	isExternalTest := r.place.isTest() && strings.HasSuffix(out.name, "_test")
	if isExternalTest {
		out.path += "_test"
		listed = r.load.tests[out.path]
	}
	if listed == nil || len(r.universe.parse(listed)) == 0 {
		if out.name == "" {
			out.name = packageNameOf(r.place.outDir)
		}
		return out
	}
	out.declared = r.universe.check(listed).types.Scope()
	for _, name := range out.declared.Names() {
		out.names[name] = true
	}
	if out.name == "" {
		out.name = listed.Name
	} else if out.name != listed.Name {
		r.report(ruleWrongPackage, "/package", false,
			fmt.Sprintf("the output directory holds package %s, not %s", listed.Name, out.name),
			"leave package out, or write the output to a directory of its own")
	}
	return out
}

// newImportPath returns the import path that a directory without Go files
// would have.
func newImportPath(dir string) string {
	root := moduleRoot(dir)
	module := modulePath(root)
	below, err := filepath.Rel(root, dir)
	if err != nil || module == "" {
		return filepath.ToSlash(dir)
	}
	return path.Join(module, filepath.ToSlash(below))
}

// modulePath returns the path that the go.mod in root declares, or "".
func modulePath(root string) string {
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.Trim(strings.TrimSpace(rest), `"`)
		}
	}
	return ""
}

// packageNameOf returns the package name for a new directory.
func packageNameOf(dir string) string {
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(filepath.Base(dir)))
	if newScope().taken(name) {
		return "client"
	}
	return name
}
