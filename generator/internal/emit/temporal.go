package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// temporalCode returns the code of one policy for Temporal.
func temporalCode(e *emitter, p *model.Job) []jen.Code {
	return []jen.Code{
		e.temporalInterceptor(p), e.temporalOptions(p), e.temporalPolicy(p),
		e.temporalWorkerType(p), e.temporalIntercept(p), e.temporalFailure(p),
		e.temporalActivityType(p), e.temporalExecute(p),
	}
}

// temporal returns a name of package temporal of the SDK.
func (e *emitter) temporal(name string) *jen.Statement { return e.qualified(model.TemporalPath, name) }

// interceptor returns a name of package interceptor of the SDK.
func (e *emitter) interceptor(name string) *jen.Statement {
	return e.qualified(model.TemporalInterceptorPath, name)
}

// temporalPolicy returns the function that returns the RetryPolicy.
func (e *emitter) temporalPolicy(p *model.Job) jen.Code {
	t := p.TemporalRetry()
	doc := fmt.Sprintf("%sRetryPolicy returns policy %s as far as the server knows it.", p.Exported, p.Name)
	if !t.IsExact {
		doc = fmt.Sprintf("%sRetryPolicy returns what the server knows of policy %s, whose waits it cannot compute: "+
			"the interceptor of [%sActivityInterceptor] sets them.", p.Exported, p.Name, p.Exported)
	}
	fields := []field{
		{"InitialInterval", e.duration(t.Initial)},
		{"BackoffCoefficient", floatLiteral(t.Coefficient)},
		{"MaximumInterval", e.duration(t.Maximum)},
	}
	if t.Attempts > 0 {
		fields = append(fields, field{"MaximumAttempts", jen.Lit(t.Attempts)})
	}
	if len(t.Types) > 0 {
		fields = append(fields, field{"NonRetryableErrorTypes", stringList(t.Types)})
	}
	return comment(doc).Line().Func().Id(p.Exported + "RetryPolicy").Params().Op("*").Add(e.temporal("RetryPolicy")).
		Block(jen.Return(literal(jen.Op("&").Add(e.temporal("RetryPolicy")), fields...)))
}

// temporalOptions returns the function that returns the options of activities.
func (e *emitter) temporalOptions(p *model.Job) jen.Code {
	doc := fmt.Sprintf("%sActivityOptions returns the options of activities that follow policy %s.", p.Exported, p.Name)
	if p.AttemptTimeout == 0 && p.TotalTimeout == 0 {
		doc += " Set StartToCloseTimeout: the policy bounds no attempt."
	}
	var fields []field
	if p.AttemptTimeout > 0 {
		fields = append(fields, field{"StartToCloseTimeout", e.duration(p.AttemptTimeout)})
	}
	if p.TotalTimeout > 0 {
		fields = append(fields, field{"ScheduleToCloseTimeout", e.duration(p.TotalTimeout)})
	}
	fields = append(fields, field{"RetryPolicy", jen.Id(p.Exported + "RetryPolicy").Call()})
	options := func() *jen.Statement { return e.qualified(model.TemporalWorkflowPath, "ActivityOptions") }
	return comment(doc).Line().Func().Id(p.Exported + "ActivityOptions").Params().Add(options()).
		Block(jen.Return(literal(options(), fields...)))
}

// temporalInterceptor returns the function that returns the interceptor of a
// worker.
func (e *emitter) temporalInterceptor(p *model.Job) jen.Code {
	doc := fmt.Sprintf("%sActivityInterceptor returns an interceptor for the workers of activities that follow policy %s: "+
		"all of the worker's, or those with the given names. It tells the server which errors are final, and how long "+
		"to wait where an error asks for a wait. To Temporal every attempt counts.", p.Exported, p.Name)
	worker := literal(jen.Op("&").Id(p.Types["WorkerInterceptor"]),
		field{"activities", jen.Id("activities")}, field{"policy", jen.Id(p.FuncName).Call(jen.Id(model.OptionsParam).Op("..."))})
	return comment(doc).Line().Func().Id(p.Exported+"ActivityInterceptor").
		Params(jen.Id("activities").Index().String(), e.options()).Add(e.interceptor("WorkerInterceptor")).
		Block(jen.Return(worker))
}

// temporalWorkerType returns the type of the interceptor of a worker.
func (e *emitter) temporalWorkerType(p *model.Job) jen.Code {
	name := p.Types["WorkerInterceptor"]
	return comment(fmt.Sprintf("%s lets activities follow policy %s.", name, p.Name)).Line().Type().Id(name).Struct(
		e.interceptor("WorkerInterceptorBase"),
		jen.Id("activities").Index().String(),
		jen.Id("policy").Op("*").Add(e.runtime("Policy")),
	)
}

