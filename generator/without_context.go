package generator

import (
	"maps"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// withoutContext returns the policies that methods follow and none that takes
// a context. Every HTTP request has one.
func withoutContext(spec *schema.Spec, files []*model.File) []string {
	hasContext := make(map[string]bool)
	for _, file := range files {
		for _, c := range file.Clients {
			for _, m := range c.Methods {
				if m.Field != nil {
					hasContext[m.Field.Policy.Name] = hasContext[m.Field.Policy.Name] || m.Context >= 0
				}
			}
		}
	}
	for _, c := range spec.Clients {
		if c.HTTP == nil {
			continue
		}
		hasContext[c.HTTP.Policy] = true
		for _, route := range c.HTTP.Routes {
			hasContext[route.Policy] = true
		}
	}
	maps.DeleteFunc(hasContext, func(_ string, has bool) bool { return has })
	return slices.Sorted(maps.Keys(hasContext))
}
