package generator

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// nameFields names the fields of the client that hold policies: after the
// policy, or after the method if it has limits of its own. A field and a
// method cannot share a name.
func (r *methodResolver) nameFields(methods []*types.Func) {
	names := scope{}
	for _, f := range methods {
		names[f.Name()] = true
	}
	r.model.nextField = names.claim("next", "wrapped")
	for _, f := range r.model.fields {
		base := unexportedName(exportedName(f.policy.Name))
		if f.method != "" {
			base = unexportedName(f.method)
		}
		f.name = names.claim(base, base+"Policy")
	}
	for _, m := range r.model.methods {
		if m.field != nil && m.field.policy.OnFailure.Action == "fallback" {
			m.fallback = names.claim(m.name+"Fallback", m.name+"OnFailure")
		}
	}
}

// nameVariables names the receiver, parameters, results and local variables of
// the methods of a client, in a file with the given imports.
func nameVariables(c *clientModel, imports *importTable) {
	reserved := newScope(imports.localNames()...)
	nameTypeParams(c, reserved)
	for _, m := range c.methods {
		reserveResultTypes(c, m, reserved)
	}
	c.receiver = receiverOf(c, reserved)
	reserved[c.receiver] = true
	for _, m := range c.methods {
		nameMethod(m, reserved)
	}
}

// nameTypeParams names the type parameters of a client. They are in scope in
// its constructor as well as in its methods.
func nameTypeParams(c *clientModel, reserved scope) {
	names := newScope(c.name, c.api, nextParam, optionsParam)
	maps.Copy(names, reserved)
	for _, m := range c.methods {
		for _, v := range slices.Concat(m.params, m.results) {
			reserveTypes(c, v.typ, names)
		}
	}
	for i, p := range c.typeParams {
		name := p.Obj().Name()
		if name == "_" {
			name = "T"
		}
		c.typeParams[i].name = names.claim(name, name+"Type")
		reserved[c.typeParams[i].name] = true
	}
}

// reserveResultTypes keeps the types of the output package free that a method
// has to name in its body, where it declares its results.
func reserveResultTypes(c *clientModel, m *methodModel, reserved scope) {
	if m.field == nil || !m.field.startsFirst() {
		return
	}
	for _, v := range m.results {
		reserveTypes(c, v.typ, reserved)
	}
}

// reserveTypes keeps the names of the types of the output package free that t
// refers to.
func reserveTypes(c *clientModel, t types.Type, reserved scope) {
	walkTypes(t, func(t types.Type) {
		if object := objectOf(t); object != nil && object.Pkg() != nil && object.Pkg().Path() == c.outputPath {
			reserved[object.Name()] = true
		}
	})
}

// nameClassVariables names the variables of a policy's classification, which
// must not hide the packages and declarations that it refers to.
func nameClassVariables(p *policyModel, imports *importTable, outputPath string) {
	names := newScope(imports.localNames()...)
	for _, c := range slices.Concat(p.stop, p.retry) {
		if object := referredBy(c); object != nil && object.Pkg() != nil && object.Pkg().Path() == outputPath {
			names[object.Name()] = true
		}
	}
	names[p.className] = true
	p.errName = names.claim("err", "failure")
	p.statusName = names.claim("code", "status")
	for i := range p.patterns {
		name := "pattern"
		if i > 0 {
			name += strconv.Itoa(i + 1)
		}
		p.patterns[i].name = names.claim(name, "expression")
	}
}

// receiverOf chooses one receiver name for all methods: the initial of the
// wrapped type or of the client, unless a parameter has that name.
func receiverOf(c *clientModel, reserved scope) string {
	names := maps.Clone(reserved)
	for _, m := range c.methods {
		for _, v := range slices.Concat(m.params, m.results) {
			names[v.name] = true
		}
	}
	return names.claim(initial(c.target), initial(c.name), "c", "client")
}

// initial returns the first letter of a name, in lower case.
func initial(name string) string {
	r, _ := utf8.DecodeRuneInString(name)
	return strings.ToLower(string(r))
}

// nameMethod names the variables of one method. Names of the source survive
// unless they are blank, or would hide something that the method needs.
func nameMethod(m *methodModel, reserved scope) {
	names := maps.Clone(reserved)
	for i := range m.params {
		m.params[i].name = names.claim(parameterNames(m.params[i])...)
	}
	m.named = hasNames(m.results, names)
	for i := range m.results {
		if m.named {
			names[m.results[i].name] = true
			continue
		}
		m.results[i].name = names.claim(resultNames(m.results[i])...)
	}
	m.call = names.claim("call", "retries", "retryCall")
	m.failure = names.claim("failure", "lastErr")
}

// parameterNames returns the names that a parameter may take, best first.
func parameterNames(v variable) []string {
	if v.name != "" && v.name != "_" {
		return []string{v.name, v.name + "Value"}
	}
	name := nameOfType(v.typ)
	return []string{name, name + "Value"}
}

// hasNames reports whether the source names all results, with names that are free.
func hasNames(results []variable, names scope) bool {
	seen := scope{}
	for _, v := range results {
		if names[v.name] || seen.taken(v.name) {
			return false
		}
		seen[v.name] = true
	}
	return len(results) > 0
}

// resultNames returns the names that a local variable for a result may take.
func resultNames(v variable) []string {
	if v.name != "" && v.name != "_" {
		return []string{v.name, v.name + "Result"}
	}
	if _, basic := v.typ.(*types.Basic); basic {
		return []string{"result", nameOfType(v.typ)}
	}
	name := nameOfType(v.typ)
	if token.IsKeyword(name) {
		name = "result"
	}
	return []string{name, name + "Result", "result"}
}
