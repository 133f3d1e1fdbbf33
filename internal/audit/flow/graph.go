// Package flow follows the paths of a Go function: which error values can be
// nil where, and which loops retry what failed.
package flow

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/types/typeutil"
)

// Func is the body of a function declaration or a function literal.
type Func struct {
	Info *types.Info
	// Node is the *ast.FuncDecl or *ast.FuncLit.
	Node ast.Node
	Type *ast.FuncType
	Body *ast.BlockStmt

	graph *cfg.CFG
	tags  map[*ast.CaseClause]ast.Expr
}

// NewFunc returns the function of an *ast.FuncDecl with a body or of an
// *ast.FuncLit, and nil for every other node.
func NewFunc(info *types.Info, node ast.Node) *Func {
	switch node := node.(type) {
	case *ast.FuncDecl:
		if node.Body != nil {
			return &Func{Info: info, Node: node, Type: node.Type, Body: node.Body}
		}
	case *ast.FuncLit:
		return &Func{Info: info, Node: node, Type: node.Type, Body: node.Body}
	}
	return nil
}

// Graph returns the control-flow graph of the body.
func (f *Func) Graph() *cfg.CFG {
	if f.graph == nil {
		f.graph = cfg.New(f.Body, func(call *ast.CallExpr) bool { return mayReturn(f.Info, call) })
		f.tags = tagsOf(f.Body)
	}
	return f.graph
}

// mayReturn reports whether a call can return.
func mayReturn(info *types.Info, call *ast.CallExpr) bool {
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		return callee.Name() != "panic"
	case *types.Func:
		name := callee.Name()
		if callee.Pkg() == nil {
			return true
		}
		switch callee.Pkg().Path() {
		case "os", "runtime":
			return name != "Exit" && name != "Goexit"
		case "testing":
			return !strings.HasPrefix(name, "Fatal") && name != "FailNow"
		}
		// the loggers of all libraries end the program so
		return !strings.HasPrefix(name, "Fatal") && !strings.HasPrefix(name, "Panic")
	}
	return true
}

// tagsOf returns the tag of the switch that each case belongs to.
func tagsOf(body *ast.BlockStmt) map[*ast.CaseClause]ast.Expr {
	tags := map[*ast.CaseClause]ast.Expr{}
	ast.Inspect(body, func(n ast.Node) bool {
		if s, ok := n.(*ast.SwitchStmt); ok && s.Tag != nil {
			for _, clause := range s.Body.List {
				tags[clause.(*ast.CaseClause)] = s.Tag
			}
		}
		return true
	})
	return tags
}

// Inspect is [ast.Inspect] without the bodies of function literals, which run at
// another time.
func Inspect(root ast.Node, visit func(ast.Node) bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && ast.Node(lit) != root {
			return false
		}
		return n == nil || visit(n)
	})
}

// Mentions reports whether an expression or statement names the variable.
func Mentions(info *types.Info, root ast.Node, v types.Object) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && (info.Uses[id] == v || info.Defs[id] == v) {
			found = true
		}
		return !found
	})
	return found
}

// VarOf returns the variable that an expression is, or nil.
func VarOf(info *types.Info, e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := info.ObjectOf(id).(*types.Var)
	return v
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// IsError reports whether t is error or a pointer or interface that implements
// it.
func IsError(t types.Type) bool {
	if t == nil || !types.Implements(t, errorType) {
		return false
	}
	switch types.Unalias(t).Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}
