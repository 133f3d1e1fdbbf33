package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// methodResolver resolves the methods of one client.
type methodResolver struct {
	*resolver
	client   *schema.Client
	rules    *methodRules
	model    *model.Client
	policies []*model.Policy
	missed   []missedMethod
}

// methodRules are what a spec says about the methods of a client. They hold
// the names of the methods that they decide about.
type methodRules struct {
	*schema.MethodRules
	at      schema.Pointer
	target  string // the wrapped type, as findings name it
	methods []string
}

// entry returns what the spec says of a method, and whether it names it. A
// pattern does not.
func (r *methodResolver) entry(name string) (schema.Method, bool) {
	entry := schema.Method{Name: name, Policy: r.rules.Policy, Pointer: r.rules.at}
	if i, _ := schema.MatchMethod(r.rules.methodNames(), name); i >= 0 {
		entry = r.rules.Methods[i]
	}
	explicit := entry.Pointer != r.rules.at && entry.Name == name
	entry.Name = name
	if said := r.rules.idempotency(name); entry.Idempotency == "" && said != nil {
		entry.Idempotency = said.Idempotency
	}
	return entry, explicit
}

// methodPointer returns where a finding about a method belongs.
func (r *methodResolver) methodPointer(entry schema.Method, explicit bool) schema.Pointer {
	if explicit || entry.Pointer != r.rules.at {
		return entry.Pointer
	}
	return r.rules.at.Key("policy")
}

// idempotencyPointer returns where the spec says whether a method may be
// repeated.
func (r *methodResolver) idempotencyPointer(entry schema.Method) schema.Pointer {
	if said := r.rules.idempotency(entry.Name); said != nil && (entry.Pointer == r.rules.at || !r.rules.says(entry.Pointer)) {
		return said.Pointer
	}
	return entry.Pointer.Key("idempotency")
}

// says reports whether the entry of methods at a pointer has an idempotency.
func (r *methodRules) says(at schema.Pointer) bool {
	return slices.ContainsFunc(r.Methods, func(m schema.Method) bool { return m.Pointer == at && m.Idempotency != "" })
}

// idempotency returns the entry of idempotency for a method, or nil.
func (r *methodRules) idempotency(name string) *schema.MethodIdempotency {
	i, _ := schema.MatchMethod(r.idempotencyNames(), name)
	if i < 0 {
		return nil
	}
	return &r.Idempotency[i]
}

func (r *methodRules) methodNames() []string {
	names := make([]string, len(r.Methods))
	for i, m := range r.Methods {
		names[i] = m.Name
	}
	return names
}

func (r *methodRules) idempotencyNames() []string {
	names := make([]string, len(r.Idempotency))
	for i, m := range r.Idempotency {
		names[i] = m.Name
	}
	return names
}

// checkRules reports the names of methods that the types do not have, and
// the patterns that decide about no method, or with another one.
func (r *resolver) checkRules(rules *methodRules, declared string) {
	pointers := make([]schema.Pointer, len(rules.Methods))
	for i, m := range rules.Methods {
		pointers[i] = m.Pointer
	}
	r.checkNames(rules, rules.methodNames(), pointers, declared)
	pointers = make([]schema.Pointer, len(rules.Idempotency))
	for i, m := range rules.Idempotency {
		pointers[i] = m.Pointer
	}
	r.checkNames(rules, rules.idempotencyNames(), pointers, declared)
}

// checkNames reports what is wrong with the names of one mapping, whose entries
// are at the pointers.
func (r *resolver) checkNames(rules *methodRules, names []string, pointers []schema.Pointer, declared string) {
	decides, tied := make([]bool, len(names)), make([]bool, len(names))
	for _, method := range rules.methods {
		best, tie := schema.MatchMethod(names, method)
		if best >= 0 {
			decides[best] = true
		}
		if tie >= 0 && !tied[tie] {
			tied[tie] = true
			r.report(ruleAmbiguous, pointers[tie], true,
				fmt.Sprintf("%q and %q both match %s, and give as many letters of it", names[best], names[tie], method), "write an entry for "+method)
		}
	}
	for i, name := range names {
		if !decides[i] && !tied[i] {
			r.reportName(rules, name, pointers[i], declared)
		}
	}
}

// reportName reports a name or a pattern that decides about no method.
func (r *resolver) reportName(rules *methodRules, name string, at schema.Pointer, declared string) {
	matching := slices.DeleteFunc(slices.Clone(rules.methods), func(m string) bool { return !schema.MatchesMethod(name, m) })
	switch near, ok := schema.Nearest(strings.ReplaceAll(name, "*", ""), rules.methods); {
	case len(matching) > 0:
		r.report(ruleMethodNotFound, at, true,
			fmt.Sprintf("%q decides about no method: another entry does for %s", name, matching[0]), "remove it")
		return
	case ok && declared != "":
		declared += fmt.Sprintf("; did you mean %q?", near)
	case ok:
		declared = fmt.Sprintf("did you mean %q?", near)
	}
	message := fmt.Sprintf("%s has no method %s", rules.target, name)
	if schema.IsPattern(name) {
		message = fmt.Sprintf("no method of %s matches %q", rules.target, name)
	}
	r.report(ruleMethodNotFound, at, true, message, declared)
}