// temporalIntercept returns the method that intercepts an activity.
func (e *emitter) temporalIntercept(p *model.Job) jen.Code {
	inbound := func() *jen.Statement { return e.interceptor("ActivityInboundInterceptor") }
	info := e.qualified(model.TemporalActivityPath, "GetInfo").Call(jen.Id("ctx")).Dot("ActivityType").Dot("Name")
	others := jen.Len(jen.Id("w").Dot("activities")).Op(">").Lit(0).Op("&&").Op("!").
		Add(e.qualified("slices", "Contains")).Call(jen.Id("w").Dot("activities"), info)
	wrapped := jen.Op("&").Id(p.Types["ActivityInterceptor"]).Values(jen.Id("worker").Op(":").Id("w"))
	return comment("InterceptActivity implements [interceptor.WorkerInterceptor].").Line().Func().
		Params(jen.Id("w").Op("*").Id(p.Types["WorkerInterceptor"])).Id("InterceptActivity").
		Params(e.context(), jen.Id("next").Add(inbound())).Add(inbound()).Block(
		jen.If(others).Block(jen.Return(jen.Id("next"))),
		jen.Id("work").Op(":=").Add(wrapped),
		jen.Id("work").Dot("Next").Op("=").Id("next"),
		jen.Return(jen.Id("work")),
	)
}

// temporalFailure returns the method that words an error for the server.
func (e *emitter) temporalFailure(p *model.Job) jen.Code {
	decision := func(name string) *jen.Statement { return jen.Id("decision").Dot(name) }
	option := func(name string) *jen.Statement { return jen.Id("options").Dot(name) }
	delay := option("NextRetryDelay").Op("=").Id("max").Call(decision("Wait"), jen.Lit(1))
	cases := []jen.Code{
		jen.Case(decision("Reason").Op("==").Add(e.runtime("ReasonAttempts"))).Block(jen.Return(jen.Id("err"))),
		jen.Case(decision("Reason").Op("!=").Lit(0)).Block(option("NonRetryable").Op("=").True()),
	}
	if p.TemporalRetry().IsExact {
		cases = append(cases, jen.Case(decision("Hinted")).Block(delay), jen.Default().Block(jen.Return(jen.Id("err"))))
	} else {
		cases = append(cases, jen.Default().Block(delay))
	}
	options := e.temporal("ApplicationErrorOptions").Values(
		jen.Id("Cause").Op(":").Id("err"), jen.Id("NonRetryable").Op(":").Add(e.runtime("IsNonRetryable")).Call(jen.Id("err")))
	return comment("failure returns err in the words of Temporal.").Line().Func().
		Params(jen.Id("w").Op("*").Id(p.Types["WorkerInterceptor"])).Id("failure").
		Params(jen.Id("attempt").Int32(), jen.Id("err").Error()).Error().Block(
		jen.Id("decision").Op(":=").Add(decide(jen.Id("w").Dot("policy"), jen.Int().Call(jen.Id("attempt")))),
		jen.Id("options").Op(":=").Add(options),
		jen.Switch().Block(cases...),
		jen.Return(e.temporal("NewApplicationErrorWithOptions").Call(
			jen.Id("err").Dot("Error").Call(), e.runtime("TypeName").Call(jen.Id("err")), jen.Id("options"))),
	)
}

// temporalActivityType returns the type of the interceptor of an activity.
func (e *emitter) temporalActivityType(p *model.Job) jen.Code {
	name := p.Types["ActivityInterceptor"]
	return comment(fmt.Sprintf("%s lets one activity follow policy %s.", name, p.Name)).Line().Type().Id(name).Struct(
		e.interceptor("ActivityInboundInterceptorBase"),
		jen.Id("worker").Op("*").Id(p.Types["WorkerInterceptor"]),
	)
}

// temporalExecute returns the method that makes an attempt. An activity that
// ends later, or is cancelled, has no error to speak of.
func (e *emitter) temporalExecute(p *model.Job) jen.Code {
	activity := func(name string) *jen.Statement { return e.qualified(model.TemporalActivityPath, name) }
	isOver := jen.Id("err").Op("==").Nil().Op("||").Id("ctx").Dot("Err").Call().Op("!=").Nil().Op("||").Line().
		Add(e.qualified("errors", "Is")).Call(jen.Id("err"), activity("ErrResultPending")).Op("||").
		Add(e.temporal("IsCanceledError")).Call(jen.Id("err"))
	return comment("ExecuteActivity implements [interceptor.ActivityInboundInterceptor].").Line().Func().
		Params(jen.Id("w").Op("*").Id(p.Types["ActivityInterceptor"])).Id("ExecuteActivity").
		Params(e.context(), jen.Id("input").Op("*").Add(e.interceptor("ExecuteActivityInput"))).
		Params(jen.Any(), jen.Error()).Block(
		jen.List(jen.Id("result"), jen.Id("err")).Op(":=").Id("w").Dot("Next").Dot("ExecuteActivity").Call(jen.Id("ctx"), jen.Id("input")),
		jen.If(isOver).Block(jen.Return(jen.Id("result"), jen.Id("err"))),
		jen.Return(jen.Id("result"), jen.Id("w").Dot("worker").Dot("failure").Call(activity("GetInfo").Call(jen.Id("ctx")).Dot("Attempt"), jen.Id("err"))),
	)
}
