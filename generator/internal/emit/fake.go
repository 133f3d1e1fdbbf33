package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// test returns a name of the part of the runtime for tests.
func (e *emitter) test(name string) *jen.Statement {
	return e.qualified(e.file.RuntimePath+"/"+model.TestRuntime, name)
}

// fake returns the declarations of a fake: its constructor, what scripts its calls,
// its types, and the errors that all fakes of the package share.
func (e *emitter) fake(f *model.Fake) []jen.Code {
	all := []jen.Code{e.fakeConstructor(f)}
	for _, t := range f.Types {
		all = append(all, e.faultsType(f, t), e.fakeType(t))
		for _, m := range t.Methods {
			all = append(all, e.fakeMethod(t, m))
		}
	}
	if f.HasShared {
		all = append(all, e.withinFuncs()...)
	}
	for _, made := range f.Errors {
		all = append(all, e.fault(made))
	}
	return all
}

// fakeConstructor returns the function that makes a fake.
func (e *emitter) fakeConstructor(f *model.Fake) jen.Code {
	root := f.Types[0]
	doc := fmt.Sprintf("%s returns a %s for tests, and the faults of its methods. Calls without a script go to real. "+
		"If real is nil, such a call fails the test.", f.Constructor, f.Target)
	body := []jen.Code{jen.Id("fake").Op(":=").Add(e.test("New")).Call(jen.Id("t"), jen.Lit(f.Target), jen.Id("real").Op("!=").Nil())}
	for _, p := range f.Policies {
		made := e.qualified(root.OutputPath, p.Policy.FuncName).Call(e.fieldOptions(p.PolicyField)...)
		body = append(body, jen.Id(p.Variable).Op(":=").Add(made))
	}
	if len(f.Types) == 1 {
		body = append(body, jen.Id(root.Variable).Op(":=").Op("&").Add(e.faultsLiteral(f, root)))
	} else {
		for _, t := range f.Types {
			body = append(body, jen.Id(t.Variable).Op(":=").New(jen.Id(t.Faults).Add(typeArgList(t.Client))))
		}
		for _, t := range f.Types {
			body = append(body, jen.Op("*").Id(t.Variable).Op("=").Add(e.faultsLiteral(f, t)))
		}
	}
	body = append(body, jen.Return(e.fakeValue(root, jen.Id("real"), jen.Id(root.Variable)), jen.Id(root.Variable)))
	return comment(doc).Line().
		Func().Id(f.Constructor).Add(e.typeParamList(root.Client)).
		Params(jen.Id("t").Add(e.qualified("testing", "TB")), jen.Id("real").Add(e.fakedType(root))).
		Params(e.fakedType(root), jen.Op("*").Id(root.Faults).Add(typeArgList(root.Client))).
		Block(body...)
}

// fakedType returns the type of which a type of a fake takes the place.
func (e *emitter) fakedType(t *model.FakeType) *jen.Statement {
	if t.IsStruct {
		return e.qualified(t.OutputPath, t.Api).Add(typeArgList(t.Client))
	}
	return e.nextType(t.Client)
}

// fakeValue returns a value of a type of a fake.
func (e *emitter) fakeValue(t *model.FakeType, real, faults jen.Code) jen.Code {
	return jen.Op("&").Id(t.Name).Add(typeArgList(t.Client)).Values(real, faults)
}

// faultsLiteral returns the faults of a type, with empty scripts.
func (e *emitter) faultsLiteral(f *model.Fake, t *model.FakeType) *jen.Statement {
	var fields []field
	for _, m := range t.Methods {
		if child := t.Children[m]; child != nil {
			fields = append(fields, field{m.Name, jen.Id(child.Variable)})
		}
		if name := t.Scripts[m]; name != "" {
			make := "NewMethod"
			if len(m.TakesFunctions()) > 0 {
				make = "NewFuncMethod"
			}
			script := e.test(make).Types(e.resultsFunc(m)).Call(jen.Id("fake"), e.scriptConfig(f, m))
			fields = append(fields, field{name, script})
		}
	}
	return literal(jen.Id(t.Faults).Add(typeArgList(t.Client)), fields...)
}

// scriptConfig returns the description of a method for its script.
func (e *emitter) scriptConfig(f *model.Fake, m *model.Method) jen.Code {
	fields := []jen.Code{jen.Id("Name").Op(":").Lit(m.Name)}
	policy := f.Policy(m)
	if policy.Variable != "" {
		fields = append(fields, jen.Id("Policy").Op(":").Id(policy.Variable))
	}
	if policy.Retried != nil && len(m.TakesFunctions()) > 0 {
		fields = append(fields, jen.Id("Retried").Op(":").Index().Error().Values(e.sample(*policy.Retried)))
	}
	if !m.CanFail() {
		fields = append(fields, jen.Id("CannotFail").Op(":").True())
	}
	if m.Context < 0 && m.Request < 0 {
		fields = append(fields, jen.Id("NoContext").Op(":").True())
	}
	if m.ErrorMethod != "" {
		fields = append(fields, jen.Id("ErrorMethod").Op(":").Lit(m.ErrorMethod))
	}
	if m.ErrorResult > 0 {
		fields = append(fields, jen.Id("ErrorResult").Op(":").Lit(m.ErrorResult))
	}
	return e.test("Config").Values(fields...)
}

