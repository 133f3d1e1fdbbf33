package audit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"golang.org/x/tools/go/analysis"
)

var _ = register("RA102", "deaf-sleep", "a retry loop sleeps on after the context in scope has ended", findDeafSleeps)

func findDeafSleeps(p *pass) {
	for _, l := range p.Loops {
		if p.isDeferred(l.Func) {
			continue
		}
		for _, s := range sleepsOf(l) {
			ctx := p.contextAt(l, s.stmt.Pos())
			if ctx == nil {
				continue
			}
			p.report(l.Func, s.stmt,
				fmt.Sprintf("%s in a retry loop ignores %s: the call goes on waiting after its caller has given up", source(s.stmt), ctx.Name()),
				fmt.Sprintf("wait in a select with %s.Done()", ctx.Name()),
				p.wakeful(l.Func, s, ctx)...)
		}
	}
}

// sleep is a statement that waits and cannot be woken.
type sleep struct {
	stmt ast.Stmt
	wait ast.Expr // the duration, or nil if it is not in the statement
}

// sleepsOf returns the statements of a loop that wait by time.Sleep, or receive
// from a timer alone.
func sleepsOf(l *flow.Loop) []sleep {
	info := l.Func.Info
	var found []sleep
	flow.Inspect(l.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt:
			if len(n.Body.List) > 1 {
				for _, clause := range n.Body.List { // what follows a case may sleep
					for _, s := range clause.(*ast.CommClause).Body {
						inner := &flow.Loop{Func: l.Func, Body: &ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{s}, Rbrace: s.End()}}
						found = append(found, sleepsOf(inner)...)
					}
				}
				return false
			}
		case *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.ExprStmt:
			if wait, ok := sleepTime(info, n.X); ok {
				found = append(found, sleep{n, wait})
			}
		}
		return true
	})
	return found
}

// sleepTime returns the duration of an expression that waits for a time and for
// nothing else.
func sleepTime(info *types.Info, e ast.Expr) (ast.Expr, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if flow.NameOf(info, e) == "time.Sleep" {
			return e.Args[0], true
		}
	case *ast.UnaryExpr:
		if e.Op != token.ARROW {
			return nil, false
		}
		switch x := ast.Unparen(e.X).(type) {
		case *ast.CallExpr:
			if flow.NameOf(info, x) == "time.After" {
				return x.Args[0], true
			}
		case *ast.SelectorExpr:
			if call, ok := ast.Unparen(x.X).(*ast.CallExpr); ok && flow.NameOf(info, call) == "time.NewTimer" {
				return call.Args[0], true
			}
		}
	}
	return nil, false
}

// contextAt returns the context that a sleep should listen to, or nil: the
// innermost one that was there before the loop and can end.
func (p *pass) contextAt(l *flow.Loop, at token.Pos) *types.Var {
	outer := p.Outermost(l.Func)
	for scope := p.Pkg.Scope().Innermost(at); scope != nil && scope != p.Pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if ok && flow.IsNamed(v.Type(), "context", "Context") && v.Pos() < l.Stmt.Pos() && outer.Node.Pos() <= v.Pos() &&
				p.canEnd(outer, v) && isVisible(scope, at, v) {
				return v
			}
		}
	}
	return nil
}

// isVisible reports whether the name of a variable means that variable there.
func isVisible(scope *types.Scope, at token.Pos, v *types.Var) bool {
	if v.Name() == "_" {
		return false
	}
	_, object := scope.Innermost(at).LookupParent(v.Name(), at)
	return object == v
}

// canEnd reports whether a context is anything else than context.Background().
func (p *pass) canEnd(outer *flow.Func, v *types.Var) bool {
	assigned, ends := false, false
	ast.Inspect(outer.Node, func(n ast.Node) bool {
		var lhs, rhs []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			lhs, rhs = n.Lhs, n.Rhs
		case *ast.ValueSpec:
			for _, name := range n.Names {
				lhs = append(lhs, name)
			}
			rhs = n.Values
		}
		for i, left := range lhs {
			if flow.VarOf(p.TypesInfo, left) == v && len(rhs) > 0 {
				assigned = true
				ends = ends || !p.isEndless(outer, rhs[min(i, len(rhs)-1)])
			}
		}
		return true
	})
	return !assigned || ends || isParam(p.TypesInfo, outer, v)
}

