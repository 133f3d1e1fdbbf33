package sketch

import "go/ast"

// walker finds what a declaration needs.
type walker struct {
	sketch *Sketch
	in     *partial
	file   *sourceFile
	// params are the type parameters of the declaration.
	params map[string]bool
}

// add adds a declaration to the sketch, and queues what it needs at a level.
func (s *Sketch) add(p *partial, d *declaration, level Level) error {
	decl, err := s.store.parse(d)
	if err != nil {
		return err
	}
	part := p.part(d.file)
	if !p.decls[d.Decl] {
		p.decls[d.Decl] = true
		part.decls = append(part.decls, decl)
	}
	w := walker{sketch: s, in: p, file: d.file, params: map[string]bool{}}
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return w.function(decl)
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if err := w.specification(spec, level); err != nil {
				return err
			}
		}
	}
	return nil
}

// function walks the signature of a function or method.
func (w *walker) function(d *ast.FuncDecl) error {
	if d.Recv != nil {
		for _, param := range receiverParams(d.Recv.List[0].Type) {
			w.params[param] = true
		}
	}
	if err := w.typeParams(d.Type.TypeParams); err != nil {
		return err
	}
	return w.typ(d.Type, Shape)
}

// receiverParams returns the names that a receiver gives to the type parameters
// of its type.
func receiverParams(t ast.Expr) []string {
	var args []ast.Expr
	switch t := t.(type) {
	case *ast.ParenExpr:
		return receiverParams(t.X)
	case *ast.StarExpr:
		return receiverParams(t.X)
	case *ast.IndexExpr:
		args = []ast.Expr{t.Index}
	case *ast.IndexListExpr:
		args = t.Indices
	}
	var names []string
	for _, arg := range args {
		if name, ok := arg.(*ast.Ident); ok {
			names = append(names, name.Name)
		}
	}
	return names
}

// specification walks a specification.
func (w *walker) specification(spec ast.Spec, level Level) error {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if err := w.typeParams(spec.TypeParams); err != nil {
			return err
		}
		return w.declared(spec.Type, level)
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			w.in.levels[name.Name] = max(w.in.levels[name.Name], Shape)
		}
		if spec.Type != nil {
			if err := w.typ(spec.Type, Shape); err != nil {
				return err
			}
		}
		for _, value := range spec.Values {
			if err := w.value(value); err != nil {
				return err
			}
		}
	}
	return nil
}

// typeParams walks the constraints of type parameters.
func (w *walker) typeParams(list *ast.FieldList) error {
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			w.params[name.Name] = true
		}
	}
	return w.fields(list, Shape)
}

func (w *walker) fields(list *ast.FieldList, level Level) error {
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		if err := w.typ(field.Type, level); err != nil {
			return err
		}
	}
	return nil
}

// declared walks what a type declaration says that the type is.
func (w *walker) declared(t ast.Expr, level Level) error {
	switch t := t.(type) {
	case *ast.ParenExpr:
		return w.declared(t.X, level)
	case *ast.StructType:
		return w.structure(t, level)
	case *ast.InterfaceType:
		return w.methodSet(t, level)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		return w.typ(t, level)
	default:
		return w.typ(t, Shape)
	}
}

// structure walks a declared struct. Of its fields only those show that are
// embedded, or exported and may be interfaces.
func (w *walker) structure(t *ast.StructType, level Level) error {
	for _, field := range t.Fields.List {
		depth := Name
		switch {
		case len(field.Names) == 0:
			depth = level
		case isNamed(field.Type) && hasExported(field.Names):
			depth = Shape
		}
		if err := w.typ(field.Type, depth); err != nil {
			return err
		}
	}
	return nil
}

func hasExported(names []*ast.Ident) bool {
	for _, name := range names {
		if name.IsExported() {
			return true
		}
	}
	return false
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
func (w *walker) methodSet(t *ast.InterfaceType, level Level) error {
	for _, field := range t.Methods.List {
		depth := level
		if len(field.Names) > 0 {
			depth = Name
			if level == Whole || shapeMethods[field.Names[0].Name] {
				depth = Shape
			}
		}
		if err := w.typ(field.Type, depth); err != nil {
			return err
		}
	}
	return nil
}

// typ walks a type; the names in it are wanted at the given level.
func (w *walker) typ(t ast.Expr, level Level) error {
	switch t := t.(type) {
	case *ast.Ident:
		return w.ident(t.Name, level)
	case *ast.SelectorExpr:
		return w.selector(t, level)
	case *ast.ParenExpr:
		return w.typ(t.X, level)
	case *ast.StarExpr:
		return w.typ(t.X, level)
	case *ast.Ellipsis:
		return w.typ(t.Elt, level)
	case *ast.ChanType:
		return w.typ(t.Value, level)
	case *ast.MapType:
		return w.both(t.Key, t.Value, level)
	case *ast.ArrayType:
		if t.Len != nil {
			if err := w.value(t.Len); err != nil {
				return err
			}
		}
		return w.typ(t.Elt, level)
	case *ast.StructType:
		return w.fields(t.Fields, level)
	case *ast.InterfaceType:
		return w.fields(t.Methods, level)
	case *ast.FuncType:
		if err := w.fields(t.Params, level); err != nil {
			return err
		}
		return w.fields(t.Results, level)
	default:
		return w.constraint(t, level)
	}
}

// constraint walks what stands in constraints, and instances of generic types.
func (w *walker) constraint(t ast.Expr, level Level) error {
	switch t := t.(type) {
	case *ast.UnaryExpr:
		return w.typ(t.X, Shape)
	case *ast.BinaryExpr:
		return w.both(t.X, t.Y, Shape)
	case *ast.IndexExpr:
		if err := w.typ(t.X, max(level, Shape)); err != nil {
			return err
		}
		return w.typ(t.Index, max(level, Shape))
	case *ast.IndexListExpr:
		for _, arg := range t.Indices {
			if err := w.typ(arg, max(level, Shape)); err != nil {
				return err
			}
		}
		return w.typ(t.X, max(level, Shape))
	default:
		return uncertain("%s has the type %T", w.file.name, t)
	}
}

func (w *walker) both(a, b ast.Expr, level Level) error {
	if err := w.typ(a, level); err != nil {
		return err
	}
	return w.typ(b, level)
}
