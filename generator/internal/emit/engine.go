package emit

import (
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// engine returns the declarations for a job engine or an RPC stack.
func (e *emitter) engine(m model.Engine) []jen.Code {
	var all []jen.Code
	for _, d := range m.Declarations() {
		switch d := d.(type) {
		case model.Function:
			all = append(all, e.function(&d))
		case model.Constant:
			all = append(all, comment(d.Doc...).Line().Const().Id(d.Name).Op("=").Add(e.expression(d.Value)))
		}
	}
	return all
}

// function returns a function for an engine.
func (e *emitter) function(f *model.Function) jen.Code {
	head := comment(f.Doc...).Line().Func().Id(f.Name)
	if f.TypeParam != nil {
		head.Types(e.parameter(*f.TypeParam))
	}
	var params []jen.Code
	for _, p := range f.Params {
		params = append(params, e.parameter(p))
	}
	if f.HasOptions {
		params = append(params, e.options())
	}
	x := &expressions{emitter: e}
	value := x.expression(f.Value)
	return head.Params(params...).Add(e.expression(f.Result)).Block(append(x.before, jen.Return(value))...)
}

func (e *emitter) parameter(p model.Parameter) jen.Code {
	return jen.Id(p.Name).Add(e.expression(p.Type))
}

// expression returns an expression that needs no statements before it.
func (e *emitter) expression(x model.Expression) *jen.Statement {
	return (&expressions{emitter: e}).expression(x)
}

// expressions writes the expressions of a function.
type expressions struct {
	*emitter
	before []jen.Code // the statements that they need before them
}

func (e *expressions) expression(x model.Expression) *jen.Statement {
	switch x := x.(type) {
	case model.Name:
		return e.qualified(e.runtimePath(x.Path), x.Name)
	case model.Local:
		return jen.Id(string(x))
	case model.Instance:
		return e.expression(x.Generic).Types(e.expression(x.Argument))
	case model.Pointer:
		if _, ok := x.To.(model.Composite); ok {
			return jen.Op("&").Add(e.expression(x.To))
		}
		return jen.Op("*").Add(e.expression(x.To))
	case model.Slice:
		return jen.Index().Add(e.expression(x.Of))
	case model.Call:
		return e.expression(x.Function).Call(e.list(x.Arguments)...)
	case model.Spread:
		return e.expression(x.Slice).Op("...")
	case model.Composite:
		return e.composite(x)
	case model.PolicyMap:
		return e.policyMap(x.Stub)
	case model.NumberLiteral:
		return number(int64(x))
	case model.FloatLiteral:
		return floatLiteral(float64(x))
	case model.TextLiteral:
		return textLiteral(string(x))
	case model.StringsLiteral:
		return jen.Add(stringList(x))
	case model.DurationLiteral:
		return e.duration(time.Duration(x))
	}
	return nil // a linter checks that no expression is missing
}

func (e *expressions) list(all []model.Expression) []jen.Code {
	var code []jen.Code
	for _, x := range all {
		code = append(code, e.expression(x))
	}
	return code
}

// composite returns a composite literal.
func (e *expressions) composite(x model.Composite) *jen.Statement {
	if len(x.Fields) == 1 {
		return e.expression(x.Type).Values(jen.Id(x.Fields[0].Name).Op(":").Add(e.expression(x.Fields[0].Value)))
	}
	var fields []field
	for _, f := range x.Fields {
		fields = append(fields, field{f.Name, e.expression(f.Value)})
	}
	return literal(e.expression(x.Type), fields...)
}

// policyMap returns the map from the methods of a stub to their policies. A
// policy of several methods is made once.
func (e *expressions) policyMap(s *model.Stub) *jen.Statement {
	var used []*model.Policy
	for _, m := range s.Methods {
		used = append(used, m.Policy)
	}
	set := e.policySet(used)
	e.before = append(e.before, set.body...)
	items := make([]jen.Code, len(s.Methods))
	for i, m := range s.Methods {
		items[i] = e.procedure(s, m).Op(":").Add(set.value(m.Policy))
	}
	return jen.Map(jen.String()).Op("*").Add(e.runtime("Policy")).
		Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...)
}

// procedure returns the full name of a method.
func (e *expressions) procedure(s *model.Stub, m *model.StubMethod) *jen.Statement {
	if m.Descriptor == "" {
		return e.qualified(s.Path, m.Constant)
	}
	described := jen.Op("&").Add(e.qualified(s.Path, m.Descriptor))
	return e.qualified(e.runtimePath(model.GrpcRuntime), "FullMethod").Call(described, stringLiteral(m.Name))
}

// runtimePath returns a path of the model as the output imports it: the runtime
// may be a copy.
func (e *emitter) runtimePath(path string) string {
	if below, ok := strings.CutPrefix(path, model.RuntimePath+"/"); ok {
		return e.file.RuntimePath + "/" + below
	}
	return path
}
