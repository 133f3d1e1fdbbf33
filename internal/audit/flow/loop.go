package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

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

// Loops returns the loops of the function that retry, without those of its
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
