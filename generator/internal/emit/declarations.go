package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// declarations yields the declarations of the file, in their order, each when it
// is asked for: the trees of all of them would be many times as large as the
// file.
func (e *emitter) declarations(yield func(jen.Code) bool) {
	for _, group := range e.groups() {
		for _, declaration := range group() {
			if !yield(declaration) {
				return
			}
		}
	}
}

// groups returns functions that return the declarations of the file.
func (e *emitter) groups() []func() []jen.Code {
	var groups []func() []jen.Code
	add := func(group func() []jen.Code) { groups = append(groups, group) }
	if e.file.Handshake {
		add(func() []jen.Code { return []jen.Code{e.handshake()} })
	}
	for _, c := range e.file.Clients {
		add(func() []jen.Code { return e.client(c) })
	}
	for _, t := range e.file.Transports {
		add(func() []jen.Code { return e.transport(t) })
	}
	if e.file.Engine != nil {
		add(func() []jen.Code { return e.engine(e.file.Engine) })
	}
	if e.file.Fake != nil {
		add(func() []jen.Code { return e.fake(e.file.Fake) })
	}
	if e.file.PolicyTests != nil {
		add(func() []jen.Code { return e.policyTests(e.file.PolicyTests) })
	}
	for _, p := range e.file.Policies {
		add(func() []jen.Code { return e.policyDeclarations(p) })
	}
	add(e.comparisons)
	return groups
}

// comparisons returns the functions that the declarations before have used in
// the place of predeclared ones.
func (e *emitter) comparisons() []jen.Code {
	var all []jen.Code
	if e.usesSmaller && e.file.Smaller != "min" {
		all = append(all, e.comparison(e.file.Smaller, "smaller", "<"))
	}
	if e.usesLarger && e.file.Larger != "max" {
		all = append(all, e.comparison(e.file.Larger, "larger", ">"))
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
		Line().Const().Id("_").Op("=").Add(e.gen("SupportsV1"))
}
