// Package dialect has the systems in whose words a policy can be written, each
// in a folder, and the list of them.
package dialect

import (
	"slices"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect/exosphere"
	"github.com/retrygen/retrygen/internal/dialect/httpx"
	"github.com/retrygen/retrygen/internal/dialect/prodigy"
	"github.com/retrygen/retrygen/internal/dialect/smithy"
	"github.com/retrygen/retrygen/internal/dialect/temporal"
	"github.com/retrygen/retrygen/internal/policy"
)

// Dialect is a system in whose words a policy can be written.
type Dialect interface {
	// Name is the key of the block, and the definition of the JSON Schema that
	// describes it.
	Name() string
	// System is the name that people know the system by.
	System() string
	// Decode reads the block.
	Decode(block decode.Value, f policy.Fidelity) policy.Block
	// CheckUnused reports fields of the block that are well formed and decide
	// nothing, because another field of it or of the policy around it leaves
	// them nothing to decide.
	CheckUnused(b policy.Block, block, around decode.Object)
	// ErrorKeys are the keys of the block that say which errors are retried.
	ErrorKeys() []string
	// Keys are the keys of a parameter in the block, with those inside of
	// others after a slash, in the order in which they are looked for. There
	// are none if the system does not have the parameter.
	Keys(policy.Parameter) []string
	// Translate says how the system calls a parameter, for a definition of the
	// JSON Schema that belongs to the dialect, or "".
	Translate(definition string, p policy.Parameter) string
	// Refusal says why a key that the system has cannot stand in a spec, and
	// what to write instead, or "".
	Refusal(key string) (message, hint string)
	// JitterHint says how to spread the waits; it is empty if the system
	// cannot.
	JitterHint() string
	// FixedHint says how to write waits that are meant not to grow; it may be
	// empty.
	FixedHint() string
	// Starter is a spec to begin with. It wraps the interface Gateway.
	Starter() []byte
}

// dialects are all dialects, in the order in which they are shown.
var dialects = []Dialect{
	exosphere.Dialect{},
	prodigy.Dialect{},
	temporal.Dialect{},
	httpx.Dialect{},
	smithy.Dialect{},
}

// All returns all dialects, in the order in which they are shown.
func All() []Dialect { return slices.Clone(dialects) }

// Names returns the keys of the blocks of all dialects.
func Names() []string {
	names := make([]string, len(dialects))
	for i, d := range dialects {
		names[i] = d.Name()
	}
	return names
}

// Named returns the dialect with the given name, or nil.
func Named(name string) Dialect {
	for _, d := range dialects {
		if d.Name() == name {
			return d
		}
	}
	return nil
}

// System returns the name that people know a dialect by, or "".
func System(name string) string {
	if d := Named(name); d != nil {
		return d.System()
	}
	return ""
}
