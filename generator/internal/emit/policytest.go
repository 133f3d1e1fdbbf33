package emit

import (
	"math"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// policyTests returns the test functions of what a spec promises.
func (e *emitter) policyTests(tests *model.PolicyTests) []jen.Code {
	var all []jen.Code
	for _, p := range tests.Policies {
		all = append(all, e.policyTest(tests, p))
	}
	for _, c := range tests.Clients {
		all = append(all, e.clientTest(tests, c))
		all = append(all, e.stubType(c)...)
	}
	for _, t := range tests.Transports {
		all = append(all, e.transportTest(tests, t))
	}
	for _, method := range tests.Answering {
		all = append(all, answering(method))
	}
	return all
}

// testFunc returns a test function with one statement.
func (e *emitter) testFunc(name string, statement jen.Code) jen.Code {
	return jen.Func().Id("Test" + name).Params(jen.Id("t").Op("*").Add(e.qualified("testing", "T"))).Block(statement)
}

// table returns a call with an argument on each line.
func table(call *jen.Statement, args ...jen.Code) jen.Code {
	return call.Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}, args...)
}

// policyTest returns the test of a policy, with a row for each promise.
func (e *emitter) policyTest(tests *model.PolicyTests, p *model.PolicyTest) jen.Code {
	rows := []jen.Code{jen.Id("t"), e.qualified(tests.OutputPath, p.FuncName), e.test("Attempts").Call(jen.Lit(p.MaxAttempts))}
	for _, w := range p.Waits {
		rows = append(rows, e.test("Wait").Call(jen.Lit(w.Retry), e.duration(w.Shortest), e.duration(w.Longest)))
	}
	for _, w := range p.Throttled {
		busy := e.test("Throttled").Call(jen.Lit(0), jen.Lit(429))
		rows = append(rows, e.test("ThrottledWait").Call(jen.Lit(w.Retry), busy, e.duration(w.Shortest), e.duration(w.Longest)))
	}
	rows = append(rows, e.verdictRows(p)...)
	rows = append(rows, e.test("AttemptTimeout").Call(e.duration(p.AttemptTimeout)), e.test("TotalTimeout").Call(e.duration(p.TotalTimeout)))
	if p.TimedOut != nil {
		rows = append(rows, e.test("TimedOut").Call(jen.Lit(*p.TimedOut)))
	}
	if p.Retried != nil {
		rows = append(rows, e.retriedRows(p)...)
	}
	return e.testFunc(p.FuncName, table(e.test("Test"), rows...))
}

// verdictRows returns the rows about errors.
func (e *emitter) verdictRows(p *model.PolicyTest) []jen.Code {
	var rows []jen.Code
	for _, v := range p.Verdicts {
		promise := "Stops"
		if v.IsRetried {
			promise = "Retries"
		}
		rows = append(rows, e.test(promise).Call(stringLiteral(v.What), e.sample(v.Error)))
	}
	if p.HasStatuses {
		rows = append(rows, e.test("Statuses").Call(numbers(p.Statuses)...))
	}
	return rows
}

// numbers returns numbers as literals.
func numbers(list []int) []jen.Code {
	all := make([]jen.Code, len(list))
	for i, n := range list {
		all[i] = jen.Lit(n)
	}
	return all
}

// retriedRows returns the rows that need an error that is retried.
func (e *emitter) retriedRows(p *model.PolicyTest) []jen.Code {
	err := func() jen.Code { return e.sample(*p.Retried) }
	var rows []jen.Code
	for _, h := range p.Hints {
		rows = append(rows, e.test("Hint").Call(err(), e.duration(h.After), e.duration(h.Shortest), e.duration(h.Longest)))
	}
	if b := p.WaitBudget; b != nil && b.Limit > 0 && b.Limit < time.Duration(math.MaxInt64) && p.MaxAttempts != 1 && (p.TotalTimeout == 0 || p.TotalTimeout > 2*b.Limit+2) {
		rows = append(rows, e.test("Budget").Call(e.duration(b.Limit), jen.Lit(b.Truncate), err()))
	}
	if p.OnFailure.Action == "continue" {
		rows = append(rows, e.test("Continues").Call(err()))
	}
	if p.NestedOnce && p.MaxAttempts != 1 {
		rows = append(rows, e.test("NestedOnce").Call(err()))
	}
	if q := p.Quota; q != nil && q.Scope != "process" && p.MaxAttempts != 1 {
		rows = append(rows, e.test("Quota").Call(e.quotaConfig(q), err()))
	}
	if b := p.Breaker; b != nil && b.Scope != "process" {
		rows = append(rows, e.test("Breaker").Call(e.breakerConfig(b), err()))
	}
	return rows
}

