package foreign

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// Format is a kind of file that has retry policies.
type Format interface {
	// Name is the name by which the key "dialect" of a spec names the format.
	Name() string
	// Origin is the system, if the words of another one carry its policies.
	Origin() *policy.Origin
	// Recognizes reports whether a file, or a part of it, looks like one of
	// this format.
	Recognizes(root *document.Node) bool
	// Read adds the policies of a file.
	Read(r *Reading, root *document.Node)
	// ReadBlock adds a policy that stands alone.
	ReadBlock(r *Reading, v *document.Node)
}

// Stream is a format whose files may have several YAML documents.
type Stream interface {
	Format
	// IsStream marks the format.
	IsStream()
}

// Target is a format that policies are written in.
type Target interface {
	// Target is the name of the target.
	Target() string
	// Format is the format by which the text is read again.
	Format() Format
	// Write returns the text of a policy.
	Write(*policy.Policy) ([]byte, error)
	// Failures returns the failures on which decisions are compared: those that
	// the target knows, of those on which the two policies can differ.
	Failures(original, read *policy.Classifier) []matcher.Failure
	// Remarks returns what every policy loses.
	Remarks() []Loss
}
