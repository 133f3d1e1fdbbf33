package partial

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/importpath"
)

// walker finds what a declaration needs.
type walker struct {
	program *Program
	pkg     *Package
	file    *filePart
	params  map[string]bool // the type parameters of the declaration
}

// function walks the signature of a function or method; the names in it are
// wanted at the given level.
func (w *walker) function(d *ast.FuncDecl, l level) {
	receiver, params := receiverOf(d)
	for _, e := range params {
		if p, ok := e.(*ast.Ident); ok {
			w.params[p.Name] = true
		}
	}
	if receiver != "" {
		w.program.want(w.pkg.Path, receiver, shape)
	}
	w.typeParams(d.Type.TypeParams)
	w.typ(d.Type, l)
}

// specification walks a specification.
func (w *walker) specification(spec ast.Spec, l level) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		w.typeParams(spec.TypeParams)
		w.declared(spec.Type, l)
	case *ast.ValueSpec:
		in := w.program.part(w.pkg.Path)
		for _, n := range spec.Names {
			in.levels[n.Name] = max(in.levels[n.Name], shape)
		}
		if spec.Type != nil {
			w.typ(spec.Type, shape)
		}
		for _, value := range spec.Values {
			w.value(value)
		}
	}
}

// typeParams walks the constraints of type parameters.
func (w *walker) typeParams(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		for _, n := range field.Names {
			w.params[n.Name] = true
		}
	}
	for _, field := range list.List {
		w.typ(field.Type, shape)
	}
}

// declared walks the type of a type declaration.
func (w *walker) declared(t ast.Expr, l level) {
	switch t := t.(type) {
	case *ast.ParenExpr:
		w.declared(t.X, l)
	case *ast.StructType:
		w.structure(t, l)
	case *ast.InterfaceType:
		w.methodSet(t, l)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		w.typ(t, l)
	default:
		w.typ(t, shape)
	}
}

// structure walks a declared struct. Of its fields only those show that are
// embedded, or exported and may be interfaces.
func (w *walker) structure(t *ast.StructType, l level) {
	for _, field := range t.Fields.List {
		depth := name
		switch {
		case len(field.Names) == 0:
			depth = l
		case isNamed(field.Type) && slices.ContainsFunc(field.Names, (*ast.Ident).IsExported):
			depth = shape
		}
		w.typ(field.Type, depth)
	}
}

// isNamed reports whether a type is written as a name.
func isNamed(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.ParenExpr:
		return isNamed(t.X)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		return true
	default:
		return false
	}
}

// methodSet walks a declared interface.
func (w *walker) methodSet(t *ast.InterfaceType, l level) {
	for _, field := range t.Methods.List {
		depth := l
		if len(field.Names) > 0 {
			depth = name
			if l == whole || isDeep(field.Names[0].Name) {
				depth = shape
			}
		}
		w.typ(field.Type, depth)
	}
}

// typ walks a type; the names in it are wanted at the given level. Constraints and
// generic types need the shapes of what is in them.
func (w *walker) typ(t ast.Expr, l level) {
	ast.Inspect(t, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			w.ident(n.Name, l)
		case *ast.SelectorExpr:
			w.selector(n, l)
			return false
		case *ast.Field:
			w.typ(n.Type, l) // and not its names
			return false
		case *ast.ArrayType:
			if n.Len != nil {
				w.value(n.Len)
			}
			w.typ(n.Elt, l)
			return false
		case *ast.IndexExpr, *ast.IndexListExpr, *ast.UnaryExpr, *ast.BinaryExpr:
			if l < shape {
				w.typ(n.(ast.Expr), shape)
				return false
			}
		}
		return true
	})
}

// ident wants a name without a package: of the package, or predeclared.
func (w *walker) ident(id string, l level) {
	if w.params[id] {
		return
	}
	if types.Universe.Lookup(id) != nil {
		if l == name || w.pkg.standard || w.program.find(w.pkg, declName{name: id}) == nil {
			return
		}
	}
	w.program.want(w.pkg.Path, id, l)
}

// selector wants a name of an imported package.
func (w *walker) selector(t *ast.SelectorExpr, l level) {
	base, ok := t.X.(*ast.Ident)
	if !ok {
		doubtf("%s selects from %T", w.file.name, t.X)
	}
	path := w.importOf(base.Name)
	switch {
	case path == "C" || path == "unsafe" && t.Sel.Name != "Pointer":
		doubtf("%s uses %s.%s", w.file.name, path, t.Sel.Name)
	case path != "unsafe":
		w.program.want(path, t.Sel.Name, l)
	}
	w.file.uses[base.Name] = path
}

// importOf returns the path of the package that the file imports under a name. A
// package that is not listed yet has the name that its path says; that is checked
// once it is listed, which it is if more than a name is wanted of it.
func (w *walker) importOf(local string) string {
	path, ok := w.file.imports[local]
	if !ok {
		i := slices.IndexFunc(w.file.unnamed, func(path string) bool { return w.isNamed(path, local) })
		if i < 0 {
			doubtf("%s imports nothing named %s", w.file.name, local)
		}
		path = w.file.unnamed[i]
	}
	if w.pkg.standard && !importpath.IsStd(path) {
		return "vendor/" + path // where the go command finds what the standard library imports
	}
	return path
}

func (w *walker) isNamed(path, local string) bool {
	if pkg := w.program.packages[path]; pkg != nil {
		return pkg.Name == local
	}
	return importpath.GuessName(path) == local
}

// value walks an expression. Names that are neither of the package nor imported
// belong to what is around them.
func (w *walker) value(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			w.typ(n.Type, shape)
			return false
		case *ast.SelectorExpr:
			w.selected(n)
			return false
		case *ast.Ident:
			w.mentioned(n.Name)
		}
		return true
	})
}

// selected walks a selector in an expression.
func (w *walker) selected(n *ast.SelectorExpr) {
	base, ok := n.X.(*ast.Ident)
	if !ok {
		w.value(n.X)
		return
	}
	if !w.mentioned(base.Name) {
		w.selector(n, shape)
	}
}

// mentioned wants a name in an expression, and reports whether the package has
// it.
func (w *walker) mentioned(id string) bool {
	if id == "_" || w.program.find(w.pkg, declName{name: id}) == nil {
		return false
	}
	w.program.want(w.pkg.Path, id, shape)
	return true
}
