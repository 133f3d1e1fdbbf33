package resolve

import (
	"fmt"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/idempotency"
	"github.com/retrygen/retrygen/schema"
)

// checkIdempotency takes over what the spec says about repeating a method, and
// reports a method that creates something where it says nothing.
func (r *methodResolver) checkIdempotency(m *model.Method, entry schema.Method, explicit bool) {
	switch {
	case entry.Idempotency == "keyed":
		r.checkKeyed(m, entry)
	case entry.Idempotency == "" && idempotency.IsCreating(m.Name) && m.Field.Policy.RetriesUnknown():
		r.report(ruleUndeclared, r.methodPointer(entry, explicit), explicit,
			fmt.Sprintf("%s creates something, and is retried: nothing says that a repetition is safe", m.Name),
			fmt.Sprintf("write %s: {policy: %s, idempotency: safe}, or keyed, or unsafe", m.Name, entry.Policy))
	}
}
