package audit

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"golang.org/x/tools/go/analysis"
)

// declared is how a variable begins.
type declared struct {
	// fresh says that the variable is made in the function, empty.
	fresh bool
	// reset is the statement that makes it empty again, or "".
	reset string
}

// declaration returns how a local variable of the function around begins, or nil.
func (l *latch) declaration(v *types.Var) *declared {
	var found *declared
	ast.Inspect(l.Outermost(l.f).Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if l.f.Info.Defs[name] == v {
					found = &declared{}
					if len(n.Values) == 0 {
						found.begin(v, nil)
					} else if len(n.Values) == len(n.Names) {
						found.begin(v, n.Values[i])
					}
				}
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if id, ok := left.(*ast.Ident); ok && l.f.Info.Defs[id] == v {
					found = &declared{}
					if len(n.Lhs) == len(n.Rhs) {
						found.begin(v, n.Rhs[i])
					}
				}
			}
		}
		return found == nil
	})
	return found
}

// begin fills in what follows from the first value of a variable.
func (d *declared) begin(v *types.Var, value ast.Expr) {
	name := v.Name()
	if value == nil {
		d.fresh = true
		switch t := v.Type().Underlying().(type) {
		case *types.Slice, *types.Map:
			d.reset = name + " = nil"
		case *types.Basic:
			switch {
			case t.Info()&types.IsString != 0:
				d.reset = name + ` = ""`
			case t.Info()&types.IsBoolean != 0:
				d.reset = name + " = false"
			case t.Info()&types.IsNumeric != 0:
				d.reset = name + " = 0"
			}
		}
		return
	}
	switch value := ast.Unparen(value).(type) {
	case *ast.UnaryExpr:
		d.fresh = value.Op == token.AND
	case *ast.BasicLit:
		if value.Value == "0" || value.Value == `""` {
			d.fresh, d.reset = true, name+" = "+value.Value
		}
	case *ast.Ident:
		if value.Name == "false" || value.Name == "nil" {
			d.fresh, d.reset = true, name+" = "+value.Name
		}
	case *ast.CompositeLit:
		d.fresh = true
		d.empties(v, len(value.Elts) == 0)
	case *ast.CallExpr:
		if id, ok := value.Fun.(*ast.Ident); ok && (id.Name == "make" || id.Name == "new") {
			d.fresh = true
			d.empties(v, id.Name == "make" && isEmptyMake(value))
		}
	}
}

func (d *declared) empties(v *types.Var, empty bool) {
	if !empty {
		return
	}
	switch v.Type().Underlying().(type) {
	case *types.Slice:
		d.reset = v.Name() + " = nil"
	case *types.Map:
		d.reset = "clear(" + v.Name() + ")"
	}
}

// isEmptyMake reports whether make returns something without elements.
func isEmptyMake(call *ast.CallExpr) bool {
	if len(call.Args) < 2 {
		return true
	}
	zero, ok := call.Args[1].(*ast.BasicLit)
	_, isMap := call.Args[0].(*ast.MapType)
	return isMap || ok && zero.Value == "0"
}

// fixes returns the statement that resets the variable at the top of the
// function. There is none if the variable can hold something before the first
// attempt.
func (l *latch) fixes(c change) []analysis.SuggestedFix {
	if flow.VarOf(l.f.Info, c.operand) == nil {
		return nil
	}
	d := l.declaration(c.root)
	if d == nil || d.reset == "" || l.changesBefore(c.root) {
		return nil
	}
	text := "\n" + d.reset
	if l.Fset.Position(l.f.Body.Lbrace).Line == l.Fset.Position(l.f.Body.List[0].Pos()).Line {
		text += "\n"
	}
	top := l.f.Body.Lbrace + 1
	return []analysis.SuggestedFix{{
		Message:   "reset " + c.root.Name() + " in each attempt",
		TextEdits: []analysis.TextEdit{{Pos: top, End: top, NewText: []byte(text)}},
	}}
}

// changesBefore reports whether the variable is assigned outside of the literal,
// or lives longer than the loop that makes the call.
func (l *latch) changesBefore(v *types.Var) bool {
	found := false
	outer := l.Outermost(l.f)
	l.eachUse(outer.Node, v, func(id *ast.Ident, path []ast.Node) {
		if id.Pos() < l.f.Node.Pos() && isWritten(id, path) {
			found = true
		}
	})
	ast.Inspect(outer.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= l.call.Expr.Pos() && l.call.Expr.End() <= n.End() && v.Pos() < n.Pos() {
				found = true
			}
		}
		return true
	})
	return found
}
