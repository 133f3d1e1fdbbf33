package policy

import "github.com/retrygen/retrygen/internal/finding"

// Block is a policy in the words of one dialect. Only the dialects of this
// project have blocks: what it compiles to is a type of this project.
type Block interface {
	// DialectName returns the key of the block, for example "exosphere".
	DialectName() string
	// Compile puts what the block says into a policy that has a fidelity, a
	// dialect and a system. The block stands at the pointer.
	Compile(p *Policy, at finding.Pointer)
}

// Fidelity says which reading a policy follows where the documentation of its
// system and its code differ.
type Fidelity string

// The two readings.
const (
	Documented  Fidelity = "documented"  // what the documentation says; the default
	Implemented Fidelity = "implemented" // what the released code does
)

// OnFailure is what a call does when its policy has given up.
type OnFailure struct {
	Action  string // "stop", "continue" or "fallback"
	Command string // of a fallback
}

// Parameter is something that most systems let a policy set, under a name of
// their own.
type Parameter uint8

// The parameters.
const (
	Attempts Parameter = iota // how many attempts or retries
	First                     // the wait before the first retry
	Cap                       // the longest wait
	Factor                    // how fast waits grow
	Jitters                   // how waits are drawn
	Errors                    // which errors are retried, or not
	Strategy                  // which growth there is
	Timeout                   // how long an attempt or a call may take
	Quotas                    // how many retries all calls together have
	Methods                   // which HTTP methods are retried
)
