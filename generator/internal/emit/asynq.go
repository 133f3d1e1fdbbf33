package emit

import (
	"fmt"
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// jobCode returns the code of one policy for an engine.
type jobCode func(e *emitter, p *model.Job) []jen.Code

// jobs returns the code for a job engine.
func (e *emitter) jobs(j *model.Jobs) []jen.Code {
	code := map[string]jobCode{"asynq": asynqCode, "river": riverCode, "temporal": temporalCode}[j.Name]
	var all []jen.Code
	for _, p := range j.Policies {
		all = append(all, code(e, p)...)
	}
	return all
}

// asynqCode returns the code of one policy for asynq.
func asynqCode(e *emitter, p *model.Job) []jen.Code {
	return []jen.Code{e.asynqHandler(p), e.asynqIsFailure(p), e.asynqRetryDelay(p), e.asynqTaskOptions(p)}
}

// asynq returns a name of package asynq.
func (e *emitter) asynq(name string) *jen.Statement { return e.qualified(model.AsynqPath, name) }

// makePolicy returns the statement that makes the policy with the caller's
// options.
func (e *emitter) makePolicy(p *model.Job) jen.Code {
	return jen.Id("policy").Op(":=").Id(p.FuncName).Call(jen.Id(model.OptionsParam).Op("..."))
}

// decide returns the decision after an attempt.
func decide(policy *jen.Statement, attempt jen.Code) *jen.Statement {
	return policy.Dot("Decide").Call(attempt, jen.Id("err"))
}

// asynqHandler returns the function that ends tasks whose error is final.
func (e *emitter) asynqHandler(p *model.Job) jen.Code {
	doc := fmt.Sprintf("%sHandler returns a handler that calls next. Where the error is final under policy %s, asynq makes no further attempt.", p.Exported, p.Name)
	decision := jen.Id("decision")
	body := []jen.Code{
		jen.Id("err").Op(":=").Id("next").Dot("ProcessTask").Call(jen.Id("ctx"), jen.Id("task")),
		jen.If(jen.Id("err").Op("==").Nil().Op("||").Id("ctx").Dot("Err").Call().Op("!=").Nil()).Block(jen.Return(jen.Id("err"))),
		jen.List(jen.Id("retried"), jen.Id("_")).Op(":=").Add(e.asynq("GetRetryCount")).Call(jen.Id("ctx")),
		jen.If(decision.Clone().Op(":=").Add(decide(jen.Id("policy"), jen.Id("retried").Op("+").Lit(1))), decision.Clone().Dot("Reason").Op("!=").Lit(0)).Block(
			jen.Return(e.qualified("fmt", "Errorf").Call(jen.Lit("%w: %w"), jen.Id("err"), e.asynq("SkipRetry"))),
		),
		jen.Return(jen.Id("err")),
	}
	handler := jen.Func().Params(e.context(), jen.Id("task").Op("*").Add(e.asynq("Task"))).Error().Block(body...)
	return comment(doc).Line().Func().Id(p.Exported+"Handler").
		Params(jen.Id("next").Add(e.asynq("Handler")), e.options()).Add(e.asynq("Handler")).Block(
		e.makePolicy(p),
		jen.Return(e.asynq("HandlerFunc").Call(handler)),
	)
}

// context returns the parameter for a context.
func (e *emitter) context() jen.Code { return jen.Id("ctx").Add(e.qualified("context", "Context")) }

// asynqIsFailure returns the function that tells which errors count.
func (e *emitter) asynqIsFailure(p *model.Job) jen.Code {
	doc := fmt.Sprintf("%sIsFailure returns IsFailure of an [asynq.Config] for policy %s: "+
		"an error of [retry.RequeueAfter] lets the task wait, and does not count. "+
		"asynq asks after the limit of attempts, so that such an error ends a task whose attempts are used up.", p.Exported, p.Name)
	uncounted := decide(jen.Id("policy"), jen.Lit(1)).Dot("Uncounted")
	test := jen.Func().Params(jen.Id("err").Error()).Bool().Block(
		jen.Return(jen.Id("err").Op("!=").Nil().Op("&&").Op("!").Add(uncounted)),
	)
	return comment(doc).Line().Func().Id(p.Exported+"IsFailure").Params(e.options()).
		Func().Params(jen.Error()).Bool().Block(e.makePolicy(p), jen.Return(test))
}

// asynqRetryDelay returns the function that returns the waits. asynq drops the
// fraction of the second at which a task is due: a second less a nanosecond is
// added, so that no task is tried before its time.
func (e *emitter) asynqRetryDelay(p *model.Job) jen.Code {
	doc := fmt.Sprintf("%sRetryDelay returns RetryDelayFunc of an [asynq.Config] for policy %s. "+
		"asynq keeps times in whole seconds: a task is tried at the first of them after the wait.", p.Exported, p.Name)
	second := func() *jen.Statement { return e.qualified("time", "Second") }
	limit := e.qualified("math", "MaxInt64").Op("-").Add(second())
	delay := jen.Func().Params(jen.Id("retried").Int(), jen.Id("err").Error(), jen.Id("_").Op("*").Add(e.asynq("Task"))).
		Add(e.qualified("time", "Duration")).Block(
		jen.Id("wait").Op(":=").Add(decide(jen.Id("policy"), jen.Id("retried").Op("+").Lit(1))).Dot("Wait"),
		jen.Return(jen.Id("min").Call(jen.Id("wait"), limit).Op("+").Add(second()).Op("-").Lit(1)),
	)
	return comment(doc).Line().Func().Id(p.Exported+"RetryDelay").Params(e.options()).Add(e.asynq("RetryDelayFunc")).Block(
		e.makePolicy(p),
		jen.Return(delay),
	)
}

// asynqTaskOptions returns the function that returns the limits of a task.
func (e *emitter) asynqTaskOptions(p *model.Job) jen.Code {
	doc := fmt.Sprintf("%sTaskOptions returns the options of tasks that follow policy %s.", p.Exported, p.Name)
	retries := e.qualified("math", "MaxInt32")
	if p.MaxAttempts > 0 {
		retries = jen.Lit(p.MaxAttempts - 1)
	}
	options := []jen.Code{e.asynq("MaxRetry").Call(retries)}
	if p.AttemptTimeout > 0 && p.AttemptTimeout < math.MaxInt64 {
		options = append(options, e.asynq("Timeout").Call(e.duration(p.AttemptTimeout)))
	}
	list := func() *jen.Statement { return jen.Index().Add(e.asynq("Option")) }
	return comment(doc).Line().Func().Id(p.Exported + "TaskOptions").Params().Add(list()).Block(
		jen.Return(list().Values(options...)),
	)
}
