package schema

import "github.com/retrygen/retrygen/internal/finding"

// Severity is how much a finding weighs.
type Severity = finding.Severity

// The severities, from the heaviest to the lightest.
const (
	Error   = finding.Error   // the spec cannot be compiled
	Warning = finding.Warning // the spec compiles, and probably does not do what was meant
	Note    = finding.Note    // worth knowing; never a reason to fail
)

// Diagnostic is one finding about a spec or about the Go code that it names.
type Diagnostic = finding.Finding

// Diagnostics is a list of findings. The zero value is an empty list.
type Diagnostics = finding.List

// Pointer is a JSON pointer (RFC 6901) to a value of a spec. The empty pointer
// is the whole document.
type Pointer = finding.Pointer

// Rule is something that a spec, or the Go code that it names, is checked for.
type Rule = finding.Rule

// Rules returns every rule, ordered by id.
func Rules() []*Rule { return finding.Rules() }
