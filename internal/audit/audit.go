// Package audit finds mistakes that retries make in Go code. Each rule is a file
// with its id, and has a page in docs/rules.
package audit

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"github.com/retrygen/retrygen/internal/finding"
	"golang.org/x/tools/go/analysis"
)

// Rule is a rule about Go code.
type Rule struct {
	finding.Rule
	// Optional rules run only if they are enabled.
	Optional bool
	// Analyzer reports the findings of the rule. Its result is a [*Found].
	Analyzer *analysis.Analyzer
}

// rules are all rules, in the order of their ids.
var rules []*Rule

// Rules returns all rules, ordered by id.
func Rules() []*Rule { return slices.Clone(rules) }

// Found is the result of a rule's analyzer on a package.
type Found struct {
	// Findings are those that no comment suppresses.
	Findings []Finding
	// used are the comments that suppress something.
	used map[token.Pos]bool
}

// Finding is a finding at its place, with how to correct it.
type Finding struct {
	Pos           token.Pos
	Message, Hint string
	Fixes         []analysis.SuggestedFix
}

// option changes a rule that is registered.
type option func(*Rule)

// optional makes a rule run only if it is enabled.
func optional(r *Rule) { r.Optional = true }

// register declares a rule. A rule is one file, which begins with this call: its
// id, its name, its summary, and its check.
func register(id, name, summary string, find func(*pass), options ...option) *Rule {
	r := newRule(id, name, summary)
	for _, o := range options {
		o(r)
	}
	r.Analyzer.Requires = []*analysis.Analyzer{retrier.Analyzer}
	r.Analyzer.Run = func(p *analysis.Pass) (any, error) {
		own := newPass(p, id)
		find(own)
		return own.finish(), nil
	}
	return r
}

// newRule declares a rule whose analyzer does nothing yet.
func newRule(id, name, summary string) *Rule {
	r := &Rule{Rule: finding.Rule{ID: id, Name: name, Summary: summary, Severity: finding.Warning}}
	r.Analyzer = &analysis.Analyzer{
		Name:             id,
		Doc:              name + ": " + summary,
		URL:              "https://github.com/retrygen/retrygen/blob/main/docs/rules/" + id + ".md",
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Found](),
	}
	rules = append(rules, r)
	slices.SortFunc(rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	return r
}

// pass is the work of one rule on one package.
type pass struct {
	*analysis.Pass
	*retrier.Result
	id       string
	skipped  map[*token.File]bool
	ignores  []ignore
	found    []Finding
	received map[token.Pos]bool
}

func newPass(p *analysis.Pass, id string) *pass {
	own := &pass{Pass: p, id: id, skipped: map[*token.File]bool{}, received: map[token.Pos]bool{}}
	own.Result, _ = p.ResultOf[retrier.Analyzer].(*retrier.Result)
	for _, file := range p.Files {
		if ast.IsGenerated(file) || retrier.IsTest(p.Fset, file) {
			own.skipped[p.Fset.File(file.Pos())] = true
		}
		own.ignores = append(own.ignores, ignoresOf(p.Fset, file)...)
	}
	return own
}

// report adds a finding about a statement or expression of a function. The
// message begins with the statement, so that it is the same after other lines
// have moved.
func (p *pass) report(f *flow.Func, at ast.Node, what, hint string, fixes ...analysis.SuggestedFix) {
	if p.skipped[p.Fset.File(at.Pos())] || p.received[at.Pos()] {
		return
	}
	p.received[at.Pos()] = true
	p.found = append(p.found, Finding{
		Pos:     at.Pos(),
		Message: finding.Shorten(p.nameOf(f)+": "+what, finding.MaxMessage),
		Hint:    finding.Shorten(hint, finding.MaxHint),
		Fixes:   fixes,
	})
}

// nameOf returns the name of the function that code is in.
func (p *pass) nameOf(f *flow.Func) string {
	decl, ok := p.Outermost(f).Node.(*ast.FuncDecl)
	if !ok {
		return "package " + p.Pkg.Name()
	}
	if fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func); ok && decl.Recv != nil {
		return retrier.Name(fn)
	}
	return decl.Name.Name
}

// source returns a node as one line of code, shortened.
func source(e ast.Node) string {
	const longest = 60
	text := ""
	switch e := e.(type) {
	case ast.Expr:
		text = types.ExprString(e)
	case *ast.ExprStmt:
		text = types.ExprString(e.X)
	case *ast.AssignStmt:
		text = list(e.Lhs) + " " + e.Tok.String() + " " + list(e.Rhs)
	case *ast.IncDecStmt:
		text = types.ExprString(e.X) + e.Tok.String()
	case *ast.ReturnStmt:
		text = strings.TrimSpace("return " + list(e.Results))
	}
	return finding.Shorten(strings.Join(strings.Fields(text), " "), longest)
}

func list(exprs []ast.Expr) string {
	texts := make([]string, len(exprs))
	for i, e := range exprs {
		texts[i] = types.ExprString(e)
	}
	return strings.Join(texts, ", ")
}

// finish drops what comments suppress, and reports the rest.
func (p *pass) finish() *Found {
	found := &Found{used: map[token.Pos]bool{}}
	for _, f := range p.found {
		if i := p.suppressing(f.Pos); i != nil {
			found.used[i.pos] = true
			continue
		}
		found.Findings = append(found.Findings, f)
		message := f.Message
		if f.Hint != "" {
			message += "; " + f.Hint
		}
		p.Report(analysis.Diagnostic{
			Pos: f.Pos, Category: p.id, Message: message + " (" + p.id + ")", SuggestedFixes: f.Fixes,
		})
	}
	return found
}
