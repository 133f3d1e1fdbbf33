package flow

import (
	"go/ast"
	"go/token"
	"go/types"
)

// variesOver reports whether a call is about the item of the round: its
// arguments use the variable of the loop to choose what to work on.
func (l *Loop) variesOver(call *ast.CallExpr) bool {
	items, next := l.items(), l.nextItems(call)
	varies := false
	ast.Inspect(call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used := l.Func.Info.Uses[id]
			varies = varies || items[used] || next[used] && !within(call.Fun, id)
		}
		return !varies
	})
	return varies
}

// nextItems returns the variables that get the item of the next round after a
// call, as in a loop that receives messages, and what is made of them.
func (l *Loop) nextItems(call *ast.CallExpr) map[types.Object]bool {
	info, next := l.Func.Info, map[types.Object]bool{}
	Inspect(l.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok || s.Tok != token.ASSIGN || s.Pos() < call.End() || len(s.Rhs) != 1 {
			return true
		}
		if _, isCall := ast.Unparen(s.Rhs[0]).(*ast.CallExpr); !isCall {
			return true
		}
		for _, left := range s.Lhs {
			v := VarOf(info, left)
			if v != nil && v.Pos() < l.Stmt.Pos() && !IsError(v.Type()) && !isNumber(v.Type()) && !IsNamed(v.Type(), "context", "Context") {
				next[v] = true
			}
		}
		return true
	})
	spread(next, l.assignments())
	return next
}

// items returns the variables that an index by the loop's counter chooses, and
// the counter if the loop runs over a length.
func (l *Loop) items() map[types.Object]bool {
	info, items := l.Func.Info, l.cursors()
	counters := l.counters()
	if len(counters) == 0 {
		return items
	}
	if s, ok := l.Stmt.(*ast.ForStmt); ok && s.Cond != nil && hasLen(info, s.Cond) {
		for _, c := range counters {
			items[c] = true
		}
	}
	Inspect(l.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, left := range s.Lhs {
			v := VarOf(info, left)
			for _, right := range s.Rhs {
				if v != nil && !IsError(v.Type()) && usesCounter(info, right, counters) {
					items[v] = true
				}
			}
		}
		return true
	})
	for _, a := range counters {
		Inspect(l.Body, func(n ast.Node) bool {
			if index, ok := n.(*ast.IndexExpr); ok && Mentions(info, index.Index, a) && !IsNamed(info.TypeOf(index), "time", "Duration") {
				items[a] = true
			}
			return true
		})
	}
	return items
}

// cursors returns the variables that the loop moves on, as in
// "dir = filepath.Dir(dir)": those whose value comes from their own in the round
// before.
func (l *Loop) cursors() map[types.Object]bool {
	from := l.assignments()
	moved := map[types.Object]bool{}
	for v := range from {
		seen := map[types.Object]bool{}
		var reaches func(types.Object) bool
		reaches = func(x types.Object) bool {
			for source := range from[x] {
				if source == v {
					return true
				}
				if !seen[source] {
					seen[source] = true
					if reaches(source) {
						return true
					}
				}
			}
			return false
		}
		if reaches(v) {
			moved[v] = true
		}
	}
	spread(moved, from)
	return moved
}

// spread adds the variables whose values come from those that are in the set.
func spread(set map[types.Object]bool, from map[types.Object]map[types.Object]bool) {
	for changed := len(set) > 0; changed; {
		changed = false
		for v, sources := range from {
			for source := range sources {
				if set[source] && !set[v] {
					set[v], changed = true, true
				}
			}
		}
	}
}

// assignments returns, for each variable that the loop assigns, the variables
// that its values come from. Errors, contexts and numbers choose no item.
func (l *Loop) assignments() map[types.Object]map[types.Object]bool {
	info, from := l.Func.Info, map[types.Object]map[types.Object]bool{}
	isItem := func(v *types.Var) bool {
		return v != nil && !IsError(v.Type()) && !isNumber(v.Type()) && !IsNamed(v.Type(), "context", "Context")
	}
	Inspect(l.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, left := range s.Lhs {
			v := VarOf(info, left)
			if !isItem(v) {
				continue
			}
			if from[v] == nil {
				from[v] = map[types.Object]bool{}
			}
			if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
				from[v][v] = true
			}
			ast.Inspect(s.Rhs[min(i, len(s.Rhs)-1)], func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if source, ok := info.Uses[id].(*types.Var); ok && isItem(source) && !source.IsField() {
						from[v][source] = true
					}
				}
				return true
			})
		}
		return true
	})
	return from
}
