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
	// fields are the policies of the client, and of those that share them.
	fields *[]*model.PolicyField
	// returns are the clients that methods return, by the method.
	returns map[string]*member
}

// methodRules are what a spec says about the methods of a client. They hold
// the names of the methods that they decide about.
type methodRules struct {
	*schema.MethodRules
	at     schema.Pointer
	target string // the wrapped type, as findings name it
	// declared says where the type is declared, or is empty.
	declared string
	methods  []string
	// parent are the rules of the client that returns this one, or nil. Where
	// these name no policy, they decide; and where these name no idempotency.
	parent    *methodRules
	hasPolicy bool
	below     []string // the methods of the clients that inherit the idempotency
	// answered are the entries whose error method a result has.
	answered map[schema.Pointer]bool
}

// add adds a method about which the rules decide, or those that hold where they
// say nothing.
func (r *methodRules) add(method string) {
	isOwn := true
	for ; r != nil; r = r.parent {
		if isOwn {
			r.methods = append(r.methods, method)
		}
		isOwn = isOwn && !r.hasPolicy
		r.below = append(r.below, method)
	}
}

// of returns the rules that decide about a method: the nearest that name it, or
// have a policy for all.
func (r *methodRules) of(method string) *methodRules {
	for ; r.parent != nil && !r.hasPolicy; r = r.parent {
		if i, _ := schema.MatchMethod(r.methodNames(), method); i >= 0 {
			break
		}
	}
	return r
}

// entry returns what the spec says of a method, and whether it names it. A
// pattern does not.
func (r *methodResolver) entry(name string) (schema.Method, bool) {
	rules := r.rules.of(name)
	entry := schema.Method{Name: name, Policy: rules.Policy, Pointer: rules.at}
	if i, _ := schema.MatchMethod(rules.methodNames(), name); i >= 0 {
		entry = rules.Methods[i]
	}
	explicit := entry.Pointer != rules.at && entry.Name == name
	entry.Name = name
	if said := r.rules.idempotency(name); entry.Idempotency == "" && said != nil {
		entry.Idempotency = said.Idempotency
	}
	return entry, explicit
}

// methodPointer returns where a finding about a method belongs.
func (r *methodResolver) methodPointer(entry schema.Method, explicit bool) schema.Pointer {
	if rules := r.rules.of(entry.Name); !explicit && entry.Pointer == rules.at {
		return rules.at.Key("policy")
	}
	return entry.Pointer
}

// idempotencyPointer returns where the spec says whether a method may be
// repeated.
func (r *methodResolver) idempotencyPointer(entry schema.Method) schema.Pointer {
	if said := r.rules.idempotency(entry.Name); said != nil && !r.rules.of(entry.Name).says(entry.Pointer) {
		return said.Pointer
	}
	return entry.Pointer.Key("idempotency")
}

// says reports whether the entry of methods at a pointer has an idempotency.
func (r *methodRules) says(at schema.Pointer) bool {
	return slices.ContainsFunc(r.Methods, func(m schema.Method) bool { return m.Pointer == at && m.Idempotency != "" })
}

// idempotency returns the nearest entry of idempotency for a method, or nil.
func (r *methodRules) idempotency(name string) *schema.MethodIdempotency {
	for ; r != nil; r = r.parent {
		if i, _ := schema.MatchMethod(r.idempotencyNames(), name); i >= 0 {
			return &r.Idempotency[i]
		}
	}
	return nil
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
func (r *resolver) checkRules(rules *methodRules) {
	pointers := make([]schema.Pointer, len(rules.Methods))
	for i, m := range rules.Methods {
		pointers[i] = m.Pointer
	}
	r.checkNames(rules, rules.methods, rules.methodNames(), pointers)
	pointers = make([]schema.Pointer, len(rules.Idempotency))
	for i, m := range rules.Idempotency {
		pointers[i] = m.Pointer
	}
	r.checkNames(rules, rules.below, rules.idempotencyNames(), pointers)
}

// checkNames reports what is wrong with the names of one mapping, whose entries
// are at the pointers and decide about methods.
func (r *resolver) checkNames(rules *methodRules, methods, names []string, pointers []schema.Pointer) {
	decides, tied := make([]bool, len(names)), make([]bool, len(names))
	for _, method := range methods {
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
			r.reportName(rules, methods, name, pointers[i])
		}
	}
}

// reportName reports a name or a pattern that decides about no method.
func (r *resolver) reportName(rules *methodRules, methods []string, name string, at schema.Pointer) {
	declared := rules.declared
	matching := slices.DeleteFunc(slices.Clone(methods), func(m string) bool { return !schema.MatchesMethod(name, m) })
	switch near, ok := schema.Nearest(strings.ReplaceAll(name, "*", ""), methods); {
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
