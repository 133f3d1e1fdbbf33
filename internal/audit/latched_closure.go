package audit

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

var _ = register("RA101", "latched-closure", "a retried function adds to a variable outside of it, so that failed attempts count too", findLatched)

func findLatched(p *pass) {
	for _, call := range p.Calls {
		if call.Closure != nil && call.Kind != retrier.Conflict {
			(&latch{p, call, call.Closure}).find()
		}
	}
	for _, call := range p.Calls {
		if call.Closure != nil && call.Kind == retrier.Conflict {
			(&latch{p, call, call.Closure}).find()
		}
	}
}

// latch is the check of one retried function literal.
type latch struct {
	*pass
	call *retrier.Call
	f    *flow.Func
}

// change is a statement that adds to a captured variable.
type change struct {
	at ast.Node
	// operand is what grows: x, x.f, x[k].
	operand ast.Expr
	root    *types.Var
}

func (l *latch) find() {
	for _, c := range l.changes() {
		if l.isDeliberate(c) || l.isReset(c) || l.isLast(c) {
			continue
		}
		l.report(l.call.In, c.at,
			fmt.Sprintf("%s runs in each attempt of %s and keeps what a failed one left", source(c.at), l.call.Name),
			fmt.Sprintf("reset %s at the top of the function, or collect in a local variable and take it over after success", types.ExprString(c.operand)),
			l.fixes(c)...)
	}
}

// changes returns the statements of the function that add to a captured
// variable.
func (l *latch) changes() []change {
	var all []change
	add := func(at ast.Node, operand ast.Expr) {
		root, _ := retrier.Root(l.f.Info, operand).(*types.Var)
		if root != nil && l.isCaptured(root) {
			all = append(all, change{at, ast.Unparen(operand), root})
		}
	}
	flow.Inspect(l.f.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			add(n, n.X)
		case *ast.AssignStmt:
			if operand := l.grown(n); operand != nil {
				add(n, operand)
			}
		case *ast.ExprStmt:
			if operand := l.appendedTo(n); operand != nil {
				add(n, operand)
			}
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		}
		return true
	})
	return all
}

// isCaptured reports whether a variable belongs to a function around the
// literal. A receiver lives longer than the call: what it counts is its own.
func (l *latch) isCaptured(v *types.Var) bool {
	if v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	if l.f.Node.Pos() <= v.Pos() && v.Pos() < l.f.Node.End() {
		return false
	}
	decl, ok := l.Outermost(l.f).Node.(*ast.FuncDecl)
	return !ok || decl.Recv == nil || decl.Recv.End() <= v.Pos() || v.Pos() < decl.Recv.Pos()
}

// grown returns what an assignment adds to, or nil.
func (l *latch) grown(s *ast.AssignStmt) ast.Expr {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return nil
	}
	left, right := s.Lhs[0], s.Rhs[0]
	if flow.IsError(l.f.Info.TypeOf(left)) {
		return nil
	}
	switch s.Tok {
	case token.ADD_ASSIGN:
		return left
	case token.ASSIGN:
	default:
		return nil
	}
	switch {
	case retrier.IsAppend(l.f.Info, left, right):
		if isErrors(l.f.Info.TypeOf(left)) {
			return nil
		}
		return left
	case isSum(left, right), l.isLatchedFlag(left, right):
		return left
	case l.isNewKey(left):
		return ast.Unparen(left).(*ast.IndexExpr).X
	}
	return nil
}

// isErrors reports whether t is a list of errors, which is collected over the
// attempts on purpose.
func isErrors(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	return ok && flow.IsError(slice.Elem())
}

// isSum reports whether right is left + something.
func isSum(left, right ast.Expr) bool {
	sum, ok := ast.Unparen(right).(*ast.BinaryExpr)
	return ok && sum.Op == token.ADD && types.ExprString(sum.X) == types.ExprString(left)
}

