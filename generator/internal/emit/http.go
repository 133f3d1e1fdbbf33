package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// transport returns the declarations of an HTTP transport.
func (e *emitter) transport(t *model.Transport) []jen.Code {
	return []jen.Code{
		e.transportType(t),
		jen.Var().Id("_").Add(e.http("RoundTripper")).Op("=").Parens(jen.Op("*").Id(t.Name)).Call(jen.Nil()),
		e.transportConstructor(t),
		e.roundTrip(t),
		e.closeIdleConnections(t),
	}
}

// http returns a name of package net/http.
func (e *emitter) http(name string) *jen.Statement { return e.qualified("net/http", name) }

// transportType returns the type of a transport.
func (e *emitter) transportType(t *model.Transport) jen.Code {
	return comment(transportDoc(t)...).Line().Type().Id(t.Name).
		Struct(jen.Id("transport").Op("*").Add(e.retryhttp("Transport")))
}

// transportConstructor returns the constructor of a transport.
func (e *emitter) transportConstructor(t *model.Transport) jen.Code {
	doc := fmt.Sprintf("New%s returns %s %s that sends requests by next, or by [http.DefaultTransport] if that is nil. "+
		"The options apply to all of its policies.", t.Name, article(t.Name), t.Name)
	set := e.policySet(t.Policies)
	config := literal(e.retryhttp("Config"), e.transportConfig(t, set)...)
	transport := e.retryhttp("New").Call(jen.Id(model.NextParam), config)
	body := append(set.body, jen.Return(jen.Op("&").Id(t.Name).Values(jen.Id("transport").Op(":").Add(transport))))
	return comment(doc).Line().Func().Id("New"+t.Name).
		Params(jen.Id(model.NextParam).Add(e.http("RoundTripper")), e.options()).
		Op("*").Id(t.Name).Block(body...)
}

// transportConfig returns the fields of a transport's configuration.
func (e *emitter) transportConfig(t *model.Transport, set *policySet) []field {
	var fields []field
	if t.Rule.Policy != nil {
		fields = append(fields, field{"Rule", e.httpRule(&t.Rule, set)})
	}
	if len(t.Routes) == 0 {
		return fields
	}
	routes := make([]jen.Code, len(t.Routes))
	for i := range t.Routes {
		routes[i] = jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, e.route(&t.Routes[i], set)...)
	}
	list := jen.Index().Add(e.retryhttp("Route")).Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, routes...)
	return append(fields, field{"Routes", list})
}

// route returns the fields of a route.
func (e *emitter) route(r *model.Rule, set *policySet) []jen.Code {
	var fields []jen.Code
	add := func(wanted bool, name string, value jen.Code) {
		if wanted {
			fields = append(fields, jen.Id(name).Op(":").Add(value))
		}
	}
	add(len(r.Methods) > 0, "Methods", stringList(r.Methods))
	add(r.Host != "", "Host", jen.Lit(r.Host))
	add(r.Path != "", "Path", jen.Lit(r.Path))
	add(r.Policy != nil, "Rule", e.httpRule(r, set))
	return fields
}

// httpRule returns what becomes of the requests of a route.
func (e *emitter) httpRule(r *model.Rule, set *policySet) jen.Code {
	if r.Policy == nil {
		return jen.Null()
	}
	fields := []field{{"Policy", set.value(r.Policy)}}
	if methods := r.Policy.AllowedMethods; methods != nil {
		fields = append(fields, field{"Methods", stringList(methods)})
	}
	if statuses := r.Policy.RetriedStatuses(); statuses != nil {
		ranges := make([]jen.Code, len(statuses))
		for i, s := range statuses {
			ranges[i] = jen.Values(jen.Id("Low").Op(":").Lit(s.Low), jen.Id("High").Op(":").Lit(s.High))
		}
		fields = append(fields, field{"Statuses", jen.Index().Add(e.retryhttp("StatusRange")).Values(ranges...)})
	}
	if r.Policy.Dialect == "httpx" {
		fields = append(fields, field{"FinalProxyErrors", jen.True()})
	}
	if r.Keyed {
		fields = append(fields, field{"Keyed", jen.True()})
	}
	if r.Safe {
		fields = append(fields, field{"Safe", jen.True()})
	}
	if r.SafeIf != nil {
		fields = append(fields, field{"SafeIf", e.precondition(r.SafeIf)})
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
func (e *emitter) roundTrip(t *model.Transport) jen.Code {
	doc := "RoundTrip sends a request, again if the policy for it says so. It implements [http.RoundTripper]."
	return comment(doc).Line().Func().Params(jen.Id("t").Op("*").Id(t.Name)).Id("RoundTrip").
		Params(jen.Id("req").Op("*").Add(e.http("Request"))).
		Params(jen.Op("*").Add(e.http("Response")), jen.Error()).
		Block(jen.Return(jen.Id("t").Dot("transport").Dot("RoundTrip").Call(jen.Id("req"))))
}

// closeIdleConnections returns the method by which an http.Client closes idle
// connections.
func (e *emitter) closeIdleConnections(t *model.Transport) jen.Code {
	doc := "CloseIdleConnections closes the idle connections of the wrapped transport."
	return comment(doc).Line().Func().Params(jen.Id("t").Op("*").Id(t.Name)).Id("CloseIdleConnections").
		Params().Block(jen.Id("t").Dot("transport").Dot("CloseIdleConnections").Call())
}

// retryhttp returns a name of the runtime's HTTP transport.
func (e *emitter) retryhttp(name string) *jen.Statement {
	return e.qualified(e.file.RuntimePath+"/retryhttp", name)
}

// precondition returns what makes a request repeatable.
func (e *emitter) precondition(s *schema.SafeIf) jen.Code {
	var fields []jen.Code
	if len(s.Query) > 0 {
		fields = append(fields, jen.Id("Query").Op(":").Add(stringList(s.Query)))
	}
	if len(s.Header) > 0 {
		fields = append(fields, jen.Id("Header").Op(":").Add(stringList(s.Header)))
	}
	return jen.Op("&").Add(e.retryhttp("Precondition")).Values(fields...)
}

// transportDoc returns the documentation of a transport: which requests follow which policy.
func transportDoc(t *model.Transport) []string {
	first := fmt.Sprintf("%s is an [http.RoundTripper] that retries requests. It is safe for concurrent use "+
		"if the one that it wraps is.", t.Name)
	var items []string
	for _, route := range t.Routes {
		items = append(items, model.ListMark+requestsOf(&route)+" "+ruleBehavior(&route))
	}
	others := "All requests"
	if len(t.Routes) > 0 {
		others = "All other requests"
	}
	return []string{first, strings.Join(append(items, model.ListMark+others+" "+ruleBehavior(&t.Rule)), "\n")}
}

// requestsOf describes the requests of a route.
func requestsOf(r *model.Rule) string {
	words := []string{"Requests"}
	if len(r.Methods) > 0 {
		words[0] = strings.Join(r.Methods, ", ") + " requests"
	}
	if target := r.Host + r.Path; target != "" {
		words = append(words, "to "+target)
	}
	return strings.Join(words, " ")
}

// ruleBehavior says what becomes of the requests of a rule.
func ruleBehavior(r *model.Rule) string {
	switch {
	case r.Policy == nil:
		return "pass through."
	case r.Keyed:
		return "follow policy " + r.Policy.Name + ", each with its own idempotency key."
	default:
		return "follow policy " + r.Policy.Name + "."
	}
}
