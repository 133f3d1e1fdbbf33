package resolve

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// nameFields names the fields of a client that hold policies, also for the
// clients that it returns: after the policy, or after the method if it has limits
// of its own. A field and a method cannot share a name.
func nameFields(clients []*model.Client) {
	root, names := clients[0], model.Scope{}
	for _, c := range clients {
		for _, m := range c.Methods {
			names[m.Name] = true
		}
	}
	if root.PoliciesType != "" {
		names[root.PoliciesType] = true
	}
	next := names.Claim("next", "wrapped")
	for _, c := range clients {
		c.NextField = next
	}
	for _, f := range root.Fields {
		base := model.UnexportedName(model.ExportedName(f.Policy.Name))
		if f.Method != "" {
			base = model.UnexportedName(f.Method)
		}
		f.Name = names.Claim(base, base+"Policy")
	}
	if root.Fallback != "" {
		root.FallbackField = names.Claim("fallback", "onFailure")
	}
	for _, f := range root.Fields {
		base := cmp.Or(f.Method, model.ExportedName(f.Policy.Name))
		f.Strategy = names.Claim(base+"Strategy", base+"RetryStrategy")
	}
}

// nameVariables names the receiver, parameters, results and local variables of
// the methods of a client, in a file with the given imports.
func nameVariables(c *model.Client, imports *model.Imports) {
	reserved := model.NewScope(imports.LocalNames()...)
	nameTypeParams(c, reserved)
	for _, m := range c.Methods {
		reserveBodyTypes(c, m, reserved)
	}
	for _, m := range c.Methods {
		if m.Child != nil {
			reserved[m.Child.MakeFunc] = true
		}
	}
	c.Receiver = receiverOf(c, reserved)
	reserved[c.Receiver] = true
	for _, m := range c.Methods {
		nameMethod(m, reserved)
	}
}

// nameTypeParams names the type parameters of a client. They are in scope in
// its constructor as well as in its methods.
func nameTypeParams(c *model.Client, reserved model.Scope) {
	if c.Root != nil {
		for i, p := range c.Root.TypeParams {
			c.TypeParams[i].Name = p.Name
			reserved[p.Name] = true
		}
		return
	}
	names := model.NewScope(c.Api, c.Fallback, model.NextParam, model.FallbackParam, model.OptionsParam, "policies")
	maps.Copy(names, reserved)
	for _, c := range model.WithChildren([]*model.Client{c}) {
		names[c.Name] = true
		for _, m := range c.Methods {
			for _, v := range slices.Concat(m.Params, m.Results) {
				reserveTypes(c, v.Type, names)
			}
		}
	}
	for i, p := range c.TypeParams {
		name := p.Obj().Name()
		if name == "_" {
			name = "T"
		}
		c.TypeParams[i].Name = names.Claim(name, name+"Type")
		reserved[c.TypeParams[i].Name] = true
	}
}

// reserveBodyTypes keeps the types of the output package free that a method has
// to name in its body, where it declares its results or wraps a callback.
func reserveBodyTypes(c *model.Client, m *model.Method, reserved model.Scope) {
	if m.Field == nil {
		return
	}
	for _, v := range m.Results {
		if m.Field.StartsFirst() || m.IsIterator {
			reserveTypes(c, v.Type, reserved)
		}
	}
	for _, callback := range m.Callbacks {
		reserveTypes(c, callback.Signature, reserved)
	}
}

// reserveTypes keeps the names of the types of the output package free that t
// refers to.
func reserveTypes(c *model.Client, t types.Type, reserved model.Scope) {
	model.WalkTypes(t, func(t types.Type) {
		if object := model.ObjectOf(t); object != nil && object.Pkg() != nil && object.Pkg().Path() == c.OutputPath {
			reserved[object.Name()] = true
		}
	})
}