// isEndless reports whether an expression is a context that nothing ends.
func (p *pass) isEndless(outer *flow.Func, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		switch flow.NameOf(p.TypesInfo, e) {
		case "context.Background", "context.TODO", "context.WithoutCancel":
			return true
		case "context.WithValue":
			return p.isEndless(outer, e.Args[0])
		}
	case *ast.Ident:
		v := flow.VarOf(p.TypesInfo, e)
		return v != nil && v.Parent() != p.Pkg.Scope() && !p.canEnd(outer, v)
	}
	return false
}

// isParam reports whether a variable is a parameter of the function or of a
// literal in it.
func isParam(info *types.Info, outer *flow.Func, v *types.Var) bool {
	found := false
	ast.Inspect(outer.Node, func(n ast.Node) bool {
		if t, ok := n.(*ast.FuncType); ok && t.Params.Pos() <= v.Pos() && v.Pos() < t.Params.End() {
			found = true
		}
		return !found
	})
	return found
}

// isDeferred reports whether a function literal cleans up: its work is done even
// if the context has ended.
func (p *pass) isDeferred(f *flow.Func) bool {
	for parent := p.Parent(f); parent != nil; f, parent = parent, p.Parent(parent) {
		deferred := false
		flow.Inspect(parent.Node, func(n ast.Node) bool {
			if d, ok := n.(*ast.DeferStmt); ok && d.Call.Fun == f.Node {
				deferred = true
			}
			return !deferred
		})
		if deferred {
			return true
		}
	}
	return false
}

// wakeful returns the select that a sleep becomes, if the function can return
// the error of the context.
func (p *pass) wakeful(f *flow.Func, s sleep, ctx *types.Var) []analysis.SuggestedFix {
	results, ok := p.returning(f, ctx)
	if !ok || s.wait == nil {
		return nil
	}
	after := "time.After(" + types.ExprString(s.wait) + ")"
	if name := p.packageName(s.stmt.Pos(), "time"); name != "time" {
		if name == "" {
			return nil
		}
		after = name + after[len("time"):]
	}
	text := fmt.Sprintf("select {\ncase <-%s.Done():\n%s\ncase <-%s:\n}", ctx.Name(), results, after)
	return []analysis.SuggestedFix{{
		Message:   "stop waiting when " + ctx.Name() + " ends",
		TextEdits: []analysis.TextEdit{{Pos: s.stmt.Pos(), End: s.stmt.End(), NewText: []byte(text)}},
	}}
}

// packageName returns the name that a file imports a package by, or "".
func (p *pass) packageName(at token.Pos, path string) string {
	for _, file := range p.Files {
		if at < file.Pos() || file.End() <= at {
			continue
		}
		for _, spec := range file.Imports {
			if strings.Trim(spec.Path.Value, `"`) == path {
				if spec.Name != nil {
					return spec.Name.Name
				}
				return path
			}
		}
	}
	return ""
}

// returning returns the statement that ends a function with the error of a
// context. It reports false if the function has results, and none for an error.
func (p *pass) returning(f *flow.Func, ctx *types.Var) (string, bool) {
	var signature *types.Signature
	switch node := f.Node.(type) {
	case *ast.FuncDecl:
		signature, _ = p.TypesInfo.Defs[node.Name].Type().(*types.Signature)
	case *ast.FuncLit:
		signature, _ = p.TypesInfo.TypeOf(node).(*types.Signature)
	}
	if signature == nil {
		return "", false
	}
	results := signature.Results()
	if results.Len() == 0 {
		return "return", true
	}
	last := results.At(results.Len() - 1).Type()
	if !types.Identical(last, types.Universe.Lookup("error").Type()) {
		return "", false
	}
	var values []string
	for i := range results.Len() - 1 {
		value, ok := p.zero(results.At(i).Type(), f)
		if !ok {
			return "", false
		}
		values = append(values, value)
	}
	return "return " + strings.Join(append(values, ctx.Name()+".Err()"), ", "), true
}

// zero returns the zero value of a type as code.
func (p *pass) zero(t types.Type, f *flow.Func) (string, bool) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`, true
		case u.Info()&types.IsBoolean != 0:
			return "false", true
		case u.Info()&types.IsNumeric != 0:
			return "0", true
		}
		return "nil", true
	case *types.Struct, *types.Array:
		name := types.TypeString(t, func(other *types.Package) string {
			if other == p.Pkg {
				return ""
			}
			return p.packageName(f.Node.Pos(), other.Path())
		})
		return name + "{}", !strings.HasPrefix(name, ".")
	}
	if _, ok := t.(*types.TypeParam); ok {
		return "*new(" + t.String() + ")", true
	}
	return "nil", true
}
