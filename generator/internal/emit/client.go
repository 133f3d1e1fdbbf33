package emit

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// client returns the declarations of a client: its type, its constructor and
// its methods.
func (e *emitter) client(c *model.Client) []jen.Code {
	var all []jen.Code
	if c.IsStruct {
		all = append(all, e.apiType(c))
	}
	all = append(all, e.clientType(c))
	if assertion := e.assertion(c); assertion != nil {
		all = append(all, assertion)
	}
	if c.Fallback != "" {
		all = append(all, e.fallbackType(c))
	}
	all = append(all, e.constructors(c)...)
	for _, m := range c.Methods {
		all = append(all, e.method(c, m))
	}
	if c.Root == nil {
		for _, f := range c.Fields {
			all = append(all, e.strategy(c, f))
		}
	}
	return all
}

// apiType returns the interface that a client of a struct type declares.
func (e *emitter) apiType(c *model.Client) jen.Code {
	var methods []jen.Code
	for _, m := range c.Methods {
		methods = append(methods, jen.Id(m.Name).Add(e.methodSignature(m)))
	}
	doc := fmt.Sprintf("%s is the methods of %s, as %s wraps them.", c.Api, c.Link(), c.Name)
	return comment(doc).Line().Type().Id(c.Api).Add(e.typeParamList(c)).Interface(methods...)
}

// clientType returns the type of a client.
func (e *emitter) clientType(c *model.Client) jen.Code {
	fields := []jen.Code{jen.Id(c.NextField).Add(e.nextType(c))}
	if c.Fallback != "" {
		fields = append(fields, jen.Id(c.FallbackField).Add(e.fallbackName(c)))
	}
	if c.Shared() != "" {
		fields = append(fields, jen.Op("*").Id(c.Shared()))
	} else {
		fields = append(fields, e.policyFields(c)...)
	}
	return comment(clientDoc(c)...).Line().Type().Id(c.Name).Add(e.typeParamList(c)).Struct(fields...)
}

// nextType returns the type of what a client wraps.
func (e *emitter) nextType(c *model.Client) *jen.Statement {
	if c.Type != nil {
		return e.typ(c.Type)
	}
	if c.IsStruct {
		return jen.Id(c.Api).Add(typeArgList(c))
	}
	return e.object(c.Wrapped).Add(typeArgList(c))
}

// typeParamList returns the type parameters of a generic client.
func (e *emitter) typeParamList(c *model.Client) jen.Code {
	if len(c.TypeParams) == 0 {
		return jen.Null()
	}
	var params []jen.Code
	for i, p := range c.TypeParams {
		param := jen.Id(p.Name)
		if i == len(c.TypeParams)-1 || !types.Identical(p.Constraint(), c.TypeParams[i+1].Constraint()) {
			param.Add(e.typ(p.Constraint()))
		}
		params = append(params, param)
	}
	return jen.Types(params...)
}

// typeArgList returns the type parameters of a generic client as arguments.
func typeArgList(c *model.Client) jen.Code {
	if len(c.TypeParams) == 0 {
		return jen.Null()
	}
	var args []jen.Code
	for _, p := range c.TypeParams {
		args = append(args, jen.Id(p.Name))
	}
	return jen.Types(args...)
}

// assertion returns the declarations by which the compiler checks that client
// and target have the methods that they should, or nil if they are generic.
func (e *emitter) assertion(c *model.Client) jen.Code {
	if len(c.TypeParams) > 0 {
		return nil
	}
	client := jen.Parens(jen.Op("*").Id(c.Name)).Call(jen.Nil())
	own := jen.Var().Id("_").Add(e.nextType(c)).Op("=").Add(client)
	if !c.IsStruct {
		return own
	}
	target := jen.Parens(jen.Op("*").Add(e.object(c.Wrapped))).Call(jen.Nil())
	return jen.Var().Defs(
		jen.Id("_").Add(e.nextType(c)).Op("=").Add(target),
		jen.Id("_").Add(e.nextType(c)).Op("=").Add(client),
	)
}

