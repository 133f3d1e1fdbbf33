package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// transportTest returns the test of an HTTP client, with a row for each route.
func (e *emitter) transportTest(tests *model.PolicyTests, t *model.Transport) jen.Code {
	http := e.http("RoundTripper")
	client := jen.Func().Params(jen.Id("next").Add(http), jen.Id("opts").Op("...").Add(e.runtime("Option"))).Add(http.Clone()).
		Block(jen.Return(e.qualified(tests.OutputPath, "New"+t.Name).Call(jen.Id("next"), jen.Id("opts").Op("..."))))
	rows := []jen.Code{jen.Id("t"), client}
	for _, route := range t.Routes {
		for _, method := range methodsOrGet(route.Methods) {
			rows = append(rows, e.requestRow(route, method, route))
		}
	}
	if len(t.Routes) == 1 && len(t.Routes[0].Methods) > 0 {
		rows = append(rows, e.requestRow(t.Rule, otherMethod(t.Routes[0].Methods), t.Routes[0]))
	}
	for _, method := range []string{"GET", "POST"} {
		if !covers(t.Routes, method) {
			rows = append(rows, e.requestRow(t.Rule, method, t.Rule))
		}
	}
	return e.testFunc(t.Name, table(e.requests("Test"), rows...))
}

// covers reports whether some route may take a request to a place that none names.
func covers(routes []model.Rule, method string) bool {
	for _, r := range routes {
		if r.Host == "" && (r.Path == "" || strings.HasPrefix(r.Path, "/{") || r.Path == "/") {
			return true
		}
	}
	return false
}

// methodsOrGet returns the methods of a route.
func methodsOrGet(methods []string) []string {
	if len(methods) == 0 {
		return []string{"GET"}
	}
	return methods
}

// otherMethod returns a method that is not in a list.
func otherMethod(methods []string) string {
	for _, method := range []string{"GET", "PUT"} {
		if !slices.Contains(methods, method) {
			return method
		}
	}
	return "DELETE"
}

// requestRow returns what requests of a method, to where a rule is about, promise under
// another rule.
func (e *emitter) requestRow(r model.Rule, method string, where model.Rule) jen.Code {
	fields := []field{{"Method", jen.Lit(method)}, {"URL", stringLiteral(requestURL(where))}}
	if r.Policy != nil {
		fields = append(fields, field{"Policy", jen.Lit(r.Policy.Name)})
		if ranges := r.Policy.RetriedStatuses(); len(ranges) > 0 {
			fields = append(fields, field{"Statuses", jen.Index().Int().Values(numbers(endsOf(ranges))...)})
		}
		if !r.Keyed && !r.Policy.RetriesMethod(method) {
			fields = append(fields, field{"Never", jen.True()})
		}
	}
	if r.Keyed {
		fields = append(fields, field{"Keyed", jen.True()})
	}
	return literal(e.requests("Request"), fields...)
}

// endsOf returns both ends of ranges.
func endsOf(ranges []schema.StatusRange) []int {
	var all []int
	for _, r := range ranges {
		all = append(all, r.Low, r.High)
	}
	return all
}

// requestURL returns a URL that a route takes, or one that no route names.
func requestURL(r model.Rule) string {
	host, path := r.Host, r.Path
	if host == "" {
		host = "example.com"
	}
	if path == "" {
		path = "/some/other/place"
	}
	var elements []string
	for element := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(element, "{") {
			element = "x"
		}
		elements = append(elements, element)
	}
	return fmt.Sprintf("https://%s%s", strings.ReplaceAll(host, "*", "x"), strings.Join(elements, "/"))
}
