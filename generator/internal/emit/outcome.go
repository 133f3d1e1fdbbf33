package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
)

// outcomeFunc returns the function that knows the outcome of errors.
func outcomeFunc(p *model.Policy) errorFunc {
	f := errorFunc{name: p.OutcomeName, result: "Outcome"}
	for _, rule := range p.Outcomes {
		f.conditions = append(f.conditions, rule.Conditions...)
	}
	return f
}

// outcomeNames are the names of the outcomes in the runtime.
var outcomeNames = map[matcher.Outcome]string{
	matcher.Unknown: "Unknown", matcher.NotSent: "NotSent", matcher.Undone: "Undone",
}

// outcomeBody returns the statements that choose among the outcomes. Errors of
// which the spec knows nothing are left to the runtime.
func (e *emitter) outcomeBody(p *model.Policy) []jen.Code {
	last := jen.Return(e.runtime("OutcomeOf").Call(e.err()))
	if len(p.Outcomes) == 1 {
		rule := p.Outcomes[0]
		return []jen.Code{ifAny(e.conditions(rule.Conditions), jen.Return(e.runtime(outcomeNames[rule.Outcome]))), last}
	}
	var cases []jen.Code
	for _, rule := range p.Outcomes {
		cases = append(cases, jen.Case(joined(e.conditions(rule.Conditions), ",")).Block(jen.Return(e.runtime(outcomeNames[rule.Outcome]))))
	}
	return []jen.Code{jen.Switch().Block(append(cases, jen.Default().Block(last))...)}
}
