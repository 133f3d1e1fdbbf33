package generator

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// client returns the declarations of a client: its type, its constructor and
// its methods.
func (e *emitter) client(c *clientModel) []jen.Code {
	var all []jen.Code
	if c.isStruct {
		all = append(all, e.apiType(c))
	}
	all = append(all, e.clientType(c))
	if assertion := e.assertion(c); assertion != nil {
		all = append(all, assertion)
	}
	all = append(all, e.constructor(c))
	for _, m := range c.methods {
		all = append(all, e.method(c, m))
	}
	return all
}

// apiType returns the interface that a client of a struct type declares.
func (e *emitter) apiType(c *clientModel) jen.Code {
	var methods []jen.Code
	for _, m := range c.methods {
		methods = append(methods, jen.Id(m.name).Add(e.methodSignature(m)))
	}
	doc := fmt.Sprintf("%s is the methods of %s, as %s wraps them.", c.api, c.targetText(), c.name)
	return comment(doc).Line().Type().Id(c.api).Add(e.typeParamList(c)).Interface(methods...)
}

// clientType returns the type of a client.
func (e *emitter) clientType(c *clientModel) jen.Code {
	var fields []jen.Code
	for _, m := range c.methods {
		if m.fallback != "" {
			fields = append(fields, e.fallbackField(m))
		}
	}
	if len(fields) > 0 {
		fields = append(fields, jen.Line())
	}
	fields = append(fields, jen.Id(c.nextField).Add(e.nextType(c)))
	for _, f := range c.fields {
		fields = append(fields, jen.Id(f.name).Op("*").Add(e.runtime("Policy")))
	}
	return comment(c.doc()...).Line().Type().Id(c.name).Add(e.typeParamList(c)).Struct(fields...)
}

// nextType returns the type of what a client wraps.
func (e *emitter) nextType(c *clientModel) *jen.Statement {
	if c.isStruct {
		return jen.Id(c.api).Add(typeArgList(c))
	}
	return e.object(c.nextName).Add(typeArgList(c))
}

// typeParamList returns the type parameters of a generic client.
func (e *emitter) typeParamList(c *clientModel) jen.Code {
	if len(c.typeParams) == 0 {
		return jen.Null()
	}
	var params []jen.Code
	for i, p := range c.typeParams {
		param := jen.Id(p.name)
		if i == len(c.typeParams)-1 || !types.Identical(p.Constraint(), c.typeParams[i+1].Constraint()) {
			param.Add(e.typ(p.Constraint()))
		}
		params = append(params, param)
	}
	return jen.Types(params...)
}

// typeArgList returns the type parameters of a generic client as arguments.
func typeArgList(c *clientModel) jen.Code {
	if len(c.typeParams) == 0 {
		return jen.Null()
	}
	var args []jen.Code
	for _, p := range c.typeParams {
		args = append(args, jen.Id(p.name))
	}
	return jen.Types(args...)
}

// assertion returns the declarations by which the compiler checks that client
// and target have the methods that they should, or nil if they are generic.
func (e *emitter) assertion(c *clientModel) jen.Code {
	if len(c.typeParams) > 0 {
		return nil
	}
	client := jen.Parens(jen.Op("*").Id(c.name)).Call(jen.Nil())
	own := jen.Var().Id("_").Add(e.nextType(c)).Op("=").Add(client)
	if !c.isStruct {
		return own
	}
	target := jen.Parens(jen.Op("*").Add(e.object(c.nextName))).Call(jen.Nil())
	return jen.Var().Defs(
		jen.Id("_").Add(e.nextType(c)).Op("=").Add(target),
		jen.Id("_").Add(e.nextType(c)).Op("=").Add(client),
	)
}

// nextParam is the parameter of a constructor for what the client wraps.
const nextParam = "next"

