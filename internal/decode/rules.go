package decode

import "github.com/retrygen/retrygen/internal/finding"

// The rules about the values of a spec.
var (
	UnknownKey    = finding.Declare("RG101", "unknown-key", "a key has no meaning where it stands")
	MissingKey    = finding.Declare("RG102", "missing-key", "a key that is required is missing")
	WrongType     = finding.Declare("RG103", "wrong-type", "a value has another type than its key asks for")
	OutOfRange    = finding.Declare("RG104", "out-of-range", "a number or a duration is below or above what its key allows")
	Choice        = finding.Declare("RG105", "choice", "a value is none of the words that its key allows")
	ExactlyOne    = finding.Declare("RG108", "exactly-one", "of several keys that exclude each other, none or more than one is given")
	NotSupported  = finding.Declare("RG109", "not-supported", "a key is known, and cannot stand in a spec")
	UnknownName   = finding.Declare("RG110", "unknown-name", "a policy is named that does not exist")
	NameTaken     = finding.Declare("RG111", "name-taken", "two names give the same Go name, or a name is reserved")
	Contradiction = finding.Declare("RG112", "contradiction", "two values of a policy contradict each other")
	NoEffect      = finding.Declare("RG113", "no-effect", "a value can have no effect")
	Empty         = finding.Declare("RG114", "empty", "a list or mapping that needs a member is empty")
	UnusedBound   = finding.Declare("RG201", "unused-bound", "a bound is set on something that is turned off")
	UnusedField   = finding.Declare("RG203", "unused-field", "a field decides nothing, because of another one")
)
