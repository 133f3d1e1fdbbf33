package emit

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// ownSyntax is this package with its types.
var ownSyntax = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.LoadSyntax}, ".")
})

const jenPath = "github.com/dave/jennifer/jen"

// sinks calls visit for every call in this package of a function or method of
// jennifer that writes its arguments out.
func sinks(t *testing.T, visit func(pkg *packages.Package, file, name string, call *ast.CallExpr)) {
	t.Helper()
	found, err := ownSyntax()
	if err != nil || len(found) != 1 || len(found[0].Errors) > 0 {
		t.Fatal(err, found)
	}
	for _, syntax := range found[0].Syntax {
		ast.Inspect(syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			selector, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if object := found[0].TypesInfo.Uses[selector.Sel]; object != nil && object.Pkg() != nil && object.Pkg().Path() == jenPath {
				visit(found[0], filepath.Base(found[0].Fset.Position(call.Pos()).Filename), object.Name(), call)
			}
			return true
		})
	}
}

// TestLiteralsAreOfBasicTypes: jennifer panics at a literal of another type, and
// writes a float that is none so that nothing compiles.
func TestLiteralsAreOfBasicTypes(t *testing.T) {
	seen := 0
	sinks(t, func(pkg *packages.Package, file, name string, call *ast.CallExpr) {
		if name != "Lit" {
			return
		}
		seen++
		kind, ok := types.Default(pkg.TypesInfo.TypeOf(call.Args[0])).(*types.Basic)
		if !ok || kind.Info()&(types.IsInteger|types.IsString|types.IsBoolean) == 0 {
			t.Errorf("%s: a literal of type %v", pkg.Fset.Position(call.Pos()), pkg.TypesInfo.TypeOf(call.Args[0]))
		}
	})
	if seen == 0 {
		t.Error("no literal was found")
	}
}

// TestTextGoesThroughOneDoor: what jennifer writes out as it is has to be
// constant, but for names, which are checked, and for comments and literals, which have
// places that make them.
func TestTextGoesThroughOneDoor(t *testing.T) {
	sinks(t, func(pkg *packages.Package, file, name string, call *ast.CallExpr) {
		position := pkg.Fset.Position(call.Pos())
		switch {
		case slices.Contains([]string{"Comment", "Commentf", "HeaderComment", "PackageComment", "CgoPreamble"}, name):
			if file != "comment.go" && file != "render.go" {
				t.Errorf("%s: %s outside of comment.go and render.go", position, name)
			}
		case name == "Op" && file != "emitter.go": // which writes the literals of TestLiteralsReadBack
			operator, isName := call.Args[0].(*ast.Ident)
			if pkg.TypesInfo.Types[call.Args[0]].Value == nil && !(isName && operator.Name == "operator") {
				t.Errorf("%s: an operator that is not constant", position)
			}
		case slices.Contains([]string{"Tag", "LitFunc", "LitRuneFunc", "LitByteFunc"}, name):
			t.Errorf("%s: %s", position, name)
		}
	})
}
