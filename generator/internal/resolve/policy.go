package resolve

import (
	"fmt"
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/schema"
)

// resolvePolicies compiles the policies, names their declarations, and
// resolves the Go names in their error rules.
func (r *resolver) resolvePolicies() []*model.Policy {
	var models []*model.Policy
	for _, p := range r.spec.Policies {
		models = append(models, r.resolvePolicy(p))
	}
	return models
}

// resolvePolicy resolves one policy.
func (r *resolver) resolvePolicy(p *schema.Policy) *model.Policy {
	m := &model.Policy{Policy: compile.Policy(p), FuncName: model.ExportedName(p.Name) + "Policy"}
	r.claimExported(m.FuncName, p.Pointer)
	base := model.UnexportedName(model.ExportedName(p.Name))
	m.DelayName = r.output.claim(base+"Delay", base+"RetryDelay")
	if m.Throttling != nil {
		m.ThrottlingName = r.output.claim(base+"ThrottlingDelay", base+"ThrottlingRetryDelay")
	}
	m.ClassName = r.output.claim(base+"Class", base+"ErrorClass")
	c := conditions{r, m}
	m.StopConditions = c.resolveAll(m.Stop)
	m.RetryConditions = c.resolveAll(m.Retry)
	if p.Backoff != nil {
		m.Waits, m.Draw = r.resolveBackoff(p)
	}
	if r.hasUnsafeMethod(p.Name) {
		c.resolveOutcomes(base)
	}
	return m
}

// claimExported takes a package-level name that the spec decides, or reports
// that it is taken.
func (r *resolver) claimExported(name string, pointer schema.Pointer) {
	if !r.output.names.Taken(name) && !r.output.fileNames[name] {
		r.output.names[name] = true
		return
	}
	hint := "rename one of the two"
	switch {
	case r.output.fileNames[name]:
		hint = "a file next to the output imports a package by that name; " + hint
	case r.isHandWritten(name):
		hint = r.declaredAt(r.output.declared.Lookup(name)) + "; " + hint
	}
	r.report(ruleNameTaken, pointer, true, fmt.Sprintf("the output would declare %s, which is taken", name), hint)
}

// isHandWritten reports whether the package of the output declares a name,
// other than in output.
func (r *resolver) isHandWritten(name string) bool {
	if r.output.declared == nil {
		return false
	}
	object := r.output.declared.Lookup(name)
	return object != nil && !r.IsOutput(r.Position(object.Pos()).Filename)
}

// typeText returns a type as a reader of the output package would write it.
func (r *resolver) typeText(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == r.output.path {
			return ""
		}
		return p.Name()
	})
}
