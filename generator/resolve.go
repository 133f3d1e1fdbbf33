package generator

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// resolver turns a spec and the packages around it into models. Whatever can
// be wrong is found here.
type resolver struct {
	load     *loaded
	place    place
	spec     *schema.Spec
	view     view
	output   outputPackage
	findings schema.Diagnostics
	// transports are the clients that are HTTP transports.
	transports   []*transportModel
	engines      []engineModel
	deprecations deprecations
}

// outputPackage is the package that the output belongs to.
type outputPackage struct {
	path, name string
	declared   *types.Scope // what stands beside the output; nil if nothing does
	names      scope        // package-level names that are taken
	fileNames  scope        // names that files beside the output give to imports
}

// newResolver returns a resolver for the spec at place.
func newResolver(load *loaded, place place, view view) *resolver {
	return &resolver{
		load: load, place: place, spec: place.spec, view: view,
		deprecations: deprecations{load: load, notes: map[string]map[int]string{}},
	}
}

// claim takes the first of the wanted package-level names that is free.
func (o *outputPackage) claim(wanted ...string) string {
	name := firstFree(func(name string) bool { return o.names.taken(name) || o.fileNames[name] }, wanted)
	o.names[name] = true
	return name
}

// resolve returns the files to emit; they are complete only if there is no
// finding with severity error.
func (r *resolver) resolve() []*fileModel {
	if other, ok := r.load.rival(r.place); ok {
		r.report(ruleNameTaken, "/output", false, fmt.Sprintf("spec %s has the same output", other.specFile()), "give one of the two another output")
	}
	r.output = r.findOutput()
	policies := r.resolvePolicies()
	clients := r.resolveClients(policies)
	r.transports = r.resolveTransports(policies)
	r.engines = r.resolveEngines(policies)
	r.load.claim(r.output.path, r.spec.Name, r.output.names)
	if r.findings.HasErrors() {
		return nil
	}
	return r.assemble(policies, clients)
}

// findOutput finds the name, the import path and the declarations of the
// package in the output directory.
func (r *resolver) findOutput() outputPackage {
	out := outputPackage{path: r.load.dirs[r.place.outDir], name: r.spec.Package, fileNames: scope{}}
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
	out.names = r.load.claimed(out.path, r.spec.Name)
	beside := r.view.beside(listed)
	if beside == nil {
		out.name = cmp.Or(out.name, packageNameOf(r.place.outDir))
		return out
	}
	out.declared = beside.scope
	r.takeNames(&out, beside)
	if out.name == "" {
		out.name = listed.Name
	} else if out.name != listed.Name {
		r.report(ruleWrongPackage, "/package", false,
			fmt.Sprintf("the output directory holds package %s, not %s", listed.Name, out.name),
			"leave package out, or write the output to a directory of its own")
	}
	return out
}

// takeNames takes the names that the package beside the output declares, and
// those that its files give to what they import: no declaration may have these
// either. Output that is about to be replaced declares nothing.
func (r *resolver) takeNames(out *outputPackage, beside *neighbours) {
	for name, file := range beside.files {
		if !r.load.isOutput(file) {
			out.names[name] = true
		}
	}
	for _, name := range beside.imports {
		out.fileNames[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(out.names)) {
		if neededNames[name] {
			r.report(ruleNameTaken, "/output", false,
				fmt.Sprintf("the package declares %s, and the output needs the predeclared %s", name, name),
				r.declaredAt(beside.scope.Lookup(name))+"; write the output to a directory of its own")
		}
	}
}

// neededNames are the predeclared names that any output may need. It has other
// words for those that are missing here.
var neededNames = newScope(
	"bool", "byte", "complex64", "complex128", "error", "float32", "float64", "int", "int8", "int16", "int32", "int64",
	"nil", "rune", "string", "true", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "comparable",
)

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