// constructor returns the constructor of a client.
func (e *emitter) constructor(c *model.Client) jen.Code {
	var used []*model.Policy
	for _, f := range c.Fields {
		used = append(used, f.Policy)
	}
	set := e.policySet(used)
	var fields []field
	for _, f := range c.Fields {
		value := set.value(f.Policy)
		if options := e.fieldOptions(f); len(options) > 0 {
			value.Dot("With").Call(options...)
		}
		fields = append(fields, field{f.Name, value})
	}
	if c.PoliciesType != "" {
		fields = []field{{c.PoliciesType, jen.Op("&").Add(literal(jen.Id(c.PoliciesType), fields...))}}
	}
	doc := fmt.Sprintf("New%s returns %s %s that calls next.", c.Name, article(c.Name), c.Name)
	params := []jen.Code{jen.Id(model.NextParam).Add(e.nextType(c))}
	first := []field{{c.NextField, jen.Id(model.NextParam)}}
	if c.Fallback != "" {
		doc = fmt.Sprintf("New%s returns %s %s that calls next, and fallback when policies give up. It returns an error if fallback is nil.",
			c.Name, article(c.Name), c.Name)
		params = append(params, jen.Id(model.FallbackParam).Add(e.fallbackName(c)))
		first = append(first, field{c.FallbackField, jen.Id(model.FallbackParam)})
	}
	if len(c.Fields) > 0 {
		doc += " The options apply to all of its policies."
	} else {
		doc += " It has no policy, so that options change nothing."
	}
	made := jen.Return(jen.Op("&").Add(literal(jen.Id(c.Name).Add(typeArgList(c)), append(first, fields...)...)))
	result := jen.Op("*").Id(c.Name).Add(typeArgList(c))
	body := append(set.body, made)
	if c.Fallback != "" {
		made.Op(",").Nil()
		result = jen.Params(result, jen.Error())
		body = append([]jen.Code{e.checkFallback(c)}, body...)
	}
	return comment(doc).Line().
		Func().Id("New" + c.Name).Add(e.typeParamList(c)).Params(append(params, e.options())...).Add(result).Block(body...)
}

// fieldOptions returns the options that methods set on their policy.
func (e *emitter) fieldOptions(f *model.PolicyField) []jen.Code {
	var options []jen.Code
	if f.AttemptTimeout > 0 {
		options = append(options, e.runtime("WithAttemptTimeout").Call(e.duration(f.AttemptTimeout)))
	}
	if f.IsUnsafe {
		options = append(options, e.runtime("NotIdempotent").Call())
	}
	return options
}

// article returns the indefinite article that a name takes.
func article(name string) string {
	if strings.ContainsAny(name[:1], "AEIOaeio") {
		return "an"
	}
	return "a"
}

// clientDoc returns the documentation of a client: what it does, and which method
// follows which policy.
func clientDoc(c *model.Client) []string {
	target := article(c.Target) + " " + c.Link()
	if c.IsForeign() {
		target = article(c.Wrapped.Pkg().Name()) + " " + c.Link()
	}
	first := fmt.Sprintf("%s is %s that retries failed calls to another one. "+
		"It is safe for concurrent use if that one is.", c.Name, target)
	if c.IsStruct {
		first = fmt.Sprintf("%s has the methods of %s and retries its failed calls. "+
			"It is safe for concurrent use if that one is.", c.Name, target)
	}
	return []string{first, strings.Join(methodItems(c), "\n")}
}

// manyMethods is the number of methods from which a list of them is too long
// to be read.
const manyMethods = 12

// methodItems returns a list of which methods follow which policy, and which
// pass through. The longest of several groups that is too long to be listed
// comes last, as the others.
func methodItems(c *model.Client) []string {
	fields := slices.Clone(c.Fields)
	if len(methodsOf(c, nil)) > 0 {
		fields = append(fields, nil)
	}
	longest := 0
	for i, f := range fields {
		if len(methodsOf(c, f)) > len(methodsOf(c, fields[longest])) {
			longest = i
		}
	}
	var items []string
	last := ""
	for i, f := range fields {
		names := methodsOf(c, f)
		switch {
		case len(names) == 0: // a policy for the clients that it returns
		case i != longest || len(names) < manyMethods:
			items = append(items, model.ListMark+enumeration(names)+fieldBehavior(f, names))
		case len(fields) == 1:
			last = model.ListMark + fmt.Sprintf("All %d methods", len(names)) + fieldBehavior(f, names)
		default:
			last = model.ListMark + fmt.Sprintf("The other %d methods", len(names)) + fieldBehavior(f, names)
		}
	}
	if last != "" {
		items = append(items, last)
	}
	return items
}

// methodsOf returns the names of the methods that follow the policy in a field;
// nil stands for those that pass through.
func methodsOf(c *model.Client, f *model.PolicyField) []string {
	var names []string
	for _, m := range c.Methods {
		if m.Field == f {
			names = append(names, m.Name)
		}
	}
	return names
}

// fieldBehavior says what the methods with the given names do under the policy.
func fieldBehavior(f *model.PolicyField, names []string) string {
	if f == nil {
		return verb(names, " passes", " pass") + " through."
	}
	line := verb(names, " follows", " follow") + " policy " + f.Policy.Name
	if f.AttemptTimeout > 0 {
		line += fmt.Sprintf(" with attempts of at most %s", model.Duration(f.AttemptTimeout))
	}
	if f.IsUnsafe {
		line += ", and" + verb(names, " is", " are") + " retried only after errors that show that nothing was carried out"
	}
	return line + "."
}

// enumeration returns "A", "A and B" or "A, B and C".
func enumeration(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// verb returns the form of a verb for one or several subjects.
func verb(subjects []string, one, several string) string {
	if len(subjects) == 1 {
		return one
	}
	return several
}
