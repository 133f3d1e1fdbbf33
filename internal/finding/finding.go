// Package finding has what every stage of retrygen reports: a finding at a
// place, by a rule that is declared once, and the ways to print findings. All
// text that findings take out of the program is escaped here.
package finding

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
)

// Finding is one thing that is wrong with a spec, or with the Go code that it
// names, or worth knowing about it. [New] makes one.
type Finding struct {
	// Pos is the place of the key (unknown, missing, misspelt) or the value
	// (bad value) that is wrong. It is invalid if the place is unknown.
	Pos token.Position
	// Pointer is the JSON pointer of that place within the file, for example
	// "/policies/read/exosphere/max_retries". It is empty for Go code.
	Pointer Pointer
	// Rule is the stable id of the rule that found it, for example "RG101".
	Rule string
	// Severity says whether the spec can still be compiled.
	Severity Severity
	// Message is one lower-case sentence without a period and without the place.
	Message string
	// Hint says what to do about it. It may be empty.
	Hint string
}

// New returns a finding of the given rule, its texts cut to what fits into a
// log.
func New(rule *Rule, pos token.Position, p Pointer, message, hint string) Finding {
	return Finding{
		Pos:      pos,
		Pointer:  p,
		Rule:     rule.ID,
		Severity: rule.Severity,
		Message:  Shorten(message, MaxMessage),
		Hint:     Shorten(hint, MaxHint),
	}
}

// String returns "file:line:column: /json/pointer: message".
func (f Finding) String() string { return f.place() + f.Message }

// place returns "file:line:column: /json/pointer: ", as far as it is known.
func (f Finding) place() string {
	place := ""
	if f.Pos.IsValid() || f.Pos.Filename != "" {
		place = f.Pos.String() + ": "
	}
	if f.Pointer != "" {
		place += string(f.Pointer) + ": "
	}
	return place
}

// List is a list of findings. The zero value is an empty list.
type List []Finding

// Sort orders the findings by file, line, column, pointer, rule and message,
// and removes those that are repeated.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.Pos.Filename, b.Pos.Filename),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
	*l = slices.Compact(*l)
}

// HasErrors reports whether a finding keeps the spec from being compiled.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(f Finding) bool { return f.Severity == Error })
}

// Err returns the findings as an error, or nil if there is none with severity
// [Error].
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}

// Error returns the first finding and the number of the others.
func (l List) Error() string {
	switch len(l) {
	case 0:
		return "no findings"
	case 1:
		return l[0].String()
	default:
		return fmt.Sprintf("%s (and %d more)", l[0], len(l)-1)
	}
}
