package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/policy"
)

// ownBackoff returns the backoff of a policy whose waits a function of the user's
// computes.
func (e *emitter) ownBackoff(p *model.Policy) jen.Code {
	waits := jen.Id(p.DelayName)
	if p.Backoff.Cap == policy.Unlimited {
		waits = e.object(p.Waits)
	}
	return e.runtime("Backoff").Values(jen.Id(p.Draw).Op(":").Add(waits))
}

// cappedFunc returns the function that bounds the waits of the user's function by
// the cap of the policy.
func (e *emitter) cappedFunc(p *model.Policy) jen.Code {
	which, params, args := "before retry n", []jen.Code{jen.Id("n").Int()}, []jen.Code{jen.Id("n")}
	if p.Draw == "Decorrelated" {
		which, params, args = "after previous", []jen.Code{jen.Id("previous").Add(e.qualified("time", "Duration"))}, []jen.Code{jen.Id("previous")}
	}
	if p.Draw != "Delay" {
		params, args = append(params, jen.Id("random").Uint64()), append(args, jen.Id("random"))
	}
	doc := fmt.Sprintf("%s returns the wait %s under policy %s: the wait of %s, at most %s.",
		p.DelayName, which, p.Name, p.BackoffFunc.Short(), model.Duration(p.Backoff.Cap))
	e.usesSmaller = true
	wait := jen.Id(e.file.Smaller).Call(e.object(p.Waits).Call(args...), e.duration(p.Backoff.Cap))
	return comment(doc).Line().
		Func().Id(p.DelayName).Params(params...).Add(e.qualified("time", "Duration")).Block(jen.Return(wait))
}
