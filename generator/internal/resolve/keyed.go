package resolve

import (
	"fmt"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// checkKeyed reports a method that cannot have an idempotency key: it takes no
// context, or its package may not import the copied runtime, to read the key. A
// package of another module does not know the output, and its key is read by a
// transport of this one.
func (r *methodResolver) checkKeyed(m *model.Method, entry schema.Method) {
	wrapped := r.model.Wrapped.Pkg()
	switch {
	case m.Context < 0:
		r.report(ruleCannotRetry, r.idempotencyPointer(entry), false,
			fmt.Sprintf("%s cannot be keyed: it takes no context to carry the key", m.Name), "write safe or unsafe")
	case r.spec.CopyRuntime && r.InModule(r.target.Dir, r.model.Wrapped.Pos()) && !internalVisible(r.runtimePath(), wrapped.Path()):
		r.report(ruleNotAccessible, r.idempotencyPointer(entry), false,
			fmt.Sprintf("%s cannot be keyed: package %s may not import %s to read the key", m.Name, wrapped.Path(), r.runtimePath()),
			"write the output to a folder outside internal, or leave out runtime: copy")
	default:
		m.Keyed = true
	}
}
