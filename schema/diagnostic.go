package schema

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
)

// Severity tells how much a finding weighs.
type Severity uint8

// The severities, from the heaviest to the lightest.
const (
	Error   Severity = iota // the spec cannot be compiled
	Warning                 // the spec compiles, and probably does not do what was meant
	Note                    // worth knowing; never a reason to fail
)

// String returns "error", "warning" or "note".
func (s Severity) String() string {
	return [...]string{"error", "warning", "note"}[min(s, Note)]
}

// Diagnostic is one finding about a spec or about the Go code that it names.
type Diagnostic struct {
	// Pos is the place of the key (unknown, missing, misspelt) or the value
	// (bad value) that is wrong. It is invalid if the place is unknown.
	Pos token.Position
	// Pointer is the JSON pointer of that place within the spec, for example
	// "/policies/read/exosphere/max_retries". It is empty for Go code.
	Pointer Pointer
	// Rule is the stable id of the rule that found it, for example "RG101".
	Rule string
	// Severity tells whether the spec can still be compiled.
	Severity Severity
	// Message is one lower-case sentence without a period and without the place.
	Message string
	// Hint tells what to do about it. It may be empty.
	Hint string
}

// String returns "file:line:column: /json/pointer: message".
func (d Diagnostic) String() string {
	text := d.Message
	if d.Pointer != "" {
		text = string(d.Pointer) + ": " + text
	}
	if d.Pos.IsValid() || d.Pos.Filename != "" {
		text = d.Pos.String() + ": " + text
	}
	return text
}

// Diagnostics are findings. The zero value is an empty list.
type Diagnostics []Diagnostic

// Sort orders the findings by file, line, column, pointer, rule and message,
// and removes those that are repeated.
func (ds *Diagnostics) Sort() {
	slices.SortStableFunc(*ds, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Pos.Filename, b.Pos.Filename),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
	*ds = slices.Compact(*ds)
}

// HasErrors reports whether a finding keeps the spec from being compiled.
func (ds Diagnostics) HasErrors() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err returns the findings as an error, or nil if there is none with severity
// [Error].
func (ds Diagnostics) Err() error {
	if !ds.HasErrors() {
		return nil
	}
	return ds
}

// Error returns the first finding and the number of the others.
func (ds Diagnostics) Error() string {
	switch len(ds) {
	case 0:
		return "no findings"
	case 1:
		return ds[0].String()
	default:
		return fmt.Sprintf("%s (and %d more)", ds[0], len(ds)-1)
	}
}

// newDiagnostic returns a finding of the given rule, its texts cut to what
// fits into a log.
func newDiagnostic(rule string, pos token.Position, p Pointer, message, hint string) Diagnostic {
	return Diagnostic{
		Pos:      pos,
		Pointer:  p,
		Rule:     rule,
		Severity: severityOf(rule),
		Message:  shorten(message, maxMessage),
		Hint:     shorten(hint, 2*maxMessage),
	}
}
