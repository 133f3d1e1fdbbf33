package generator

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// transport returns the declarations of an HTTP transport.
func (e *emitter) transport(t *transportModel) []jen.Code {
	return []jen.Code{
		e.transportType(t),
		jen.Var().Id("_").Add(e.http("RoundTripper")).Op("=").Parens(jen.Op("*").Id(t.name)).Call(jen.Nil()),
		e.transportConstructor(t),
		e.roundTrip(t),
		e.closeIdleConnections(t),
	}
}

// http returns a name of package net/http.
func (e *emitter) http(name string) *jen.Statement { return e.qualified("net/http", name) }

// transportType returns the type of a transport.
func (e *emitter) transportType(t *transportModel) jen.Code {
	return comment(t.doc()...).Line().Type().Id(t.name).
		Struct(jen.Id("transport").Op("*").Add(e.retryhttp("Transport")))
}

// transportConstructor returns the constructor of a transport.
func (e *emitter) transportConstructor(t *transportModel) jen.Code {
	doc := fmt.Sprintf("New%s returns %s %s that sends requests by next, or by [http.DefaultTransport] if that is nil. "+
		"The options apply to all of its policies.", t.name, article(t.name), t.name)
	set := e.policySet(t.policies)
	config := literal(e.retryhttp("Config"), e.transportConfig(t, set)...)
	transport := e.retryhttp("New").Call(jen.Id(nextParam), config)
	body := append(set.body, jen.Return(jen.Op("&").Id(t.name).Values(jen.Id("transport").Op(":").Add(transport))))
	return comment(doc).Line().Func().Id("New"+t.name).
		Params(jen.Id(nextParam).Add(e.http("RoundTripper")), e.options()).
		Op("*").Id(t.name).Block(body...)
}

// transportConfig returns the fields of a transport's configuration.
func (e *emitter) transportConfig(t *transportModel, set *policySet) []field {
	var fields []field
	if t.rule.policy != nil {
		fields = append(fields, field{"Rule", e.httpRule(&t.rule, set)})
	}
	if len(t.routes) == 0 {
		return fields
	}
	routes := make([]jen.Code, len(t.routes))
	for i := range t.routes {
		routes[i] = jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, e.route(&t.routes[i], set)...)
	}
	list := jen.Index().Add(e.retryhttp("Route")).Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, routes...)
	return append(fields, field{"Routes", list})
}

// route returns the fields of a route.
func (e *emitter) route(r *ruleModel, set *policySet) []jen.Code {
	var fields []jen.Code
	add := func(wanted bool, name string, value jen.Code) {
		if wanted {
			fields = append(fields, jen.Id(name).Op(":").Add(value))
		}
	}
	add(len(r.methods) > 0, "Methods", stringList(r.methods))
	add(r.host != "", "Host", jen.Lit(r.host))
	add(r.path != "", "Path", jen.Lit(r.path))
	add(r.policy != nil, "Rule", e.httpRule(r, set))
	return fields
}

// httpRule returns what becomes of the requests of a route.
func (e *emitter) httpRule(r *ruleModel, set *policySet) jen.Code {
	if r.policy == nil {
		return jen.Null()
	}
	fields := []field{{"Policy", set.value(r.policy)}}
	if methods := r.policy.AllowedMethods; methods != nil {
		fields = append(fields, field{"Methods", stringList(methods)})
	}
	if statuses := r.policy.failedStatuses(); statuses != nil {
		ranges := make([]jen.Code, len(statuses))
		for i, s := range statuses {
			ranges[i] = jen.Values(jen.Id("Low").Op(":").Lit(s.Low), jen.Id("High").Op(":").Lit(s.High))
		}
		fields = append(fields, field{"Statuses", jen.Index().Add(e.retryhttp("StatusRange")).Values(ranges...)})
	}
	if r.keyed {
		fields = append(fields, field{"Keyed", jen.True()})
	}
	return literal(e.retryhttp("Rule"), fields...)
}

// stringList returns a list of strings.
func stringList(words []string) jen.Code {
	values := make([]jen.Code, len(words))
	for i, word := range words {
		values[i] = jen.Lit(word)
	}
	return jen.Index().String().Values(values...)
}

// roundTrip returns the method that makes a transport an http.RoundTripper.
func (e *emitter) roundTrip(t *transportModel) jen.Code {
	doc := "RoundTrip sends a request, again if the policy for it says so. It implements [http.RoundTripper]."
	return comment(doc).Line().Func().Params(jen.Id("t").Op("*").Id(t.name)).Id("RoundTrip").
		Params(jen.Id("req").Op("*").Add(e.http("Request"))).
		Params(jen.Op("*").Add(e.http("Response")), jen.Error()).
		Block(jen.Return(jen.Id("t").Dot("transport").Dot("RoundTrip").Call(jen.Id("req"))))
}

// closeIdleConnections returns the method by which an http.Client closes idle
// connections.
func (e *emitter) closeIdleConnections(t *transportModel) jen.Code {
	doc := "CloseIdleConnections closes the idle connections of the wrapped transport."
	return comment(doc).Line().Func().Params(jen.Id("t").Op("*").Id(t.name)).Id("CloseIdleConnections").
		Params().Block(jen.Id("t").Dot("transport").Dot("CloseIdleConnections").Call())
}

// retryhttp returns a name of the runtime's HTTP transport.
func (e *emitter) retryhttp(name string) *jen.Statement {
	return e.qualified(e.file.runtimePath+"/retryhttp", name)
}
