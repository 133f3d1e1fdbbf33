package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// riverCode returns the code of one policy for River.
func riverCode(e *emitter, p *model.Job) []jen.Code {
	return append([]jen.Code{
		e.riverClientPolicy(p), e.riverJobs(p), e.riverClientNextRetry(p), e.riverInsertOpts(p),
		e.riverWorkerType(p), e.riverNewWorker(p), e.riverWork(p), e.riverNextRetry(p),
	}, e.riverDelegates(p)...)
}

// river returns a name of package river.
func (e *emitter) river(name string) *jen.Statement { return e.qualified(model.RiverPath, name) }

// riverClientPolicy returns the function that returns the policy of a client.
func (e *emitter) riverClientPolicy(p *model.Job) jen.Code {
	doc := fmt.Sprintf("%sClientRetryPolicy returns policy %s for the jobs of a River client whose worker has no policy of its own. "+
		"It knows the number of the attempt alone: [%sWorker] knows its error as well.", p.Exported, p.Name, p.Exported)
	return comment(doc).Line().Func().Id(p.Exported + "ClientRetryPolicy").Params(e.options()).Add(e.river("ClientRetryPolicy")).Block(
		jen.Return(jen.Op("&").Id(p.Types["Jobs"]).Values(jen.Id("policy").Op(":").Id(p.FuncName).Call(jen.Id(model.OptionsParam).Op("...")))),
	)
}

// riverJobs returns the type of the policy of a client.
func (e *emitter) riverJobs(p *model.Job) jen.Code {
	name := p.Types["Jobs"]
	doc := fmt.Sprintf("%s is policy %s for jobs.", name, p.Name)
	return comment(doc).Line().Type().Id(name).Struct(jen.Id("policy").Op("*").Add(e.runtime("Policy")))
}

// after returns the time after a wait.
func (e *emitter) after(wait jen.Code) *jen.Statement {
	return e.qualified("time", "Now").Call().Dot("Add").Call(wait)
}

// riverClientNextRetry returns the method that says when a job is tried again.
func (e *emitter) riverClientNextRetry(p *model.Job) jen.Code {
	doc := "NextRetry implements [river.ClientRetryPolicy]."
	wait := jen.Id("w").Dot("policy").Dot("Delay").Call(jen.Id("job").Dot("Attempt"))
	return comment(doc).Line().Func().Params(jen.Id("w").Op("*").Id(p.Types["Jobs"])).Id("NextRetry").
		Params(jen.Id("job").Op("*").Add(e.qualified(model.RiverTypePath, "JobRow"))).Add(e.qualified("time", "Time")).
		Block(jen.Return(e.after(wait)))
}

// riverInsertOpts returns the function that returns the limits of a job.
func (e *emitter) riverInsertOpts(p *model.Job) jen.Code {
	doc := fmt.Sprintf("%sInsertOpts returns the options of jobs that follow policy %s.", p.Exported, p.Name)
	return comment(doc).Line().Func().Id(p.Exported + "InsertOpts").Params().Op("*").Add(e.river("InsertOpts")).Block(
		jen.Return(jen.Op("&").Add(e.river("InsertOpts")).Values(jen.Id("MaxAttempts").Op(":").Lit(p.RiverAttempts()))),
	)
}

// jobArgs returns the type parameter of a worker.
func (e *emitter) jobArgs() jen.Code { return jen.Id("T").Add(e.river("JobArgs")) }

// job returns the parameter for a job.
func (e *emitter) job() jen.Code { return jen.Id("job").Op("*").Add(e.river("Job")).Types(jen.Id("T")) }

// riverWorkerType returns the type of a worker.
func (e *emitter) riverWorkerType(p *model.Job) jen.Code {
	doc := []string{
		fmt.Sprintf("%sWorker is a [river.Worker] whose jobs follow policy %s. A job whose error is final is cancelled; "+
			"one whose error asks for a wait by [retry.RequeueAfter] is snoozed, which does not count.", p.Exported, p.Name),
	}
	return comment(doc...).Line().Type().Id(p.Exported+"Worker").Types(e.jobArgs()).Struct(
		jen.Id("next").Add(e.river("Worker")).Types(jen.Id("T")),
		jen.Id("policy").Op("*").Add(e.runtime("Policy")),
		comment("waits has, by job, the waits that errors asked for."),
		jen.Id("waits").Add(e.qualified("sync", "Map")),
	)
}

// riverNewWorker returns the constructor of a worker.
func (e *emitter) riverNewWorker(p *model.Job) jen.Code {
	name := p.Exported + "Worker"
	doc := fmt.Sprintf("New%s returns a worker that lets next work. Insert its jobs with the options of [%sInsertOpts].", name, p.Exported)
	worker := literal(jen.Op("&").Id(name).Types(jen.Id("T")),
		field{"next", jen.Id("next")}, field{"policy", jen.Id(p.FuncName).Call(jen.Id(model.OptionsParam).Op("..."))})
	return comment(doc).Line().Func().Id("New"+name).Types(e.jobArgs()).
		Params(jen.Id("next").Add(e.river("Worker")).Types(jen.Id("T")), e.options()).
		Op("*").Id(name).Types(jen.Id("T")).Block(jen.Return(worker))
}

