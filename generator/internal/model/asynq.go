package model

import (
	"fmt"
	"time"
)

// The packages of asynq, and the runtime for it.
const (
	asynqPath    = "github.com/hibiken/asynq"
	asynqRuntime = RuntimePath + "/retryasynq"
)

var asynq = &Kind{
	Name: "asynq", System: "asynq", Imports: []string{asynqPath}, Runtime: "retryasynq",
	Job: &JobKind{
		Declare: asynqDeclarations, Losses: asynqLosses,
	},
}

func asynqDeclarations(p *Job) []Declaration {
	function := func(name, doc string, result Expression, params ...Parameter) Function {
		arguments := []Expression{p.made()}
		for _, param := range params {
			arguments = append(arguments, Local(param.Name))
		}
		return Function{
			Name: p.Exported + name, Doc: []string{fmt.Sprintf("%s%s %s", p.Exported, name, doc)},
			Params: params, HasOptions: true, Result: result,
			Value: Call{Name{asynqRuntime, name}, arguments},
		}
	}
	handler := Name{asynqPath, "Handler"}
	return []Declaration{
		function("Handler", fmt.Sprintf("returns a handler that calls next under policy %s.", p.Name), handler, Parameter{"next", handler}),
		function("IsFailure", fmt.Sprintf("returns IsFailure of an [asynq.Config] for policy %s.", p.Name), Local("func(error) bool")),
		function("RetryDelay", fmt.Sprintf("returns RetryDelayFunc of an [asynq.Config] for policy %s.", p.Name), Name{asynqPath, "RetryDelayFunc"}),
		function("TaskOptions", fmt.Sprintf("returns the options of tasks that follow policy %s.", p.Name), Slice{Name{asynqPath, "Option"}}),
	}
}

func asynqLosses(p *Job) []Loss {
	var losses []Loss
	if p.TotalTimeout > 0 {
		losses = append(losses, p.loses("asynq", "total_timeout", "asynq.Deadline of a task ends its attempts; what is left of them then fails without the handler"))
	}
	if p.AttemptTimeout%time.Second != 0 {
		losses = append(losses, p.loses("asynq", "the fraction of a second of attempt_timeout", "asynq keeps times in whole seconds; the timeout is rounded up to the next"))
	}
	if !hasWholeSeconds(p) {
		losses = append(losses, p.loses("asynq", "waits below a second", "asynq keeps times in whole seconds; each wait is rounded up to the next"))
	}
	return losses
}

// lossRows is how many waits are looked at for what an engine rounds.
const lossRows = 64

// hasWholeSeconds reports whether all waits are whole seconds.
func hasWholeSeconds(p *Job) bool {
	if p.BackoffFunc != nil {
		return false
	}
	for n := 1; n <= lossRows; n++ {
		shortest, longest := p.Backoff.Bounds(n)
		if shortest != longest || longest%1e9 != 0 {
			return false
		}
	}
	return true
}
