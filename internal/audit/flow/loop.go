package flow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"
)

// Loop is a loop that retries: after a failure of an attempt it can begin
// again, and if everything succeeds it ends.
type Loop struct {
	Func *Func
	// Stmt is the *ast.ForStmt or *ast.RangeStmt.
	Stmt ast.Stmt
	Body *ast.BlockStmt
	// Attempts are the calls that are retried. There is at least one.
	Attempts []Attempt
}

// Loops returns the loops of the function that retry, without the loops of its
// function literals.
func (f *Func) Loops() []*Loop {
	var stmts []ast.Stmt
	Inspect(f.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			stmts = append(stmts, n)
		case *ast.RangeStmt:
			if f.countsAttempts(n) {
				stmts = append(stmts, n)
			}
		}
		return true
	})
	var loops []*Loop
	for _, stmt := range stmts {
		if l := f.loop(stmt); len(l.Attempts) > 0 {
			loops = append(loops, l)
		}
	}
	return withoutOuter(loops)
}

// withoutOuter leaves out the loops around another one with the same attempts.
func withoutOuter(loops []*Loop) []*Loop {
	var kept []*Loop
	for _, l := range loops {
		inner := false
		for _, other := range loops {
			inner = inner || other != l && l.contains(other.Stmt.Pos()) && other.contains(l.Attempts[0].Call.Pos())
		}
		if !inner {
			kept = append(kept, l)
		}
	}
	return kept
}

func (l *Loop) contains(p token.Pos) bool { return l.Stmt.Pos() <= p && p < l.Stmt.End() }

// countsAttempts reports whether a range is not over the items of a collection.
func (f *Func) countsAttempts(r *ast.RangeStmt) bool {
	t := f.Info.TypeOf(r.X)
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Signature:
		return true
	case *types.Chan:
		return IsNamed(u.Elem(), "time", "Time")
	case *types.Slice:
		return IsNamed(u.Elem(), "time", "Duration")
	case *types.Array:
		return IsNamed(u.Elem(), "time", "Duration")
	}
	return false
}

// IsNamed reports whether t is the type with the given package and name.
func IsNamed(t types.Type, path, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path
}

func (f *Func) loop(stmt ast.Stmt) *Loop {
	l := &Loop{Func: f, Stmt: stmt}
	switch s := stmt.(type) {
	case *ast.ForStmt:
		l.Body = s.Body
	case *ast.RangeStmt:
		l.Body = s.Body
	}
	for _, b := range f.Graph().Blocks {
		if !b.Live {
			continue
		}
		for i, n := range b.Nodes {
			if !within(l.Body, n) && !l.isCondition(n) {
				continue
			}
			for _, a := range f.AttemptsAt(n) {
				a.At = Point{b, i}
				if !l.variesOver(a.Call) && l.retries(a) {
					l.Attempts = append(l.Attempts, a)
				}
			}
		}
	}
	return l
}

func within(outer, n ast.Node) bool { return outer.Pos() <= n.Pos() && n.End() <= outer.End() }

func (l *Loop) isCondition(n ast.Node) bool {
	s, ok := l.Stmt.(*ast.ForStmt)
	return ok && s.Cond != nil && within(s.Cond, n)
}

// IsFresh reports whether a call works on something that the round has got from
// another call, for example on what a person has typed.
func (l *Loop) IsFresh(call *ast.CallExpr) bool {
	info := l.Func.Info
	fresh := false
	Inspect(l.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok || s.Pos() > call.Pos() || within(s, call) {
			return true
		}
		for i, left := range s.Lhs {
			v := VarOf(info, left)
			if v == nil || IsError(v.Type()) || IsNamed(v.Type(), "context", "Context") || isNumber(v.Type()) {
				continue
			}
			if _, isCall := ast.Unparen(s.Rhs[min(i, len(s.Rhs)-1)]).(*ast.CallExpr); isCall && mentionsInArgs(info, call, v) {
				fresh = true
			}
		}
		return true
	})
	for _, arg := range call.Args {
		if _, isCall := ast.Unparen(arg).(*ast.CallExpr); isCall {
			fresh = true
		}
	}
	return fresh
}

func mentionsInArgs(info *types.Info, call *ast.CallExpr, v types.Object) bool {
	for _, arg := range call.Args {
		if Mentions(info, arg, v) {
			return true
		}
	}
	return false
}

// retries reports whether the loop begins again after the attempt fails, and
// ends after everything succeeds.
func (l *Loop) retries(a Attempt) bool {
	again, _ := l.reach(a.At, a.Failed(), Mode{})
	if !again {
		return false
	}
	again, ends := l.reach(a.At, Known{a.key(): Nil}, Mode{CallsSucceed: true})
	return ends && !again
}

// reach reports whether paths after a point begin the loop again, and whether
// they leave it. A walk that is too long does neither.
func (l *Loop) reach(from Point, k Known, mode Mode) (again, ends bool) {
	complete := l.Func.Walk(from, k, mode, Visitor{
		Enter: func(b *cfg.Block) bool {
			switch {
			case l.Begins(b):
				again = true
			case l.Leaves(b):
				ends = true
			default:
				ends = ends || len(b.Succs) == 0
				return true
			}
			return false
		},
		Node: func(n ast.Node, _ Known) bool {
			if _, ok := n.(*ast.ReturnStmt); ok {
				ends = true
			}
			return true
		},
	})
	return complete && again, complete && ends
}

// Begins reports whether a block is the beginning of the loop's body.
func (l *Loop) Begins(b *cfg.Block) bool {
	return b.Stmt == l.Stmt && (b.Kind == cfg.KindForBody || b.Kind == cfg.KindRangeBody)
}

// Leaves reports whether a block is outside of the loop.
func (l *Loop) Leaves(b *cfg.Block) bool {
	if b.Stmt == l.Stmt {
		return b.Kind == cfg.KindForDone || b.Kind == cfg.KindRangeDone
	}
	return b.Stmt != nil && !l.contains(b.Stmt.Pos())
}
