// Package idempotency judges by its name whether a method makes something new
// each time it is called.
package idempotency

import (
	"slices"
	"strings"
	"unicode"
)

// creating are the verbs of methods that make something new each time they are
// called, so that a repetition may do it twice.
var creating = []string{
	"Add", "Append", "Book", "Buy", "Charge", "Create", "Enqueue", "Insert", "Issue", "New", "Order", "Pay",
	"Place", "Post", "Publish", "Purchase", "Push", "Refund", "Register", "Send", "Submit", "Transfer", "Withdraw",
}

// IsCreating reports whether the first word of a method's name is such a verb.
func IsCreating(method string) bool {
	return slices.ContainsFunc(creating, func(verb string) bool {
		rest, ok := strings.CutPrefix(method, verb)
		return ok && (rest == "" || !unicode.IsLower([]rune(rest)[0]))
	})
}