// resultsFunc returns the type of a function that takes the results of a method
// without its error.
func (e *emitter) resultsFunc(m *model.Method) *jen.Statement {
	return jen.Func().Params(e.variables(m.Values(), false)...)
}

// faultsType returns the type that has a script for each method.
func (e *emitter) faultsType(f *model.Fake, t *model.FakeType) jen.Code {
	var fields []jen.Code
	for _, m := range t.Methods {
		if child := t.Children[m]; child != nil {
			fields = append(fields, jen.Id(m.Name).Op("*").Id(child.Faults).Add(typeArgList(child.Client)))
		}
		if name := t.Scripts[m]; name != "" {
			script := "Method"
			if len(m.TakesFunctions()) > 0 {
				script = "FuncMethod"
			}
			fields = append(fields, jen.Id(name).Op("*").Add(e.test(script)).Types(e.resultsFunc(m)))
		}
	}
	doc := fmt.Sprintf("%s has a script of faults for each method of a %s.", t.Faults, t.Target)
	if len(t.Children) > 0 {
		doc += " What methods return has faults for its own methods; all values that a method returns share them."
	}
	return comment(doc).Line().Type().Id(t.Faults).Add(e.typeParamList(t.Client)).Struct(fields...)
}

// fakeType returns a type of a fake.
func (e *emitter) fakeType(t *model.FakeType) jen.Code {
	return jen.Type().Id(t.Name).Add(e.typeParamList(t.Client)).Struct(
		jen.Id("real").Add(e.fakedType(t)),
		jen.Id("faults").Op("*").Id(t.Faults).Add(typeArgList(t.Client)),
	)
}

// fakeMethod returns a method of a fake.
func (e *emitter) fakeMethod(t *model.FakeType, m *model.Method) jen.Code {
	body := e.scripted(t, m)
	if t.Scripts[m] == "" {
		body = e.accessor(t, m)
	}
	return jen.Func().Params(jen.Id(t.Receiver).Op("*").Id(t.Name).Add(typeArgList(t.Client))).
		Id(m.Name).Add(e.methodSignature(m)).Block(body...)
}

// scripted returns the body of a method that follows its script.
func (e *emitter) scripted(t *model.FakeType, m *model.Method) []jen.Code {
	attempt := func() *jen.Statement { return jen.Id(m.Call) }
	script := jen.Id(t.Receiver).Dot("faults").Dot(t.Scripts[m])
	body := []jen.Code{attempt().Op(":=").Add(script).Dot("Begin").Call(e.contextOf(m))}
	var functions, results []jen.Code
	for _, v := range m.TakesFunctions() {
		functions = append(functions, jen.Op("&").Id(v.Name))
	}
	if len(functions) > 0 {
		body = append(body, attempt().Dot("Functions").Call(functions...))
	}
	for _, v := range m.Results {
		results = append(results, jen.Op("&").Id(v.Name))
	}
	body = append(body,
		jen.If(attempt().Dot("Calls").Call()).Block(e.realCall(t, m)),
		attempt().Dot("End").Call(results...),
	)
	if child := t.Children[m]; child != nil {
		first := func() *jen.Statement { return jen.Id(m.Results[0].Name) }
		wrapped := e.fakeValue(child, first(), e.faultsOf(t, m))
		body = append(body, jen.If(first().Op("!=").Nil()).Block(first().Op("=").Add(wrapped)))
	}
	if len(m.Results) == 0 {
		return body
	}
	return append(body, jen.Return(e.results(m)))
}

// faultsOf returns the faults of what a method returns.
func (e *emitter) faultsOf(t *model.FakeType, m *model.Method) jen.Code {
	return jen.Id(t.Receiver).Dot("faults").Dot(m.Name)
}

// realCall returns the statement that calls the real method.
func (e *emitter) realCall(t *model.FakeType, m *model.Method) jen.Code {
	twin := *t.Client
	twin.NextField = "real"
	call := e.nextCall(&twin, m, nil)
	if len(m.Results) == 0 {
		return call
	}
	return e.results(m).Op("=").Add(call)
}

// accessor returns the body of a method that does nothing but to return a client.
func (e *emitter) accessor(t *model.FakeType, m *model.Method) []jen.Code {
	result := func() *jen.Statement { return jen.Id(m.Results[0].Name) }
	return []jen.Code{
		jen.If(jen.Id(t.Receiver).Dot("real").Op("!=").Nil()).Block(
			jen.If(e.realCall(t, m), result().Op("==").Nil()).Block(jen.Return(jen.Nil())),
		),
		jen.Return(e.fakeValue(t.Children[m], result(), e.faultsOf(t, m))),
	}
}

// withinFuncs returns the names by which tests say which waits they expect.
func (e *emitter) withinFuncs() []jen.Code {
	policy := func() *jen.Statement { return jen.Op("*").Add(e.runtime("Policy")) }
	own := comment("WithinPolicy makes WantWaits compare waits with the policy that the method follows.").Line().
		Func().Id("WithinPolicy").Params(jen.Id("own").Add(policy())).Add(policy()).Block(jen.Return(jen.Id("own")))
	other := comment("Within makes WantWaits compare waits with another policy, for example one with options.").Line().
		Func().Id("Within").Params(jen.Id("policy").Add(policy())).Add(e.test("Policy")).Block(
		jen.Return(e.test("Within").Call(jen.Id("policy"))))
	return []jen.Code{own, other}
}
