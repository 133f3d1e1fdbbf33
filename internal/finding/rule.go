package finding

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Severity is how much a finding weighs.
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

// Rule is something that a spec, or the Go code that it names, is checked for.
// [Declare] makes one.
type Rule struct {
	// ID is the stable id, for example "RG101".
	ID string
	// Name is the rule in a word or two, joined by hyphens.
	Name string
	// Summary is one sentence without a period.
	Summary string
	// Severity is the severity of every finding of the rule.
	Severity Severity
}

// String returns the id.
func (r *Rule) String() string { return r.ID }

// declared are the rules of the program, by id.
var declared struct {
	sync.Mutex
	rules []*Rule
}

// Declare returns a new rule. It belongs into a package-level variable, in the
// file that has the check. The first digit of the id is the severity: RG1xx are
// errors, RG2xx warnings, RG3xx notes. Declare panics if the id is taken or has
// another form, which every run of the program shows at once.
func Declare(id, name, summary string) *Rule {
	declared.Lock()
	defer declared.Unlock()
	i, isTaken := slices.BinarySearchFunc(declared.rules, id, func(r *Rule, id string) int { return strings.Compare(r.ID, id) })
	if isTaken || len(id) != len("RG101") || !strings.HasPrefix(id, "RG") || id[2] < '1' || id[2] > '3' {
		panic(fmt.Sprintf("finding: the rule id %q is taken, or not of the form RG101", id))
	}
	rule := &Rule{id, name, summary, Severity(id[2] - '1')}
	declared.rules = slices.Insert(declared.rules, i, rule)
	return rule
}

// Rules returns every rule that the program declares, ordered by id.
func Rules() []*Rule {
	declared.Lock()
	defer declared.Unlock()
	return slices.Clone(declared.rules)
}
