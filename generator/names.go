package generator

import (
	"go/token"
	"go/types"
	"strings"
	"unicode/utf8"
)

// nameFields names the fields of the client that hold policies: after the
// policy, or after the method if it has limits of its own. A field and a
// method cannot share a name.
func (r *methodResolver) nameFields(methods []*types.Func) {
	names := newScope(nextField)
	for _, f := range methods {
		names[f.Name()] = true
	}
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

// nextField is the field of a client that holds what it wraps.
const nextField = "next"

// nameVariables names the receiver, parameters, results and local variables of
// the methods of a client, in a file with the given imports.
func nameVariables(c *clientModel, imports *importTable) {
	reserved := newScope(imports.localNames()...)
	for _, p := range c.typeParams {
		reserved[p.Obj().Name()] = true
	}
	c.receiver = receiverOf(c, reserved)
	reserved[c.receiver] = true
	for _, m := range c.methods {
		nameMethod(m, reserved)
	}
}

// receiverOf chooses one receiver name for all methods: the initial of the
// wrapped type or of the client, unless a parameter has that name.
func receiverOf(c *clientModel, reserved scope) string {
	names := scope{}
	for name := range reserved {
		names[name] = true
	}
	for _, m := range c.methods {
		for _, v := range append(append([]variable{}, m.params...), m.results...) {
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
	names := scope{}
	for name := range reserved {
		names[name] = true
	}
	for i := range m.params {
		m.params[i].name = names.claim(parameterNames(m.params[i], names)...)
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
func parameterNames(v variable, names scope) []string {
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