// nameClassVariables names the variables of a policy's classification, which
// must not hide the packages and declarations that it refers to.
func nameClassVariables(p *model.Policy, imports *model.Imports, outputPath string) {
	names := model.NewScope(imports.LocalNames()...)
	for _, c := range p.Conditions() {
		if object := model.ReferredBy(c); object != nil && object.Pkg() != nil && object.Pkg().Path() == outputPath {
			names[object.Name()] = true
		}
	}
	names[p.ClassName], names[p.OutcomeName] = true, true
	p.ErrName = names.Claim("err", "failure")
	p.StatusName = names.Claim("code", "status")
	for i := range p.Patterns {
		name := "pattern"
		if i > 0 {
			name += strconv.Itoa(i + 1)
		}
		p.Patterns[i].Name = names.Claim(name, "expression")
	}
}

// receiverOf chooses one receiver name for all methods: the initial of the
// wrapped type or of the client, unless a parameter has that name.
func receiverOf(c *model.Client, reserved model.Scope) string {
	names := maps.Clone(reserved)
	for _, m := range c.Methods {
		for _, v := range slices.Concat(m.Params, m.Results) {
			names[v.Name] = true
		}
	}
	return names.Claim(initial(c.Target), initial(c.Name), "c", "client")
}

// initial returns the first letter of a name, in lower case.
func initial(name string) string {
	r, _ := utf8.DecodeRuneInString(name)
	return strings.ToLower(string(r))
}

// nameMethod names the variables of one method. Names of the source survive
// unless they are blank, or would hide something that the method needs.
func nameMethod(m *model.Method, reserved model.Scope) {
	names := maps.Clone(reserved)
	for i := range m.Params {
		m.Params[i].Name = names.Claim(parameterNames(m.Params[i])...)
	}
	m.Named = hasNames(m.Results, names)
	for i := range m.Results {
		if m.Named {
			names[m.Results[i].Name] = true
			continue
		}
		m.Results[i].Name = names.Claim(resultNames(m.Results[i])...)
	}
	nameLocals(m, names)
	m.Call = names.Claim("call", "retries", "retryCall")
	m.Operation = names.Claim("operation", "operationName")
	m.Failure = names.Claim("failure", "lastErr")
}

// nameLocals names the variables that only some methods have.
func nameLocals(m *model.Method, names model.Scope) {
	if !m.HasErrorLast() {
		m.Locals.Err = names.Claim("err", "callErr")
	}
	if len(m.Rewound) > 0 {
		m.Locals.Positions = names.Claim("positions", "paramPositions")
	}
	if len(m.Callbacks) == 0 {
		return
	}
	m.Locals.Callback = names.Claim("callback", "callbackErrors")
	m.Locals.Inner = names.Claim("inner", "innerFunc")
	for _, c := range m.Callbacks {
		own := maps.Clone(names)
		for i := range c.Params {
			c.Params[i].Name = own.Claim(parameterNames(c.Params[i])...)
		}
		for i := range c.Results {
			c.Results[i].Name = own.Claim(resultNames(c.Results[i])...)
		}
	}
}

// parameterNames returns the names that a parameter may take, best first.
func parameterNames(v model.Variable) []string {
	if v.Name != "" && v.Name != "_" {
		return []string{v.Name, v.Name + "Value"}
	}
	name := model.NameOfType(v.Type)
	return []string{name, name + "Value"}
}

// hasNames reports whether the source names all results, with names that are free.
func hasNames(results []model.Variable, names model.Scope) bool {
	seen := model.Scope{}
	for _, v := range results {
		if names[v.Name] || seen.Taken(v.Name) {
			return false
		}
		seen[v.Name] = true
	}
	return len(results) > 0
}

// resultNames returns the names that a local variable for a result may take.
func resultNames(v model.Variable) []string {
	if v.Name != "" && v.Name != "_" {
		return []string{v.Name, v.Name + "Result"}
	}
	if _, basic := v.Type.(*types.Basic); basic {
		return []string{"result", model.NameOfType(v.Type)}
	}
	name := model.NameOfType(v.Type)
	if token.IsKeyword(name) {
		name = "result"
	}
	return []string{name, name + "Result", "result"}
}