// clientTest returns the test of a client, with a row for each method.
func (e *emitter) clientTest(tests *model.PolicyTests, c *model.ClientTest) jen.Code {
	rows := []jen.Code{jen.Id("t")}
	for _, call := range c.Calls {
		rows = append(rows, e.callRow(tests, c, call))
	}
	return e.testFunc(c.Name, table(e.test("TestCalls"), rows...))
}

// callRow returns what a method promises.
func (e *emitter) callRow(tests *model.PolicyTests, c *model.ClientTest, call *model.CallTest) jen.Code {
	fields := []field{{"Method", jen.Lit(call.Name)}}
	err := jen.Code(e.test("Other").Call())
	if f := call.Field; f != nil {
		fields = append(fields,
			field{"Policy", jen.Lit(f.Policy.Name)},
			field{"Make", e.qualified(tests.OutputPath, f.Policy.FuncName)},
			field{"Operation", jen.Lit(operationName(c.Client, call.Method))},
		)
		if timeout := shorter(call.Timeout(), f.Policy.TotalTimeout); timeout > 0 && call.Context >= 0 && !call.KeepsContext {
			fields = append(fields, field{"Timeout", e.duration(timeout)})
		}
		if call.Keyed && call.Context >= 0 {
			fields = append(fields, field{"Keyed", jen.True()})
		}
		if f.IsUnsafe {
			fields = append(fields, field{"Unsafe", jen.True()})
		}
		if call.Retried != nil {
			err = e.sample(*call.Retried)
		}
	}
	fields = append(fields, field{"Err", err}, field{"Do", e.callFunc(tests, c, call)})
	return literal(e.test("Call"), fields...)
}

// shorter returns the shorter of two bounds, where 0 is none.
func shorter(a, b time.Duration) time.Duration {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// callFunc returns the function that calls a method with zero values.
func (e *emitter) callFunc(tests *model.PolicyTests, c *model.ClientTest, call *model.CallTest) jen.Code {
	var args []jen.Code
	for i, v := range call.Params {
		switch {
		case i == call.Context:
			args = append(args, e.qualified("context", "Background").Call())
		case call.Variadic && i == len(call.Params)-1:
		default:
			args = append(args, jen.Op("*").New(e.typ(v.Type)))
		}
	}
	stub := jen.Id(c.Stub).Values(jen.Id("stub").Op(":").Id("stub"))
	made := []jen.Code{stub}
	if c.Fallback != "" {
		made = append(made, jen.Struct(e.qualified(tests.OutputPath, c.Fallback)).Values())
	}
	client := e.qualified(tests.OutputPath, "New"+c.Name).Call(append(made, jen.Id("opts").Op("..."))...)
	body := []jen.Code{client.Clone().Dot(call.Name).Call(args...)}
	if c.Fallback != "" {
		body = []jen.Code{
			jen.List(jen.Id("client"), jen.Err()).Op(":=").Add(client),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Id("t").Dot("Fatal").Call(jen.Err())),
			jen.Id("client").Dot(call.Name).Call(args...),
		}
	}
	return jen.Func().Params(jen.Id("stub").Op("*").Add(e.test("Stub")), jen.Id("opts").Op("...").Add(e.runtime("Option"))).
		Block(body...)
}

// stubType returns the type that a client under test calls.
func (e *emitter) stubType(c *model.ClientTest) []jen.Code {
	wrapped := e.fakedType(&model.FakeType{Client: c.Client})
	all := []jen.Code{jen.Type().Id(c.Stub).Struct(wrapped, jen.Id("stub").Op("*").Add(e.test("Stub")))}
	for _, call := range c.Calls {
		var values []jen.Code
		for _, v := range call.Values() {
			values = append(values, jen.Id(v.Name))
		}
		values = append(values, jen.Id("s").Dot("stub").Dot("Attempt").Call(e.contextOf(call.Method)))
		all = append(all, jen.Func().Params(jen.Id("s").Id(c.Stub)).Id(call.Name).Add(e.methodSignature(call.Method)).Block(jen.Return(values...)))
	}
	return all
}

// requests returns a name of the part of the runtime for tests of HTTP clients.
func (e *emitter) requests(name string) *jen.Statement {
	return e.qualified(e.file.RuntimePath+"/"+model.RequestTests, name)
}
