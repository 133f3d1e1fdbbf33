package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// strategy returns the method of a client that returns the strategy of one of
// its policies, for callers that make their attempts themselves.
func (e *emitter) strategy(c *model.Client, f *model.PolicyField) jen.Code {
	doc := f.Strategy + " returns the strategy of policy " + f.Policy.Name
	if f.Method != "" {
		doc += " as " + f.Method + " follows it"
	}
	doc += ", for code that makes attempts itself. Its tokens and the calls of the client share all limits."
	return comment(doc).Line().
		Func().Params(jen.Id(c.Receiver).Op("*").Id(c.Name).Add(typeArgList(c))).
		Id(f.Strategy).Params().Add(e.runtime("RetryStrategy")).
		Block(jen.Return(jen.Id(c.Receiver).Dot(f.Name).Dot("Strategy").Call()))
}
