package resolve

import (
	"cmp"
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// fields resolves a condition on a field of an error type: one for each version
// of the type that is used.
func (c conditions) fields(m schema.Matcher, wanted matcher.FieldIn) []model.Condition {
	at := m.At()
	if matcher.Service(m) == "" {
		at = wanted.At.Key("of")
	}
	var all []model.Condition
	for _, object := range c.declarationsAt(m, wanted.Of, at) {
		name, ok := object.(*types.TypeName)
		if !ok {
			c.report(ruleWrongKind, at, false, wanted.Of.String()+" is not a type", c.declaredAt(object))
			continue
		}
		t := c.namedErrorType(name, at, wanted.Of)
		if t == nil {
			continue
		}
		if condition, ok := c.field(m, t, wanted); ok {
			all = append(all, condition)
		}
	}
	return all
}

// declarationsAt is declarations for a name at another place than its matcher.
func (c conditions) declarationsAt(m schema.Matcher, name schema.GoName, at schema.Pointer) []types.Object {
	if matcher.Service(m) != "" {
		return c.declarations(m, name)
	}
	if object := c.lookup(name, at); object != nil {
		return []types.Object{object}
	}
	return nil
}

// field resolves the path of a field, and reports what is wrong with it. A path
// that one version of a package does not have is no mistake of a service's
// table.
func (c conditions) field(m schema.Matcher, t types.Type, wanted matcher.FieldIn) (model.FieldIn, bool) {
	condition := model.FieldIn{Type: t, Values: wanted.Values, Statuses: wanted.Statuses}
	report := func(message, hint string) {
		if matcher.Service(m) == "" {
			c.report(ruleNameNotFound, c.pathPointer(wanted), false, message, hint)
		}
	}
	if wanted.Path == "" {
		report(fmt.Sprintf("the field of %s to compare is missing", wanted.Of), "write field: NAME or method: NAME")
		return condition, false
	}
	end := t
	for name := range strings.SplitSeq(wanted.Path, ".") {
		step, next := c.step(end, name)
		if next == nil {
			report(fmt.Sprintf("%s has no exported field or method %s without parameters", c.typeText(end), name), fieldsHint(end))
			return condition, false
		}
		condition.Steps = append(condition.Steps, step)
		end = next
	}
	kind, ok := fieldKind(end)
	if !ok {
		report(fmt.Sprintf("%s is of type %s, which is not a text, a number, a truth value or a list of texts", wanted.Path, c.typeText(end)), "")
		return condition, false
	}
	condition.Kind = kind
	condition.IsNamed = !types.Identical(end, types.Typ[types.String]) && !types.Identical(end, types.Typ[types.Int])
	if problem := kindProblem(condition); problem != "" {
		report(fmt.Sprintf("%s is of type %s, %s", wanted.Path, c.typeText(end), problem), "")
		return condition, false
	}
	return condition, true
}

// pathPointer returns the place of the path in the spec.
func (c conditions) pathPointer(wanted matcher.FieldIn) schema.Pointer {
	for _, key := range []string{"field", "method"} {
		if at := wanted.At.Key(key); c.spec.Has(at) {
			return at
		}
	}
	return wanted.At
}

// step finds an exported field of t, or a method without parameters and with one
// result, and returns its type; nil if there is none.
func (c conditions) step(t types.Type, name string) (model.Step, types.Type) {
	object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	step := model.Step{Name: name}
	var next types.Type
	switch object := object.(type) {
	case *types.Var:
		next = object.Type()
	case *types.Func:
		s := object.Signature()
		if s.Params().Len() > 0 || s.Results().Len() != 1 {
			return step, nil
		}
		step.IsMethod, next = true, s.Results().At(0).Type()
	default:
		return step, nil
	}
	if !object.Exported() {
		return step, nil
	}
	_, step.CanBeNil = next.Underlying().(*types.Pointer)
	return step, next
}

// fieldKind returns the kind of a field of type t.
func fieldKind(t types.Type) (model.FieldKind, bool) {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case t.Info()&types.IsString != 0:
			return model.TextField, true
		case t.Info()&types.IsInteger != 0:
			return model.NumberField, true
		case t.Info()&types.IsBoolean != 0:
			return model.Flag, true
		}
	case *types.Slice:
		kind, ok := fieldKind(t.Elem())
		return model.ListField, ok && kind == model.TextField
	}
	return 0, false
}

// kindProblem says why values cannot be compared with a field, or "".
func kindProblem(c model.FieldIn) string {
	if len(c.Statuses) > 0 && c.Kind != model.NumberField {
		return "and a status is a number"
	}
	for _, v := range c.Values {
		_, err := strconv.ParseInt(v, 10, 64)
		switch {
		case c.Kind == model.NumberField && err != nil:
			return fmt.Sprintf("and %q is not a whole number", v)
		case c.Kind == model.Flag && v != "true":
			return "which is true or false"
		}
	}
	return ""
}

// fieldsHint lists the fields that a type has, for a name that is not one.
func fieldsHint(t types.Type) string {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	var names []string
	for i := range s.NumFields() {
		if f := s.Field(i); f.Exported() {
			names = append(names, f.Name())
		}
	}
	return "the fields are " + cmp.Or(strings.Join(names, ", "), "all unexported")
}
