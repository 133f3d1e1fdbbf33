package flow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/types/typeutil"
)

// Point is a node of a function's graph.
type Point struct {
	Block *cfg.Block
	Index int // of the node in the block
}

// Node returns the node at the point.
func (p Point) Node() ast.Node { return p.Block.Nodes[p.Index] }

// Visitor is asked about each step of a walk. A nil function says yes.
type Visitor struct {
	// Enter reports whether the walk goes into a block.
	Enter func(*cfg.Block) bool
	// Node reports whether the walk goes on after a node.
	Node func(n ast.Node, k Known) bool
}

// maxSteps bounds the blocks that one walk enters.
const maxSteps = 4000

// walker is one walk. It enters a block once for the same knowledge.
type walker struct {
	*Func
	mode    Mode
	visitor Visitor
	seen    map[string]bool
	steps   int
}

// Walk follows every path after a point. It reports whether it could follow all
// of them.
func (f *Func) Walk(from Point, k Known, mode Mode, v Visitor) bool {
	f.Graph()
	w := &walker{f, mode, v, map[string]bool{}, 0}
	w.follow(from.Block, from.Index+1, k)
	return w.steps <= maxSteps
}

// WalkAll follows every path through the function.
func (f *Func) WalkAll(k Known, mode Mode, v Visitor) bool {
	return f.Walk(Point{f.Graph().Blocks[0], -1}, k, mode, v)
}

func (w *walker) follow(b *cfg.Block, index int, k Known) {
	for _, n := range b.Nodes[index:] {
		k = w.assign(n, k, w.mode)
		if w.visitor.Node != nil && !w.visitor.Node(n, k) {
			return
		}
	}
	for i, next := range b.Succs {
		if len(b.Succs) == 2 {
			if value, ok := w.branch(b, k); ok && value != (i == 0) {
				continue
			}
		}
		w.enter(next, k)
	}
}

func (w *walker) enter(b *cfg.Block, k Known) {
	w.steps++
	if w.steps > maxSteps || w.visitor.Enter != nil && !w.visitor.Enter(b) {
		return
	}
	key := string(rune(b.Index)) + k.signature()
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	w.follow(b, 0, k)
}

// branch returns which way a block with two successors goes, as far as it is
// known.
func (w *walker) branch(b *cfg.Block, k Known) (value, ok bool) {
	if len(b.Nodes) == 0 {
		return false, false
	}
	cond, isExpr := b.Nodes[len(b.Nodes)-1].(ast.Expr)
	if !isExpr {
		return false, false
	}
	if clause, isCase := b.Succs[0].Stmt.(*ast.CaseClause); isCase && b.Succs[0].Kind == cfg.KindSwitchCaseBody {
		if tag := w.tags[clause]; tag != nil {
			return w.equal(tag, cond, k, w.mode)
		}
	}
	switch b.Succs[0].Kind {
	case cfg.KindRangeBody, cfg.KindSelectCaseBody:
		return false, false
	}
	return w.Condition(cond, k, w.mode)
}

// CalleeOf returns the function or method that a call names, without its type
// arguments, or nil for a call of a value.
func CalleeOf(info *types.Info, call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// NameOf returns the full name of the function that a call names, or "".
func NameOf(info *types.Info, call *ast.CallExpr) string {
	if fn := CalleeOf(info, call); fn != nil {
		return fn.FullName()
	}
	return ""
}
