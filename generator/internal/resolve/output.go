package resolve

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
)

// findOutput finds the name, the import path and the declarations of the
// package in the output directory.
func (r *resolver) findOutput() outputPackage {
	out := outputPackage{path: r.PathOf(r.target.OutDir), name: r.spec.Package, fileNames: model.Scope{}}
	pkg := r.Package(out.path)
	if r.target.IsTest() && r.WithTests(out.path) != nil {
		pkg = r.WithTests(out.path)
	}
	isExternalTest := r.target.IsTest() && strings.HasSuffix(out.name, "_test")
	if isExternalTest {
		out.path += "_test"
		pkg = r.WithTests(out.path)
	}
	out.names = r.batch.claimed(out.path, r.spec.Name)
	siblings := r.Siblings(pkg)
	if siblings == nil {
		out.name = cmp.Or(out.name, packageNameOf(r.target.OutDir))
		return out
	}
	out.declared = siblings.Scope
	r.takeNames(&out, siblings)
	if out.name == "" {
		out.name = pkg.Name
	} else if out.name != pkg.Name {
		r.report(ruleWrongPackage, "/package", false,
			fmt.Sprintf("the output directory holds package %s, not %s", pkg.Name, out.name),
			"leave package out, or write the output to a separate directory")
	}
	return out
}

// takeNames takes the names that the package of the output declares, and
// those that its files give to what they import: no declaration may have these
// either. Output that is about to be replaced declares nothing.
func (r *resolver) takeNames(out *outputPackage, siblings *gopkg.Siblings) {
	for name, file := range siblings.Files {
		if !r.IsOutput(file) {
			out.names[name] = true
		}
	}
	for _, name := range siblings.Imports {
		out.fileNames[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(out.names)) {
		if neededNames[name] {
			r.report(ruleNameTaken, "/output", false,
				fmt.Sprintf("the package declares %s, and the output needs the predeclared %s", name, name),
				r.declaredAt(siblings.Scope.Lookup(name))+"; write the output to a separate directory")
		}
	}
}

// neededNames are the predeclared names that any output may need. It has other
// words for those that are missing here.
var neededNames = model.NewScope(
	"bool", "byte", "complex64", "complex128", "error", "float32", "float64", "int", "int8", "int16", "int32", "int64",
	"nil", "rune", "string", "true", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "comparable",
)

// packageNameOf returns the package name for a new directory: the letters and
// digits of its name.
func packageNameOf(dir string) string {
	name := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return r
	}, strings.ToLower(filepath.Base(dir)))
	name = strings.TrimLeftFunc(name, unicode.IsDigit)
	if name == "" || model.NewScope().Taken(name) {
		return "client"
	}
	return name
}
