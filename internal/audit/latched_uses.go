package audit

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"github.com/retrygen/retrygen/internal/lazyregexp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"
)

// readAfter reports whether anything outside of the literal reads a variable. A
// parameter or a named result is read by the caller.
func (l *latch) readAfter(v *types.Var) bool {
	if l.isCallers(v) {
		return true
	}
	read := false
	l.eachUse(l.Outermost(l.f).Node, v, func(id *ast.Ident, path []ast.Node) {
		if l.f.Node.Pos() <= id.Pos() && id.Pos() < l.f.Node.End() || isWritten(id, path) {
			return
		}
		read = true
	})
	return read
}

// isCallers reports whether a variable is a parameter or a named result.
func (l *latch) isCallers(v *types.Var) bool {
	t := l.Outermost(l.f).Type
	return t.Pos() <= v.Pos() && v.Pos() < t.End()
}

// readInside reports whether the function works with the value of a variable
// that it changes, for example to go on from a position.
func (l *latch) readInside(v *types.Var) bool {
	read := false
	l.eachUse(l.f.Node, v, func(id *ast.Ident, path []ast.Node) {
		read = read || !isWritten(id, path) && !isShown(l.f.Info, id, path)
	})
	return read
}

// onlyShown reports whether a variable is only logged or compared, wherever it
// is read.
func (l *latch) onlyShown(v *types.Var) bool {
	only := !l.isCallers(v)
	l.eachUse(l.Outermost(l.f).Node, v, func(id *ast.Ident, path []ast.Node) {
		only = only && (isWritten(id, path) || isShown(l.f.Info, id, path))
	})
	return only
}

// eachUse calls visit for each use of a variable, with the nodes around it, the
// outermost first.
func (l *latch) eachUse(root ast.Node, v *types.Var, visit func(*ast.Ident, []ast.Node)) {
	var path []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && l.f.Info.Uses[id] == v {
			visit(id, path)
		}
		path = append(path, n)
		return true
	})
}

// isWritten reports whether a use is the target of an assignment, or the operand
// that the assignment adds to.
func isWritten(id *ast.Ident, path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.IncDecStmt:
			return true
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if left.Pos() <= id.Pos() && id.Pos() < left.End() {
					return true
				}
			}
			return len(n.Lhs) == 1 && len(n.Rhs) == 1 && isSelf(n.Lhs[0], n.Rhs[0], id)
		case ast.Stmt:
			return false
		}
	}
	return false
}

// isSelf reports whether id is x in "x = append(x, …)" or "x = x + …".
func isSelf(left, right ast.Expr, id *ast.Ident) bool {
	var operand ast.Expr
	switch right := ast.Unparen(right).(type) {
	case *ast.CallExpr:
		if len(right.Args) > 0 {
			operand = right.Args[0]
		}
	case *ast.BinaryExpr:
		operand = right.X
	}
	return operand != nil && types.ExprString(operand) == types.ExprString(left) &&
		operand.Pos() <= id.Pos() && id.Pos() < operand.End()
}

var showing = lazyregexp.New(`(?i)log|print|debug|info|warn|errorf?$|trace|observe|record|event|attr|field|metric|counter|gauge|histogram|^set|label|notify|span`)

// isShown reports whether a use only compares a value, or hands it to a log or a
// metric.
func isShown(info *types.Info, id *ast.Ident, path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
				return true
			}
		case *ast.CallExpr:
			if info.Types[n.Fun].IsType() {
				continue
			}
			return showing().MatchString(types.ExprString(n.Fun))
		case ast.Stmt:
			return false
		}
	}
	return false
}

// isReset reports whether every path to a change sets the variable anew first.
func (l *latch) isReset(c change) bool {
	reached := false
	l.f.WalkAll(nil, flow.Mode{}, flow.Visitor{Node: func(n ast.Node, _ flow.Known) bool {
		if l.resets(n, c) {
			return false
		}
		if n.Pos() <= c.at.Pos() && c.at.End() <= n.End() {
			reached = true
		}
		return !reached
	}})
	return !reached
}

// resets reports whether a node gives the operand of a change, or the variable it
// is in, a value that does not depend on the old one.
func (l *latch) resets(n ast.Node, c change) bool {
	if n == c.at {
		return false
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN {
			return false
		}
		for i, left := range n.Lhs {
			right := n.Rhs[min(i, len(n.Rhs)-1)]
			if l.covers(left, c) && (isEmptied(left, right) || !flow.Mentions(l.f.Info, right, c.root)) {
				return true
			}
		}
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch fun := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			return fun.Name == "clear" && len(call.Args) == 1 && l.covers(call.Args[0], c)
		case *ast.SelectorExpr:
			return resetName().MatchString(fun.Sel.Name) && l.covers(fun.X, c)
		}
	}
	return false
}

var resetName = lazyregexp.New(`(?i)^(reset|clear|truncate|init|empty)`)

// covers reports whether an expression is the operand of the change or something
// around it, for example x for x.f and *p for p.f.
func (l *latch) covers(e ast.Expr, c change) bool {
	if star, ok := ast.Unparen(e).(*ast.StarExpr); ok {
		e = star.X
	}
	whole := types.ExprString(e)
	for operand := c.operand; ; {
		if types.ExprString(operand) == whole {
			return true
		}
		switch o := ast.Unparen(operand).(type) {
		case *ast.SelectorExpr:
			operand = o.X
		case *ast.IndexExpr:
			operand = o.X
		case *ast.StarExpr:
			operand = o.X
		default:
			return false
		}
	}
}

// isEmptied reports whether right is left[:0].
func isEmptied(left, right ast.Expr) bool {
	slice, ok := ast.Unparen(right).(*ast.SliceExpr)
	if !ok || slice.Low != nil || slice.High == nil || types.ExprString(slice.X) != types.ExprString(left) {
		return false
	}
	zero, ok := slice.High.(*ast.BasicLit)
	return ok && zero.Value == "0"
}

// isLast reports whether there is no further attempt after a change: every path
// from it ends the retrying.
func (l *latch) isLast(c change) bool {
	if l.call.Kind == retrier.Transaction { // the commit can fail
		return false
	}
	for _, b := range l.f.Graph().Blocks {
		for i, n := range b.Nodes {
			if b.Live && n.Pos() <= c.at.Pos() && c.at.End() <= n.End() {
				return l.endsAfter(flow.Point{Block: b, Index: i})
			}
		}
	}
	return false
}

func (l *latch) endsAfter(at flow.Point) bool {
	final := true
	complete := l.f.Walk(at, nil, flow.Mode{}, flow.Visitor{
		Enter: func(*cfg.Block) bool { return final },
		Node: func(n ast.Node, k flow.Known) bool {
			ret, ok := n.(*ast.ReturnStmt)
			if ok && !l.call.IsFinal(ret.Results) && !isKnownNil(l.f.Info, ret, k) {
				final = false
			}
			return final
		},
	})
	return complete && final
}

// isKnownNil reports whether a return statement returns a variable that is nil
// there.
func isKnownNil(info *types.Info, ret *ast.ReturnStmt, k flow.Known) bool {
	if len(ret.Results) == 0 {
		return false
	}
	v := flow.VarOf(info, ret.Results[len(ret.Results)-1])
	value, ok := k[v]
	return v != nil && ok && value == flow.Nil
}

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
