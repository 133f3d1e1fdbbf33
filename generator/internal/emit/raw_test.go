package emit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"testing"
)

// TestNoRawCode demands that the emitter hands jennifer one name at a time:
// what it is given as an identifier it writes down as it is.
func TestNoRawCode(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	calls := 0
	for _, name := range names {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			text, ok := identifierArgument(n)
			if !ok {
				return true
			}
			calls++
			if !token.IsIdentifier(text) && text != "import" {
				t.Errorf("%v: %q is given as an identifier", fset.Position(n.Pos()), text)
			}
			return true
		})
	}
	if calls == 0 {
		t.Error("found no identifiers")
	}
}

// identifierArgument returns the literal that a node hands to a method Id or
// Dot, if it is such a call.
func identifierArgument(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	literal, isLiteral := call.Args[0].(*ast.BasicLit)
	if !ok || !isLiteral || method.Sel.Name != "Id" && method.Sel.Name != "Dot" {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