// isLatchedFlag reports whether an assignment sets a flag that the function never
// clears, under a condition.
func (l *latch) isLatchedFlag(left, right ast.Expr) bool {
	flag := flow.VarOf(l.f.Info, left)
	value := l.f.Info.Types[right].Value
	if flag == nil || value == nil || value.Kind() != constant.Bool || !constant.BoolVal(value) {
		return false
	}
	cleared := false
	ast.Inspect(l.f.Node, func(n ast.Node) bool {
		if s, ok := n.(*ast.AssignStmt); ok {
			for i, e := range s.Lhs {
				other := s.Rhs[min(i, len(s.Rhs)-1)]
				if flow.VarOf(l.f.Info, e) == flag && other != right && !isTrue(l.f.Info, other) {
					cleared = true
				}
			}
		}
		return !cleared
	})
	return !cleared && l.readAfter(flag) && !l.readInside(flag)
}

func isTrue(info *types.Info, e ast.Expr) bool {
	value := info.Types[e].Value
	return value != nil && value.Kind() == constant.Bool && constant.BoolVal(value)
}

// isNewKey reports whether an operand is an element of a map whose key the
// attempt itself makes, so that keys of a failed attempt stay.
func (l *latch) isNewKey(left ast.Expr) bool {
	index, ok := ast.Unparen(left).(*ast.IndexExpr)
	if !ok {
		return false
	}
	if _, isMap := l.f.Info.TypeOf(index.X).Underlying().(*types.Map); !isMap {
		return false
	}
	own := false
	ast.Inspect(index.Index, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, isVar := l.f.Info.Uses[id].(*types.Var)
			own = own || isVar && l.f.Body.Pos() <= v.Pos() && v.Pos() < l.f.Body.End() && !v.IsField() && !l.rangesOverCaptured(v)
		}
		return !own
	})
	return own
}

// rangesOverCaptured reports whether a variable is an item of something that was
// there before the attempt: each attempt writes the same keys.
func (l *latch) rangesOverCaptured(v *types.Var) bool {
	found := false
	flow.Inspect(l.f.Node, func(n ast.Node) bool {
		r, ok := n.(*ast.RangeStmt)
		if !ok || r.Key == nil || flow.VarOf(l.f.Info, r.Key) != v && (r.Value == nil || flow.VarOf(l.f.Info, r.Value) != v) {
			return true
		}
		root, _ := retrier.Root(l.f.Info, r.X).(*types.Var)
		found = root != nil && (root.Pos() < l.f.Node.Pos() || root.Pos() >= l.f.Node.End())
		return false
	})
	return found
}

// growing are the methods of the standard library that make their receiver
// longer.
var growing = map[string]bool{
	"(*bytes.Buffer).Write": true, "(*bytes.Buffer).WriteString": true, "(*bytes.Buffer).WriteByte": true, "(*bytes.Buffer).WriteRune": true,
	"(*strings.Builder).Write": true, "(*strings.Builder).WriteString": true, "(*strings.Builder).WriteByte": true, "(*strings.Builder).WriteRune": true,
	"(*container/list.List).PushBack": true, "(*container/list.List).PushFront": true,
}

// appendedTo returns the receiver of a method that makes it longer, if it is a
// variable that the function around the literal made for itself, or nil.
func (l *latch) appendedTo(s *ast.ExprStmt) ast.Expr {
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		return nil
	}
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	v := flow.VarOf(l.f.Info, selector.X)
	callee := flow.CalleeOf(l.f.Info, call)
	if v == nil || callee == nil || !growing[callee.FullName()] && !l.Of(callee).Appends {
		return nil
	}
	if d := l.declaration(v); d == nil || !d.fresh {
		return nil
	}
	return selector.X
}

var counterName = lazyregexp.New(`(?i)attempt|retr|tries|^try|trial|iteration|backoff|delay|sleep|wait`)

// isDeliberate reports whether a change is there to last: a counter of attempts,
// a position that the next attempt goes on from, or something that nobody reads
// afterwards.
func (l *latch) isDeliberate(c change) bool {
	if _, ok := c.at.(*ast.ExprStmt); ok {
		return false
	}
	if !l.readAfter(c.root) {
		return true
	}
	if !isNumber(l.f.Info.TypeOf(c.operand)) {
		return false
	}
	return counterName().MatchString(types.ExprString(c.operand)) || l.readInside(c.root) || l.onlyShown(c.root)
}

func isNumber(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0
}
