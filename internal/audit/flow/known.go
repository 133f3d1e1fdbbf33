package flow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Known is what is known about values on a path: whether an error is nil, and
// whether a boolean is false. A key is a *types.Var, or the *ast.CallExpr whose
// result is compared in place.
type Known map[any]bool

// The values of [Known].
const (
	Nil    = false // a nil error, or false
	NotNil = true  // an error, or true
)

func (k Known) with(key any, value bool) Known {
	k = maps.Clone(k)
	if k == nil {
		k = Known{}
	}
	k[key] = value
	return k
}

func (k Known) without(key any) Known {
	if _, ok := k[key]; !ok {
		return k
	}
	k = maps.Clone(k)
	delete(k, key)
	return k
}

// signature returns a text that is equal for equal knowledge.
func (k Known) signature() string {
	var all []string
	for key, value := range k {
		all = append(all, fmt.Sprintf("%p%t", key, value))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// Mode says what is assumed about what a path does not show.
type Mode struct {
	// CallsSucceed assumes that every call returns a nil error.
	CallsSucceed bool
	// Unrecognized assumes that no error is of a kind that the code tests for.
	Unrecognized bool
}

// assign returns what is known after a node.
func (f *Func) assign(n ast.Node, k Known, mode Mode) Known {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return f.assignAll(n.Lhs, n.Rhs, k, mode)
	case *ast.ValueSpec:
		lhs := make([]ast.Expr, len(n.Names))
		for i, name := range n.Names {
			lhs[i] = name
		}
		if len(n.Values) > 0 {
			return f.assignAll(lhs, n.Values, k, mode)
		}
		for _, name := range n.Names {
			if v := VarOf(f.Info, name); v != nil && IsError(v.Type()) {
				k = k.with(v, Nil)
			}
		}
	}
	return k
}

func (f *Func) assignAll(lhs, rhs []ast.Expr, k Known, mode Mode) Known {
	before := k
	for i, left := range lhs {
		v := VarOf(f.Info, left)
		if v == nil || !IsError(v.Type()) && !isBool(v.Type()) {
			continue
		}
		right := rhs[min(i, len(rhs)-1)]
		value, ok := f.valueOf(right, len(rhs) < len(lhs), isBool(v.Type()), before, mode)
		if ok {
			k = k.with(v, value)
		} else {
			k = k.without(v)
		}
	}
	return k
}

func isBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// valueOf returns what is known about an expression that is assigned. It is one
// of several results of a call or test if many is set.
func (f *Func) valueOf(e ast.Expr, many, boolean bool, k Known, mode Mode) (value, ok bool) {
	if boolean {
		if many {
			return false, mode.Unrecognized && f.mentionsError(e, k)
		}
		return f.Condition(e, k, mode)
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if f.Info.Types[e].IsNil() {
			return Nil, true
		}
		value, ok = k[f.Info.ObjectOf(e)]
		return value, ok
	case *ast.CallExpr:
		switch {
		case MakesError(f.Info, e):
			return NotNil, true
		case mode.CallsSucceed:
			return Nil, true
		}
	case *ast.UnaryExpr, *ast.CompositeLit:
		return NotNil, true
	}
	return false, false
}

// MakesError reports whether a call returns a new error.
func MakesError(info *types.Info, call *ast.CallExpr) bool {
	switch NameOf(info, call) {
	case "errors.New", "fmt.Errorf":
		return true
	}
	return false
}

// Condition returns the value of a condition as far as it is known.
func (f *Func) Condition(e ast.Expr, k Known, mode Mode) (value, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if tv := f.Info.Types[e]; tv.Value != nil {
			return tv.Value.String() == "true", true
		}
		value, ok = k[f.Info.ObjectOf(e)]
		return value, ok
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			value, ok = f.Condition(e.X, k, mode)
			return !value, ok
		}
	case *ast.BinaryExpr:
		return f.binary(e, k, mode)
	case *ast.CallExpr:
		if mode.Unrecognized && f.mentionsError(e, k) {
			return false, true
		}
	}
	return false, false
}

func (f *Func) binary(e *ast.BinaryExpr, k Known, mode Mode) (value, ok bool) {
	switch e.Op {
	case token.EQL, token.NEQ:
		equal, ok := f.equal(e.X, e.Y, k, mode)
		return equal == (e.Op == token.EQL), ok
	case token.LAND, token.LOR:
		short := e.Op == token.LOR
		x, okX := f.Condition(e.X, k, mode)
		y, okY := f.Condition(e.Y, k, mode)
		switch {
		case okX && x == short, okY && y == short:
			return short, true
		case okX && okY:
			return !short, true
		}
	}
	return false, false
}

// equal reports whether two errors are equal, as far as it is known.
func (f *Func) equal(x, y ast.Expr, k Known, mode Mode) (value, ok bool) {
	if f.isNil(x) {
		x, y = y, x
	}
	isError, ok := f.errorOf(x, k, mode)
	if !ok {
		return false, false
	}
	if f.isNil(y) {
		return !isError, true
	}
	return false, mode.Unrecognized || !isError
}

func (f *Func) isNil(e ast.Expr) bool { return f.Info.Types[ast.Unparen(e)].IsNil() }

func (f *Func) errorOf(e ast.Expr, k Known, mode Mode) (value, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := VarOf(f.Info, e); v != nil && IsError(v.Type()) {
			value, ok = k[v]
		}
	case *ast.CallExpr:
		if value, ok = k[e]; !ok && mode.CallsSucceed && IsError(f.Info.TypeOf(e)) {
			return Nil, true
		}
	}
	return value, ok
}

// mentionsError reports whether an expression tests a variable that holds an
// error.
func (f *Func) mentionsError(e ast.Expr, k Known) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, isVar := f.Info.Uses[id].(*types.Var); isVar && IsError(v.Type()) && k[v] {
				found = true
			}
		}
		return !found
	})
	return found
}
