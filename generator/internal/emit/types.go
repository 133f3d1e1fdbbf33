package emit

import (
	"fmt"
	"go/types"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// typ returns a type as the file writes it.
func (e *emitter) typ(t types.Type) *jen.Statement {
	switch t := t.(type) {
	case *types.Basic:
		return e.basicType(t)
	case *types.Named:
		return e.object(t.Obj()).Add(e.typeArgs(t.TypeArgs()))
	case *types.Alias:
		return e.object(t.Obj()).Add(e.typeArgs(t.TypeArgs()))
	case *types.TypeParam:
		return jen.Id(e.typeParamName(t))
	case *types.Pointer:
		return jen.Op("*").Add(e.typ(t.Elem()))
	case *types.Slice:
		return jen.Index().Add(e.typ(t.Elem()))
	case *types.Array:
		return jen.Index(number(t.Len())).Add(e.typ(t.Elem()))
	case *types.Map:
		return jen.Map(e.typ(t.Key())).Add(e.typ(t.Elem()))
	case *types.Chan:
		return e.chanType(t)
	case *types.Signature:
		return jen.Func().Add(e.signature(t))
	case *types.Struct:
		return e.structType(t)
	case *types.Interface:
		return e.interfaceType(t)
	case *types.Union:
		return e.unionType(t)
	default:
		panic(fmt.Sprintf("generator: type %T", t))
	}
}

// typeParamName returns the name that a type parameter of a client has in the
// file.
func (e *emitter) typeParamName(t *types.TypeParam) string {
	for _, c := range e.generics() {
		for _, p := range c.TypeParams {
			if p.TypeParam == t {
				return p.Name
			}
		}
	}
	return t.Obj().Name()
}

// generics returns the clients of the file, which may have type parameters.
func (e *emitter) generics() []*model.Client {
	if e.file.Fake == nil {
		return e.file.Clients
	}
	var all []*model.Client
	for _, t := range e.file.Fake.Types {
		all = append(all, t.Client)
	}
	return all
}

// basicType returns a predeclared type or unsafe.Pointer.
func (e *emitter) basicType(t *types.Basic) *jen.Statement {
	if t.Kind() == types.UnsafePointer {
		return e.qualified("unsafe", "Pointer")
	}
	return jen.Id(t.Name())
}

// typeArgs returns the arguments of an instance of a generic type.
func (e *emitter) typeArgs(list *types.TypeList) jen.Code {
	if list.Len() == 0 {
		return jen.Null()
	}
	var args []jen.Code
	for t := range list.Types() {
		args = append(args, e.typ(t))
	}
	return jen.Types(args...)
}

// chanType returns a channel type. Parentheses keep the arrows of nested
// channels apart.
func (e *emitter) chanType(t *types.Chan) *jen.Statement {
	elem := e.typ(t.Elem())
	if inner, ok := t.Elem().(*types.Chan); ok && inner.Dir() == types.RecvOnly {
		elem = jen.Parens(elem)
	}
	switch t.Dir() {
	case types.SendOnly:
		return jen.Chan().Op("<-").Add(elem)
	case types.RecvOnly:
		return jen.Op("<-").Chan().Add(elem)
	default:
		return jen.Chan().Add(elem)
	}
}

// signature returns the parameters and results of a function type.
func (e *emitter) signature(s *types.Signature) *jen.Statement {
	params, results := variablesOf(s.Params()), variablesOf(s.Results())
	return jen.Params(e.variables(params, s.Variadic())...).Add(e.resultList(results))
}

// variablesOf returns the parameters or results of a signature.
func variablesOf(t *types.Tuple) []model.Variable {
	var list []model.Variable
	for v := range t.Variables() {
		list = append(list, model.NewVariable(v))
	}
	return list
}

// resultList returns the results of a signature, in parentheses where they
// need them.
func (e *emitter) resultList(results []model.Variable) jen.Code {
	switch {
	case len(results) == 0:
		return jen.Null()
	case len(results) == 1 && results[0].Name == "":
		return e.typ(results[0].Type)
	default:
		return jen.Params(e.variables(results, false)...)
	}
}

// variables returns the list of parameters or results: "name type", or "type"
// if there is no name. Neighbours of the same type share it.
func (e *emitter) variables(list []model.Variable, variadic bool) []jen.Code {
	var all []jen.Code
	for i, v := range list {
		code := jen.Null()
		if v.Name != "" {
			code = jen.Id(v.Name)
		}
		isLast := i == len(list)-1
		slice, isSlice := v.Type.(*types.Slice)
		switch {
		case isLast && variadic && isSlice:
			code.Op("...").Add(e.typ(slice.Elem()))
		case isLast || v.Name == "" || (variadic && i == len(list)-2) || !types.Identical(v.Type, list[i+1].Type):
			code.Add(e.typ(v.Type))
		}
		all = append(all, code)
	}
	return all
}

// structType returns an unnamed struct type.
func (e *emitter) structType(t *types.Struct) *jen.Statement {
	var fields []jen.Code
	for i := range t.NumFields() {
		f := t.Field(i)
		code := jen.Null()
		if !f.Embedded() {
			code = jen.Id(f.Name())
		}
		code.Add(e.typ(f.Type()))
		if tag := t.Tag(i); tag != "" {
			code.Add(stringLiteral(tag))
		}
		fields = append(fields, code)
	}
	return jen.Struct(fields...)
}

// interfaceType returns an unnamed interface type or constraint.
func (e *emitter) interfaceType(t *types.Interface) *jen.Statement {
	switch {
	case t.IsImplicit() && t.NumEmbeddeds() == 1:
		return e.typ(t.EmbeddedType(0))
	case t.NumMethods() == 0 && t.NumEmbeddeds() == 0:
		return jen.Any()
	}
	var items []jen.Code
	for embedded := range t.EmbeddedTypes() {
		items = append(items, e.typ(embedded))
	}
	for m := range t.ExplicitMethods() {
		items = append(items, jen.Id(m.Name()).Add(e.signature(m.Signature())))
	}
	return jen.Interface(items...)
}

// unionType returns the union of a constraint.
func (e *emitter) unionType(t *types.Union) *jen.Statement {
	var terms []jen.Code
	for term := range t.Terms() {
		code := e.typ(term.Type())
		if term.Tilde() {
			code = jen.Op("~").Add(code)
		}
		terms = append(terms, code)
	}
	return jen.Union(terms...)
}
