package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Attempt is a call whose error begins the loop again.
type Attempt struct {
	Call *ast.CallExpr
	// Err is the variable that gets the error, or nil if the call is compared in
	// place.
	Err *types.Var
	At  Point
}

// key is the key of the error in [Known].
func (a Attempt) key() any {
	if a.Err != nil {
		return a.Err
	}
	return a.Call
}

// Failed is what is known after the attempt has failed.
func (a Attempt) Failed() Known { return Known{a.key(): NotNil} }

// AttemptsAt returns the calls of a node whose last result is an error that is
// kept or compared.
func (f *Func) AttemptsAt(n ast.Node) []Attempt {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) == 1 {
			return f.assigned(n.Lhs[len(n.Lhs)-1], n.Rhs[0])
		}
	case *ast.ValueSpec:
		if len(n.Values) == 1 {
			return f.assigned(n.Names[len(n.Names)-1], n.Values[0])
		}
	case *ast.BinaryExpr:
		call, ok := ast.Unparen(n.X).(*ast.CallExpr)
		if ok && (n.Op == token.EQL || n.Op == token.NEQ) && f.isNil(n.Y) && IsError(f.Info.TypeOf(call)) && f.canFail(call) {
			return []Attempt{{Call: call}}
		}
	}
	return nil
}

func (f *Func) assigned(left, right ast.Expr) []Attempt {
	call, ok := ast.Unparen(right).(*ast.CallExpr)
	v := VarOf(f.Info, left)
	if !ok || v == nil || !IsError(v.Type()) || !f.canFail(call) {
		return nil
	}
	return []Attempt{{Call: call, Err: v}}
}

// canFail reports whether the error of a call is the failure of an attempt: it
// is not one that was made or wrapped there, or the end of a context.
func (f *Func) canFail(call *ast.CallExpr) bool {
	if f.Info.Types[call.Fun].IsType() {
		return false
	}
	fn := CalleeOf(f.Info, call)
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	if computes(fn.Pkg().Path()) {
		return false
	}
	for _, arg := range call.Args { // wraps an error
		if IsError(f.Info.TypeOf(arg)) && !f.isNil(arg) {
			return false
		}
	}
	return true
}

// computing are packages whose functions neither block nor fail for a time.
var computing = []string{
	"bytes", "compress", "context", "crypto", "encoding", "errors", "fmt", "github.com/pkg/errors", "go", "hash", "html",
	"image", "index", "math", "mime", "path", "reflect", "regexp", "sort", "strconv", "strings", "text", "time", "unicode", "net/url",
}

func computes(path string) bool {
	for _, c := range computing {
		if path == c || strings.HasPrefix(path, c+"/") {
			return true
		}
	}
	return false
}