// riverMethod returns the beginning of a method of a worker.
func (e *emitter) riverMethod(p *model.Job, name, doc string) *jen.Statement {
	return comment(doc).Line().Func().Params(jen.Id("w").Op("*").Id(p.Exported + "Worker").Types(jen.Id("T"))).Id(name)
}

// riverWork returns the method that works and says what its error means.
func (e *emitter) riverWork(p *model.Job) jen.Code {
	decision := func(name string) *jen.Statement { return jen.Id("decision").Dot(name) }
	job := func(name string) *jen.Statement { return jen.Id("job").Dot(name) }
	is := func(reason string) *jen.Statement { return decision("Reason").Op("==").Add(e.runtime(reason)) }
	cancel := func() jen.Code { return jen.Return(e.river("JobCancel").Call(jen.Id("err"))) }
	cases := []jen.Code{
		jen.Case(decision("Uncounted")).Block(jen.Return(e.river("JobSnooze").Call(decision("Wait")))),
		jen.Case(is("ReasonFinal"), is("ReasonPruned")).Block(cancel()),
		jen.Case(job("Attempt").Op(">=").Add(job("MaxAttempts"))).Block(jen.Return(jen.Id("err"))), // River discards the job
		jen.Case(decision("Reason").Op("!=").Lit(0)).Block(cancel()),
	}
	store := jen.Id("w").Dot("waits").Dot("Store").Call(job("ID"), decision("Wait"))
	if p.Throttling != nil {
		cases = append(cases, jen.Default().Block(store))
	} else {
		cases = append(cases, jen.Case(decision("Hinted")).Block(store))
	}
	return e.riverMethod(p, "Work", "Work implements [river.Worker].").Params(e.context(), e.job()).Error().Block(
		jen.Id("w").Dot("waits").Dot("Delete").Call(job("ID")),
		jen.Id("err").Op(":=").Id("w").Dot("next").Dot("Work").Call(jen.Id("ctx"), jen.Id("job")),
		jen.If(jen.Id("err").Op("==").Nil().Op("||").Id("ctx").Dot("Err").Call().Op("!=").Nil()).Block(jen.Return(jen.Id("err"))),
		jen.Id("decision").Op(":=").Add(decide(jen.Id("w").Dot("policy"), job("Attempt"))),
		jen.Switch().Block(cases...),
		jen.Return(jen.Id("err")),
	)
}

// riverNextRetry returns the method that says when a job is tried again.
func (e *emitter) riverNextRetry(p *model.Job) jen.Code {
	load := jen.List(jen.Id("wait"), jen.Id("isKept")).Op(":=").Id("w").Dot("waits").Dot("LoadAndDelete").Call(jen.Id("job").Dot("ID"))
	delay := jen.Id("w").Dot("policy").Dot("Delay").Call(jen.Id("job").Dot("Attempt"))
	return e.riverMethod(p, "NextRetry", "NextRetry implements [river.Worker].").Params(e.job()).Add(e.qualified("time", "Time")).Block(
		jen.If(load, jen.Id("isKept")).Block(
			jen.Return(e.after(jen.Id("wait").Assert(e.qualified("time", "Duration")))),
		),
		jen.Return(e.after(delay)),
	)
}

// riverDelegates returns the methods that leave a matter to the worker.
func (e *emitter) riverDelegates(p *model.Job) []jen.Code {
	row := jen.Id("job").Op("*").Add(e.qualified(model.RiverTypePath, "JobRow"))
	middleware := e.riverMethod(p, "Middleware", "Middleware implements [river.Worker].").Params(row).
		Index().Add(e.qualified(model.RiverTypePath, "WorkerMiddleware")).
		Block(jen.Return(jen.Id("w").Dot("next").Dot("Middleware").Call(jen.Id("job"))))
	doc := "Timeout implements [river.Worker]: it is that of the worker."
	parameter, value := e.job(), jen.Id("w").Dot("next").Dot("Timeout").Call(jen.Id("job"))
	if p.AttemptTimeout > 0 {
		doc = fmt.Sprintf("Timeout implements [river.Worker]: an attempt takes at most %s.", model.Duration(p.AttemptTimeout))
		parameter, value = jen.Op("*").Add(e.river("Job")).Types(jen.Id("T")), e.duration(p.AttemptTimeout)
	}
	timeout := e.riverMethod(p, "Timeout", doc).Params(parameter).Add(e.qualified("time", "Duration")).Block(jen.Return(value))
	return []jen.Code{middleware, timeout}
}
