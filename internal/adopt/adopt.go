package adopt

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/audit/driver"
	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"github.com/retrygen/retrygen/internal/foreign"
	"golang.org/x/tools/go/packages"
)

// Proposal is the policy that does what a retry in Go code does.
type Proposal struct {
	Pos token.Position
	// Name is the name of the policy, and What the retry as code names it.
	Name, What string
	// Lines are the lines of the policy, and Client the lines of a client, without
	// indentation. There may be no client.
	Lines, Client []string
	// Go is the number of lines of the retry in Go.
	Go     int
	Losses []foreign.Loss
}

// Result is what packages have of retries.
type Result struct {
	// Found counts all retries, and Static those whose settings are known.
	Found, Static int
	Proposals     []Proposal
}

// Exact counts the proposals that lose nothing but notes.
func (r *Result) Exact() int {
	exact := 0
	for _, p := range r.Proposals {
		if !slices.ContainsFunc(p.Losses, func(l foreign.Loss) bool { return l.Weight != foreign.Plain }) {
			exact++
		}
	}
	return exact
}

// Propose returns what to write for the retries of the packages that the
// patterns name.
func Propose(ctx context.Context, dir string, patterns []string) (*Result, error) {
	var all Result
	err := driver.EachRetries(ctx, dir, patterns, func(p *packages.Package, r *retrier.Result) {
		(&reader{Package: p, retries: r, into: &all}).read()
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all.Proposals, func(a, b Proposal) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	names := map[string]int{}
	for i := range all.Proposals {
		p := &all.Proposals[i]
		names[p.Name]++
		if n := names[p.Name]; n > 1 {
			p.Name = fmt.Sprintf("%s_%d", p.Name, n)
		}
		for j, line := range p.Client {
			p.Client[j] = strings.ReplaceAll(line, policyName, p.Name)
		}
	}
	return &all, nil
}

// policyName stands for the name of the policy in the lines of a client, until
// it is known to be the only one.
const policyName = "\x00"

// reader reads the retries of a package.
type reader struct {
	*packages.Package
	retries *retrier.Result
	into    *Result
}

func (r *reader) read() {
	for _, f := range r.retries.Funcs {
		if r.isTest(f) {
			continue
		}
		flow.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if c := r.callOf(n); c != nil {
					r.call(c)
				} else {
					r.setUp(f, n)
				}
			case *ast.CompositeLit:
				r.literal(f, n)
			}
			return true
		})
	}
	for _, l := range r.retries.Loops {
		if !r.isTest(l.Func) {
			r.loop(l)
		}
	}
}

func (r *reader) isTest(f *flow.Func) bool {
	for _, file := range r.Syntax {
		if file.FileStart <= f.Node.Pos() && f.Node.Pos() < file.FileEnd {
			return retrier.IsTest(r.Fset, file) || ast.IsGenerated(file)
		}
	}
	return false
}

func (r *reader) callOf(expr *ast.CallExpr) *retrier.Call {
	for _, c := range r.retries.Calls {
		if c.Expr == expr {
			return c
		}
	}
	return nil
}

// call adds what a call of a retrier sets.
func (r *reader) call(c *retrier.Call) {
	r.into.Found++
	v := &values{Package: r.Package, f: r.retries.Outermost(c.In)}
	s, ok := libraries[retrier.WithoutVersion(c.Callee.FullName())], false
	if s == nil {
		return
	}
	var found settings
	if found, ok = s(v, c.Expr); !ok {
		return
	}
	if !c.Marked && c.Closure != nil && c.Kind != retrier.Plain {
		found.lose(foreign.L08, "only conflicts are retried, as Go code decides")
	}
	client := []string(nil)
	if c.Closure != nil {
		client = r.client(c.Closure.Node)
	}
	r.propose(c.In, c.Expr, c.Name, found, client)
}

// propose adds a proposal.
func (r *reader) propose(f *flow.Func, at ast.Node, what string, s settings, client []string) {
	r.into.Static++
	lines := s.lines()
	first, last := r.Fset.Position(at.Pos()), r.Fset.Position(at.End())
	r.into.Proposals = append(r.into.Proposals, Proposal{
		Pos: first, Name: r.nameOf(f), What: what, Lines: lines, Client: client,
		Go: last.Line - first.Line + 1, Losses: s.losses,
	})
}

// nameOf returns a name of a policy for the retry of a function.
func (r *reader) nameOf(f *flow.Func) string {
	if decl, ok := r.retries.Outermost(f).Node.(*ast.FuncDecl); ok {
		return snake(decl.Name.Name)
	}
	return "retry"
}

// client returns a client around the interface whose method a retried function
// or loop calls, if that is declared in the package and the only one.
func (r *reader) client(retried ast.Node) []string {
	var found *types.Named
	count := 0
	flow.Inspect(retried, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return true
		}
		named, ok := r.TypesInfo.TypeOf(selector.X).(*types.Named)
		if ok && types.IsInterface(named) && named.Obj().Pkg() == r.Types && named != found {
			found = named
			count++
		}
		return true
	})
	if count != 1 {
		return nil
	}
	name := found.Obj().Name()
	return []string{"Retrying" + strings.ToUpper(name[:1]) + name[1:] + ":", "  wraps: " + name, "  policy: " + policyName}
}

// loop adds what a loop sets.
func (r *reader) loop(l *flow.Loop) {
	if s, ok := l.Stmt.(*ast.ForStmt); ok && r.isDskit(s.Cond) {
		return // counted where its backoff is made
	}
	r.into.Found++
	v := &values{Package: r.Package, f: r.retries.Outermost(l.Func)}
	s, ok := v.loop(l)
	if ok {
		r.propose(l.Func, l.Stmt, "the loop", s, r.client(l.Stmt))
	}
}

// isDskit reports whether a condition asks a backoff of dskit.
func (r *reader) isDskit(cond ast.Expr) bool {
	call, ok := cond.(*ast.CallExpr)
	return ok && flow.NameOf(r.TypesInfo, call) == "(*github.com/grafana/dskit/backoff.Backoff).Ongoing"
}
