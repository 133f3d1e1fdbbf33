package resolve

import (
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// resolver turns a spec and the packages around it into models. Whatever can
// be wrong is found here.
type resolver struct {
	*gopkg.View
	batch    *batch
	target   target
	spec     *schema.Spec
	output   outputPackage
	findings schema.Diagnostics
	// transports are the clients that are HTTP transports.
	transports []*model.Transport
	engines    []model.Engine
}

// outputPackage is the package that the output belongs to.
type outputPackage struct {
	path, name string
	declared   *types.Scope // what is next to the output; nil if nothing is
	names      model.Scope  // package-level names that are taken
	fileNames  model.Scope  // names that files next to the output give to imports
}

// newResolver returns a resolver for the spec of a target.
func newResolver(b *batch, t target) *resolver {
	return &resolver{View: b.View(t.Target), batch: b, target: t, spec: t.spec}
}

// claim takes the first of the wanted package-level names that is free.
func (o *outputPackage) claim(wanted ...string) string {
	name := model.FirstFree(func(name string) bool { return o.names.Taken(name) || o.fileNames[name] }, wanted)
	o.names[name] = true
	return name
}
