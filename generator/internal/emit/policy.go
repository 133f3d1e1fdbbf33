package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/policy"
)

// policyDeclarations returns the declarations of a policy: its constructor, its
// waits, and its classification of errors.
func (e *emitter) policyDeclarations(p *model.Policy) []jen.Code {
	e.policy = p
	all := []jen.Code{e.policyFunc(p)}
	if p.Waits != nil && p.Backoff.Cap < policy.Unlimited {
		all = append(all, e.cappedFunc(p))
	}
	if !isZero(&p.Backoff) {
		all = append(all, e.delayFunc(p.DelayName, &p.Backoff, p.MaxAttempts, delayDoc(p)))
	}
	if p.Throttling != nil && !isZero(p.Throttling) {
		all = append(all, e.delayFunc(p.ThrottlingName, p.Throttling, p.MaxAttempts, throttlingDoc(p)))
	}
	if p.Classifies() {
		doc := p.ClassName + " classifies err under policy " + p.Name + "."
		all = append(all, e.declaration(classifier(p), p, doc, e.classBody(p)))
	}
	if p.OutcomeName != "" {
		doc := p.OutcomeName + " returns what happened to an operation under policy " + p.Name + " that failed with err."
		all = append(all, e.declaration(outcomeFunc(p), p, doc, e.outcomeBody(p)))
	}
	return all
}

// policyFunc returns the constructor of a policy.
func (e *emitter) policyFunc(p *model.Policy) jen.Code {
	var body []jen.Code
	for _, pattern := range p.Patterns {
		body = append(body, jen.Id(pattern.Name).Op(":=").Add(e.qualified("regexp", "MustCompile")).Call(stringLiteral(pattern.Expression)))
	}
	config := literal(e.runtime("Config"), e.configFields(p)...)
	body = append(body, jen.Return(e.runtime("New").Call(config, jen.Id(model.OptionsParam).Op("..."))))
	return comment(policyDoc(p)...).Line().
		Func().Id(p.FuncName).Params(e.options()).Op("*").Add(e.runtime("Policy")).Block(body...)
}

// options returns the parameter for the caller's options.
func (e *emitter) options() jen.Code {
	return jen.Id(model.OptionsParam).Op("...").Add(e.runtime("Option"))
}

// configFields returns the fields of a policy's configuration that are not zero.
func (e *emitter) configFields(p *model.Policy) []field {
	fields := []field{{"Name", jen.Lit(p.Name)}}
	add := func(wanted bool, name string, value func() jen.Code) {
		if wanted {
			fields = append(fields, field{name, value()})
		}
	}
	add(p.MaxAttempts > 0, "MaxAttempts", func() jen.Code { return jen.Lit(p.MaxAttempts) })
	add(p.AttemptTimeout > 0, "AttemptTimeout", func() jen.Code { return e.duration(p.AttemptTimeout) })
	add(p.TotalTimeout > 0, "TotalTimeout", func() jen.Code { return e.duration(p.TotalTimeout) })
	add(p.Waits != nil, "Backoff", func() jen.Code { return e.ownBackoff(p) })
	add(!isZero(&p.Backoff), "Backoff", func() jen.Code { return e.backoff(&p.Backoff, p.DelayName) })
	add(p.Throttling != nil && !isZero(p.Throttling), "Throttling",
		func() jen.Code { return e.backoff(p.Throttling, p.ThrottlingName) })
	add(p.Classifies(), "Classify", func() jen.Code { return e.reference(classifier(p), p) })
	add(p.OutcomeName != "", "Outcome", func() jen.Code { return e.reference(outcomeFunc(p), p) })
	add(p.Hint != policy.Hint{}, "RetryAfter", func() jen.Code { return e.retryAfter(p.Hint) })
	add(p.WaitBudget != nil, "WaitBudget", func() jen.Code { return e.waitBudget(p.WaitBudget) })
	add(p.Quota != nil && p.Quota.Scope == "process", "Quota", func() jen.Code { return e.sharedQuota(p.Quota) })
	add(p.Quota != nil && p.Quota.Scope != "process", "QuotaConfig", func() jen.Code { return e.quotaConfig(p.Quota) })
	add(p.Breaker != nil, "Breaker", func() jen.Code { return e.breakerOf(p.Breaker) })
	add(p.NestedOnce, "NestedOnce", func() jen.Code { return jen.True() })
	add(p.OnFailure.Action == "continue", "OnFailure", func() jen.Code { return e.runtime("Continue") })
	return fields
}

// backoff returns the reference to the function that draws the waits.
func (e *emitter) backoff(s *policy.Schedule, name string) jen.Code {
	return e.runtime("Backoff").Values(jen.Id(backoffField(s)).Op(":").Id(name))
}

// backoffField returns the field of a backoff that holds its function.
func backoffField(s *policy.Schedule) string {
	switch s.Jitter {
	case policy.NoJitter:
		return "Delay"
	case policy.Decorrelated:
		return "Decorrelated"
	default:
		return "Jitter"
	}
}

