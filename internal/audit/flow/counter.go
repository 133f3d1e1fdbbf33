package flow

import (
	"go/ast"
	"go/types"
)

func isNumber(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0
}

// usesCounter reports whether an expression uses a counter to choose an item: in
// an index, or in text. A wait that is computed from it is none.
func usesCounter(info *types.Info, e ast.Expr, counters []types.Object) bool {
	t := info.TypeOf(e)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	if t == nil || IsNamed(t, "time", "Duration") || IsNamed(t, "context", "Context") {
		return false
	}
	for _, c := range counters {
		if Mentions(info, e, c) {
			return true
		}
	}
	return false
}

func hasLen(info *types.Info, cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "len" && info.Types[call].IsValue() {
				found = true
			}
		}
		return true
	})
	return found
}

// counters returns the variables that the loop itself sets for each round.
func (l *Loop) counters() []types.Object {
	var found []types.Object
	add := func(e ast.Expr) {
		if e == nil {
			return
		}
		if v := VarOf(l.Func.Info, e); v != nil {
			found = append(found, v)
		}
	}
	switch s := l.Stmt.(type) {
	case *ast.ForStmt:
		switch post := s.Post.(type) {
		case *ast.IncDecStmt:
			add(post.X)
		case *ast.AssignStmt:
			for _, left := range post.Lhs {
				add(left)
			}
		}
	case *ast.RangeStmt:
		if _, isFunc := l.Func.Info.TypeOf(s.X).Underlying().(*types.Signature); !isFunc {
			add(s.Key)
			add(s.Value)
		}
	}
	return found
}
