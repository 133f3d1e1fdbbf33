package resolve

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// creating are the verbs of methods that make something new each time they are
// called, so that a repetition may do it twice.
var creating = []string{
	"Add", "Append", "Book", "Buy", "Charge", "Create", "Enqueue", "Insert", "Issue", "New", "Order", "Pay",
	"Place", "Post", "Publish", "Purchase", "Push", "Refund", "Register", "Send", "Submit", "Transfer", "Withdraw",
}

// isCreating reports whether the first word of a method's name is such a verb.
func isCreating(method string) bool {
	return slices.ContainsFunc(creating, func(verb string) bool {
		rest, ok := strings.CutPrefix(method, verb)
		return ok && (rest == "" || !unicode.IsLower([]rune(rest)[0]))
	})
}

// checkIdempotency takes over what the spec says about repeating a method, and
// reports a method that creates something where it says nothing.
func (r *methodResolver) checkIdempotency(m *model.Method, entry schema.Method, explicit bool) {
	switch {
	case entry.Idempotency == "keyed":
		r.checkKeyed(m, entry)
	case entry.Idempotency == "" && isCreating(m.Name) && m.Field.Policy.RetriesUnknown():
		r.report(ruleUndeclared, r.methodPointer(entry, explicit), explicit,
			fmt.Sprintf("%s creates something, and is retried: nothing says that a repetition is safe", m.Name),
			fmt.Sprintf("write %s: {policy: %s, idempotency: safe}, or keyed, or unsafe", m.Name, entry.Policy))
	}
}
