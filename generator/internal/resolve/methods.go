package resolve

import (
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// methodResolver resolves the methods of one client.
type methodResolver struct {
	*resolver
	client   *schema.Client
	model    *model.Client
	policies []*model.Policy
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