// retryAfter returns what is made of the wait that an error asks for.
func (e *emitter) retryAfter(h policy.Hint) jen.Code {
	names := map[policy.HintMode]string{
		policy.HintIgnored: "Ignore", policy.HintAtLeast: "AtLeast", policy.HintClamped: "Clamp5s",
	}
	var values []jen.Code
	if name := names[h.Mode]; name != "" {
		values = append(values, jen.Id("Mode").Op(":").Add(e.runtime(name)))
	}
	if h.Max > 0 {
		values = append(values, jen.Id("Max").Op(":").Add(e.duration(h.Max)))
	}
	return e.runtime("RetryAfter").Values(values...)
}

// waitBudget returns the bound of the sum of the waits.
func (e *emitter) waitBudget(b *policy.WaitBudget) jen.Code {
	limit := e.duration(b.Limit)
	if b.Limit == 0 {
		limit = jen.Lit(-1) // none at all; 0 would be no bound
	}
	values := []jen.Code{jen.Id("Limit").Op(":").Add(limit)}
	if b.Truncate {
		values = append(values, jen.Id("Truncate").Op(":").True())
	}
	return e.runtime("WaitBudget").Values(values...)
}

// errorFunc is a function of the output that a policy calls with an error.
type errorFunc struct {
	name, result string
	conditions   []model.Condition
}

// classifier returns the function that classifies errors.
func classifier(p *model.Policy) errorFunc {
	return errorFunc{p.ClassName, "Class", slices.Concat(p.StopConditions, p.RetryConditions)}
}

// patterns returns the patterns of the policy that the function matches.
func (f errorFunc) patterns(p *model.Policy) []model.Pattern {
	var used []model.Pattern
	for i, pattern := range p.Patterns {
		if slices.Contains(f.conditions, model.Condition(model.TextMatches(i))) {
			used = append(used, pattern)
		}
	}
	return used
}

// reference returns the function as a value: its name, or a closure that hands
// it the compiled patterns.
func (e *emitter) reference(f errorFunc, p *model.Policy) jen.Code {
	patterns := f.patterns(p)
	if len(patterns) == 0 {
		return jen.Id(f.name)
	}
	args := []jen.Code{e.err()}
	for _, pattern := range patterns {
		args = append(args, jen.Id(pattern.Name))
	}
	return jen.Func().Params(e.err().Error()).Add(e.runtime(f.result)).
		Block(jen.Return(jen.Id(f.name).Call(args...)))
}

// declaration returns the declaration of the function.
func (e *emitter) declaration(f errorFunc, p *model.Policy, doc string, body []jen.Code) jen.Code {
	params := []jen.Code{e.err().Error()}
	patterns := f.patterns(p)
	for i, pattern := range patterns {
		param := jen.Id(pattern.Name)
		if i == len(patterns)-1 {
			param.Op("*").Add(e.qualified("regexp", "Regexp"))
		}
		params = append(params, param)
	}
	if slices.ContainsFunc(f.conditions, func(c model.Condition) bool { _, ok := c.(model.StatusIn); return ok }) {
		status := jen.Id(p.StatusName).Op(":=").Add(e.runtime("Status")).Call(e.err())
		body = append([]jen.Code{status}, body...)
	}
	return comment(doc).Line().
		Func().Id(f.name).Params(params...).Add(e.runtime(f.result)).Block(body...)
}

// classBody returns the statements of a classifier.
func (e *emitter) classBody(p *model.Policy) []jen.Code {
	stop := e.conditions(p.StopConditions)
	retry := e.conditions(p.RetryConditions)
	otherwise := "Stop"
	switch p.Otherwise {
	case policy.RetryAll:
		otherwise = "Retry"
	case policy.StopAll:
	case policy.RetryIfSafe:
		retry = append(retry, e.runtime("IsRetrySafe").Call(e.err()))
	case policy.RetryUnlessMarked:
		stop = append(stop, e.runtime("IsNonRetryable").Call(e.err()))
		otherwise = "Retry"
	}
	return e.verdicts(stop, retry, otherwise)
}

// conditions returns the expressions of conditions.
func (e *emitter) conditions(conditions []model.Condition) []jen.Code {
	var code []jen.Code
	for _, c := range conditions {
		if statuses, ok := c.(model.StatusIn); ok {
			code = append(code, rangeTests(jen.Id(e.policy.StatusName), statuses)...)
		} else {
			code = append(code, e.condition(c))
		}
	}
	return code
}

// verdicts returns the statements that choose among Final, Retry and the rest:
// what a rule stops is final, also if the timeout of an attempt caused it.
func (e *emitter) verdicts(stop, retry []jen.Code, otherwise string) []jen.Code {
	if otherwise == "Retry" {
		retry = nil // what is not stopped is retried
	}
	last := jen.Return(e.runtime(otherwise))
	switch {
	case len(stop) == 0 && len(retry) == 0:
		return []jen.Code{last}
	case len(retry) == 0:
		return []jen.Code{ifAny(stop, jen.Return(e.runtime("Final"))), last}
	case len(stop) == 0:
		return []jen.Code{ifAny(retry, jen.Return(e.runtime("Retry"))), last}
	}
	return []jen.Code{jen.Switch().Block(
		jen.Case(joined(stop, ",")).Block(jen.Return(e.runtime("Final"))),
		jen.Case(joined(retry, ",")).Block(jen.Return(e.runtime("Retry"))),
		jen.Default().Block(last),
	)}
}
