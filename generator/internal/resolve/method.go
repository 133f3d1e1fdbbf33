package resolve

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// resolve resolves the methods of the wrapped type and names what they share.
func (r *methodResolver) resolve(methods []*types.Func) {
	r.addOperations(methods)
	for _, f := range methods {
		r.rules.add(f.Name())
	}
	r.checkConstraints()
	methods = r.writableMethods(methods)
	for _, f := range methods {
		before := len(r.findings)
		m := r.resolveMethod(f)
		if returned := r.returns[m.Name]; returned != nil {
			m.Child = returned.model
		}
		r.noteMissed(m, len(r.findings) > before)
		r.model.Methods = append(r.model.Methods, m)
	}
}

// resolveMethod resolves one method: its policy and its variables.
func (r *methodResolver) resolveMethod(f *types.Func) *model.Method {
	s := f.Signature()
	m := &model.Method{
		Name: f.Name(), Variadic: s.Variadic(), Context: -1, Request: -1,
		Deprecated: r.Deprecation(f),
	}
	for i, v := range slices.Collect(s.Params().Variables()) {
		if m.Context < 0 && isContext(v.Type()) {
			m.Context = i
		}
		if m.Request < 0 && isRequest(v.Type()) {
			m.Request = i
		}
		m.Params = append(m.Params, model.NewVariable(v))
	}
	for v := range s.Results().Variables() {
		m.Results = append(m.Results, model.NewVariable(v))
	}
	r.choosePolicy(m)
	return m
}

// choosePolicy decides which policy a method follows, and whether it can.
func (r *methodResolver) choosePolicy(m *model.Method) {
	entry, explicit := r.entry(m.Name)
	if entry.Policy == "" {
		return
	}
	if why := r.findError(m, entry); why != "" {
		m.PassReason = why
		if explicit {
			r.report(ruleCannotRetry, entry.Pointer, true, fmt.Sprintf("%s cannot be retried: %s", m.Name, why), "write none, or leave it out")
		}
		return
	}
	if what := usedUp(m); what != "" && !entry.Replayable {
		m.PassReason = "an attempt " + what
		r.reportReader(m, what, entry, explicit)
		return
	}
	m.Field = r.field(entry)
	if m.Field == nil {
		return // the schema has reported the unknown policy
	}
	if m.IsIterator && m.Field.Policy.OnFailure.Action == "fallback" {
		m.Field, m.PassReason = nil, "it returns an iterator, which cannot ask the fallback of its policy"
		return
	}
	m.Answer = r.answer(m)
	r.checkContinue(m, entry, explicit)
	r.prepareReplay(m, entry)
	r.checkIdempotency(m, entry, explicit)
	if m.Context < 0 && m.Timeout() > 0 {
		r.report(ruleNoContext, r.methodPointer(entry, explicit), explicit,
			fmt.Sprintf("attempt_timeout cannot bound %s: it takes no context", m.Name), "give the method another policy, or pass it a context")
	}
	m.KeepsContext = m.Context >= 0 && !m.IsIterator && isLate(m)
}

// checkContinue reports a policy that cannot take the error away when it gives up,
// once for a client and a policy: the error is in a result, where callers see it.
func (r *methodResolver) checkContinue(m *model.Method, entry schema.Method, explicit bool) {
	p := m.Field.Policy
	if m.ErrorMethod == "" || p.OnFailure.Action != "continue" {
		return
	}
	known := slices.ContainsFunc(r.model.Methods, func(other *model.Method) bool {
		return other.ErrorMethod != "" && other.Field != nil && other.Field.Policy == p
	})
	if !explicit && known {
		return
	}
	r.report(ruleCannotRetry, r.methodPointer(entry, explicit), explicit,
		fmt.Sprintf("%s cannot continue when policy %s gives up: %s of its result still returns the error", m.Name, p.Name, m.ErrorMethod),
		fmt.Sprintf("give %s a policy without on_failure: continue", m.Name))
}

// reportReader reports a method of which a second attempt would not do the same
// as the first.
func (r *methodResolver) reportReader(m *model.Method, what string, entry schema.Method, explicit bool) {
	r.report(ruleReaderParameter, r.methodPointer(entry, explicit), explicit,
		fmt.Sprintf("%s passes through: an attempt %s", m.Name, what),
		fmt.Sprintf("if every attempt may be given the same, write %s: {policy: %s, replayable: true}; else %s: none", m.Name, entry.Policy, m.Name))
}

// field returns the field of the client that holds a method's policy, and adds
// it if no method before needed it.
func (r *methodResolver) field(entry schema.Method) *model.PolicyField {
	index := slices.IndexFunc(r.policies, func(p *model.Policy) bool { return p.Name == entry.Policy })
	if index < 0 {
		return nil
	}
	f := &model.PolicyField{Policy: r.policies[index], AttemptTimeout: entry.AttemptTimeout, IsUnsafe: entry.Idempotency == "unsafe"}
	if f.AttemptTimeout == f.Policy.AttemptTimeout {
		f.AttemptTimeout = 0
	}
	for _, other := range *r.fields {
		if other.Policy == f.Policy && other.AttemptTimeout == f.AttemptTimeout && other.IsUnsafe == f.IsUnsafe {
			return other
		}
	}
	if f.AttemptTimeout > 0 || f.IsUnsafe {
		f.Method = entry.Name
	}
	*r.fields = append(*r.fields, f)
	return f
}
