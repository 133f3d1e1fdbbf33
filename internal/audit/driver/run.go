package driver

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// unit is a package with what analyzers look at.
type unit struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
	sizes types.Sizes
}

// facts are what analyzers know about objects of all packages. Everything is
// loaded in one process, so that no fact is encoded. The drivers of
// golang.org/x/tools encode facts by a package that would make every command
// start later.
type facts map[factKey]analysis.Fact

type factKey struct {
	object types.Object
	kind   reflect.Type
}

// run runs an analyzer and those that it requires on a package. It keeps their
// results, so that each runs once.
func (f facts) run(a *analysis.Analyzer, u unit, results map[*analysis.Analyzer]any, report func(*analysis.Analyzer, analysis.Diagnostic)) error {
	if _, done := results[a]; done {
		return nil
	}
	for _, required := range a.Requires {
		if err := f.run(required, u, results, func(*analysis.Analyzer, analysis.Diagnostic) {}); err != nil {
			return err
		}
	}
	pass := &analysis.Pass{
		Analyzer: a, Fset: u.fset, Files: u.files, Pkg: u.pkg, TypesInfo: u.info, TypesSizes: u.sizes,
		ResultOf: results, ReadFile: os.ReadFile, Module: &analysis.Module{},
		Report:            func(d analysis.Diagnostic) { report(a, d) },
		ImportObjectFact:  f.load,
		ExportObjectFact:  f.store,
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	}
	result, err := a.Run(pass)
	if err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	results[a] = result
	return nil
}

func (f facts) load(object types.Object, fact analysis.Fact) bool {
	known, ok := f[factKey{object, reflect.TypeOf(fact)}]
	if ok {
		reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(known).Elem())
	}
	return ok
}

func (f facts) store(object types.Object, fact analysis.Fact) {
	f[factKey{object, reflect.TypeOf(fact)}] = fact
}