// constructor returns the constructor of a client.
func (e *emitter) constructor(c *clientModel) jen.Code {
	var used []*policyModel
	for _, f := range c.fields {
		used = append(used, f.policy)
	}
	set := e.policySet(used)
	fields := []field{{c.nextField, jen.Id(nextParam)}}
	for _, f := range c.fields {
		value := set.value(f.policy)
		if f.attemptTimeout > 0 {
			value.Dot("With").Call(e.runtime("WithAttemptTimeout").Call(e.duration(f.attemptTimeout)))
		}
		fields = append(fields, field{f.name, value})
	}
	doc := fmt.Sprintf("New%s returns %s %s that calls next.", c.name, article(c.name), c.name)
	if len(c.fields) > 0 {
		doc += " The options apply to all of its policies."
	} else {
		doc += " It has no policy, so that options change nothing."
	}
	client := jen.Op("&").Add(literal(jen.Id(c.name).Add(typeArgList(c)), fields...))
	return comment(doc).Line().
		Func().Id("New"+c.name).Add(e.typeParamList(c)).
		Params(jen.Id(nextParam).Add(e.nextType(c)), e.options()).
		Op("*").Id(c.name).Add(typeArgList(c)).
		Block(append(set.body, jen.Return(client))...)
}

// targetText returns the wrapped type as the documentation names it.
func (c *clientModel) targetText() string {
	if c.isForeign() {
		return fmt.Sprintf("[%s.%s]", c.nextName.Pkg().Name(), c.target)
	}
	return "[" + c.target + "]"
}

// isForeign reports whether the wrapped type is of another package.
func (c *clientModel) isForeign() bool {
	return c.nextName.Pkg() != nil && c.nextName.Pkg().Path() != c.outputPath
}

// article returns the indefinite article that a name takes.
func article(name string) string {
	if strings.ContainsAny(name[:1], "AEIOaeio") {
		return "an"
	}
	return "a"
}

// doc returns the documentation of a client: what it does, and which method
// follows which policy.
func (c *clientModel) doc() []string {
	target := article(c.target) + " " + c.targetText()
	if c.isForeign() {
		target = article(c.nextName.Pkg().Name()) + " " + c.targetText()
	}
	first := fmt.Sprintf("%s is %s that retries failed calls to another one. "+
		"It is safe for concurrent use if that one is.", c.name, target)
	if c.isStruct {
		first = fmt.Sprintf("%s has the methods of %s and retries its failed calls. "+
			"It is safe for concurrent use if that one is.", c.name, target)
	}
	return []string{first, strings.Join(c.methodItems(), "\n")}
}

// manyMethods is the number of methods from which a list of them is too long
// to be read.
const manyMethods = 12

// methodItems returns a list of which methods follow which policy, and which
// pass through. The longest of several groups that is too long to be listed
// comes last, as the others.
func (c *clientModel) methodItems() []string {
	fields := slices.Clone(c.fields)
	if len(c.methodsOf(nil)) > 0 {
		fields = append(fields, nil)
	}
	longest := 0
	for i, f := range fields {
		if len(c.methodsOf(f)) > len(c.methodsOf(fields[longest])) {
			longest = i
		}
	}
	var items []string
	last := ""
	for i, f := range fields {
		names := c.methodsOf(f)
		switch {
		case i != longest || len(names) < manyMethods:
			items = append(items, listMark+enumeration(names)+f.behaviour(names))
		case len(fields) == 1:
			last = listMark + fmt.Sprintf("All %d methods", len(names)) + f.behaviour(names)
		default:
			last = listMark + fmt.Sprintf("The other %d methods", len(names)) + f.behaviour(names)
		}
	}
	if last != "" {
		items = append(items, last)
	}
	return items
}

// methodsOf returns the names of the methods that follow the policy in a field;
// nil stands for those that pass through.
func (c *clientModel) methodsOf(f *policyField) []string {
	var names []string
	for _, m := range c.methods {
		if m.field == f {
			names = append(names, m.name)
		}
	}
	return names
}

// behaviour says what the methods with the given names do under the policy.
func (f *policyField) behaviour(names []string) string {
	if f == nil {
		return verb(names, " passes", " pass") + " through."
	}
	line := verb(names, " follows", " follow") + " policy " + f.policy.Name
	if f.attemptTimeout > 0 {
		line += fmt.Sprintf(" with attempts of at most %s", text(f.attemptTimeout))
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
