package generator

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"time"

	"github.com/retrygen/retrygen/schema"
)

// methodResolver resolves the methods of one client.
type methodResolver struct {
	*resolver
	client   *schema.Client
	model    *clientModel
	policies []*policyModel
}

// resolve resolves the methods of the wrapped type and names what they share.
func (r *methodResolver) resolve(methods []*types.Func) {
	r.checkNames(methods)
	r.checkConstraints()
	methods = r.writableMethods(methods)
	for _, f := range methods {
		r.model.methods = append(r.model.methods, r.resolveMethod(f))
	}
	r.nameFields(methods)
}

// checkNames reports the methods that the spec names and the type does not have.
func (r *methodResolver) checkNames(methods []*types.Func) {
	names := make([]string, len(methods))
	for i, f := range methods {
		names[i] = f.Name()
	}
	for _, m := range r.client.Methods {
		if slices.Contains(names, m.Name) {
			continue
		}
		hint := r.declaredAt(r.model.nextName)
		if near, ok := schema.Nearest(m.Name, names); ok {
			hint += fmt.Sprintf("; did you mean %q?", near)
		}
		r.report(ruleMethodNotFound, m.Pointer, true, fmt.Sprintf("%s has no method %s", r.model.target, m.Name), hint)
	}
}

// resolveMethod resolves one method: its policy and its variables.
func (r *methodResolver) resolveMethod(f *types.Func) *methodModel {
	s := f.Signature()
	m := &methodModel{
		name: f.Name(), variadic: s.Variadic(), context: -1, request: -1,
		deprecated: r.deprecations.note(f),
	}
	for i, v := range slices.Collect(s.Params().Variables()) {
		if m.context < 0 && isContext(v.Type()) {
			m.context = i
		}
		if m.request < 0 && isRequest(v.Type()) {
			m.request = i
		}
		m.params = append(m.params, variable{name: v.Name(), typ: v.Type()})
	}
	for v := range s.Results().Variables() {
		m.results = append(m.results, variable{name: v.Name(), typ: v.Type()})
	}
	r.choosePolicy(m)
	return m
}

// choosePolicy decides which policy a method follows, and whether it can.
func (r *methodResolver) choosePolicy(m *methodModel) {
	entry, explicit := r.entry(m.name)
	if entry.Policy == "" {
		return
	}
	if entry.Idempotency == "unsafe" {
		m.why = "the spec says that a repetition is unsafe"
		return
	}
	if why := cannotRetry(m); why != "" {
		m.why = why
		if explicit {
			r.report(ruleCannotRetry, entry.Pointer, true, fmt.Sprintf("%s cannot be retried: %s", m.name, why), "write none, or leave it out")
		}
		return
	}
	if what := usedUp(m); what != "" && !entry.Replayable {
		m.why = "an attempt " + what
		r.reportReader(m, what, entry, explicit)
		return
	}
	m.field = r.field(entry)
	if m.field == nil {
		return // the schema has reported the unknown policy
	}
	r.checkIdempotency(m, entry, explicit)
	if m.context < 0 && m.timeout() > 0 {
		r.report(ruleNoContext, r.methodPointer(entry, explicit), explicit,
			fmt.Sprintf("attempt_timeout cannot bound %s: it takes no context", m.name), "give the method another policy, or pass it a context")
	}
	if late := lateReading(m); late != "" && m.context >= 0 && (m.timeout() > 0 || m.field.policy.TotalTimeout > 0) {
		r.report(ruleLateReading, r.methodPointer(entry, explicit), explicit,
			fmt.Sprintf("the timeout of an attempt of %s ends with it, and %s is read later", m.name, late),
			"give the method a policy without timeouts, and bound the context of the caller")
	}
}

// timeout returns the attempt timeout that holds for a method.
func (m *methodModel) timeout() time.Duration {
	return cmp.Or(m.field.attemptTimeout, m.field.policy.AttemptTimeout)
}

// entry returns what the spec says of a method, and whether it names it.
func (r *methodResolver) entry(name string) (schema.Method, bool) {
	for _, m := range r.client.Methods {
		if m.Name == name {
			return m, true
		}
	}
	return schema.Method{Name: name, Policy: r.client.Policy, Pointer: r.client.Pointer}, false
}

// methodPointer returns where a finding about a method belongs.
func (r *methodResolver) methodPointer(entry schema.Method, explicit bool) schema.Pointer {
	if explicit {
		return entry.Pointer
	}
	return r.client.Pointer.Key("policy")
}

// reportReader reports a method of which a second attempt would not do the same
// as the first.
func (r *methodResolver) reportReader(m *methodModel, what string, entry schema.Method, explicit bool) {
	r.report(ruleReaderParameter, r.methodPointer(entry, explicit), explicit,
		fmt.Sprintf("%s passes through: an attempt %s", m.name, what),
		fmt.Sprintf("if every attempt may be given the same, write %s: {policy: %s, replayable: true}; else %s: none", m.name, entry.Policy, m.name))
}

// cannotRetry tells why no policy can apply to a method; "" if one can.
func cannotRetry(m *methodModel) string {
	for _, v := range m.results {
		if kind, ok := isStream(v.typ); ok {
			return "it returns " + kind
		}
	}
	if len(m.results) == 0 || !isError(m.results[len(m.results)-1].typ) {
		return "it does not return an error last"
	}
	return ""
}

// field returns the field of the client that holds a method's policy, and adds
// it if no method before needed it.
func (r *methodResolver) field(entry schema.Method) *policyField {
	index := slices.IndexFunc(r.policies, func(p *policyModel) bool { return p.Name == entry.Policy })
	if index < 0 {
		return nil
	}
	f := &policyField{policy: r.policies[index], attemptTimeout: entry.AttemptTimeout}
	if f.attemptTimeout == f.policy.AttemptTimeout {
		f.attemptTimeout = 0
	}
	for _, other := range r.model.fields {
		if other.policy == f.policy && other.attemptTimeout == f.attemptTimeout {
			return other
		}
	}
	if f.attemptTimeout > 0 {
		f.method = entry.Name
	}
	r.model.fields = append(r.model.fields, f)
	return f
}
