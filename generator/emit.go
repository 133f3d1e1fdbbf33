package generator

import "github.com/dave/jennifer/jen"

// declarations returns the declarations of the file, in their order.
func (e *emitter) declarations() []jen.Code {
	var all []jen.Code
	if e.file.handshake {
		all = append(all, e.handshake())
	}
	for _, c := range e.file.clients {
		all = append(all, e.client(c)...)
	}
	for _, p := range e.file.policies {
		all = append(all, e.policy(p)...)
	}
	return all
}

// handshake returns the reference that ties the output to its runtime.
func (e *emitter) handshake() jen.Code {
	return comment("A build error here means that this file and the retrygen runtime disagree: " +
		"regenerate the file, or upgrade github.com/retrygen/retrygen.").
		Line().Const().Id("_").Op("=").Add(e.runtime("SupportsV1"))
}
