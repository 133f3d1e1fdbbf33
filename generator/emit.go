package generator

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// declarations returns the declarations of the file, in their order.
func (e *emitter) declarations() []jen.Code {
	var all []jen.Code
	if e.file.handshake {
		all = append(all, e.handshake())
	}
	for _, c := range e.file.clients {
		all = append(all, e.client(c)...)
	}
	for _, t := range e.file.transports {
		all = append(all, e.transport(t)...)
	}
	if e.file.engine != nil {
		all = append(all, e.file.engine.declarations(e)...)
	}
	for _, p := range e.file.policies {
		all = append(all, e.policyDeclarations(p)...)
	}
	if e.usesSmaller && e.file.smaller != "min" {
		all = append(all, e.comparison(e.file.smaller, "smaller", "<"))
	}
	if e.usesLarger && e.file.larger != "max" {
		all = append(all, e.comparison(e.file.larger, "larger", ">"))
	}
	return all
}

// comparison returns the function that does for two waits what the predeclared
// one does, where the package declares that name otherwise.
func (e *emitter) comparison(name, which, operator string) jen.Code {
	a, b := jen.Id("a"), jen.Id("b")
	doc := fmt.Sprintf("%s returns the %s of two waits.", name, which)
	duration := func() *jen.Statement { return e.qualified("time", "Duration") }
	return comment(doc).Line().
		Func().Id(name).Params(a.Clone().Op(",").Add(b.Clone()).Add(duration())).Add(duration()).Block(
		jen.If(a.Clone().Op(operator).Add(b.Clone())).Block(jen.Return(a.Clone())),
		jen.Return(b),
	)
}

// handshake returns the reference that ties the output to its runtime.
func (e *emitter) handshake() jen.Code {
	return comment("A build error here means that this file and the retrygen runtime disagree: " +
		"regenerate the file, or upgrade github.com/retrygen/retrygen.").
		Line().Const().Id("_").Op("=").Add(e.runtime("SupportsV1"))
}
