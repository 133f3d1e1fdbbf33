package sketch

import (
	"go/ast"
	"go/token"
	"go/types"
)

// ident wants a name without a package: of the package, or predeclared.
func (w *walker) ident(name string, level Level) error {
	if w.params[name] {
		return nil
	}
	if types.Universe.Lookup(name) != nil {
		if level == Name || w.in.isStandard() {
			return nil // whatever it is, it does not show; or it is no other
		}
		own, err := w.in.lookup(name, w.sketch.hidden)
		if err != nil || own == nil {
			return err
		}
	}
	return w.sketch.want(w.in, name, level)
}

// selector wants a name of an imported package.
func (w *walker) selector(t *ast.SelectorExpr, level Level) error {
	base, ok := t.X.(*ast.Ident)
	if !ok {
		return uncertain("%s selects from %T", w.file.name, t.X)
	}
	path, err := w.in.importOf(w.file, base.Name, w.sketch.hidden)
	if err != nil {
		return err
	}
	w.in.part(w.file).use(base.Name, path)
	if path == "unsafe" {
		if t.Sel.Name != "Pointer" {
			return uncertain("%s uses unsafe.%s", w.file.name, t.Sel.Name)
		}
		return nil
	}
	d, err := w.sketch.store.Imported(w.in.Path, path)
	if err != nil {
		return err
	}
	return w.sketch.want(w.sketch.partial(d), t.Sel.Name, level)
}

// value walks an expression. Names that are not of the package, or imported,
// belong to what is around them.
func (w *walker) value(e ast.Expr) (err error) {
	ast.Inspect(e, func(n ast.Node) bool {
		if err != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			err = w.typ(n.Type, Shape)
			return false
		case *ast.SelectorExpr:
			err = w.selected(n)
			return false
		case *ast.Ident:
			err = w.mentioned(n.Name)
		}
		return true
	})
	return err
}

// selected walks a selector in an expression.
func (w *walker) selected(n *ast.SelectorExpr) error {
	base, ok := n.X.(*ast.Ident)
	if !ok {
		return w.value(n.X)
	}
	own, err := w.in.lookup(base.Name, w.sketch.hidden)
	if err != nil {
		return err
	}
	if own != nil {
		return w.sketch.want(w.in, base.Name, Shape)
	}
	return w.selector(n, Shape)
}

// mentioned wants a name in an expression, if it is of the package.
func (w *walker) mentioned(name string) error {
	if name == "_" || token.IsKeyword(name) {
		return nil
	}
	own, err := w.in.lookup(name, w.sketch.hidden)
	if err != nil || own == nil {
		return err
	}
	return w.sketch.want(w.in, name, Shape)
}
