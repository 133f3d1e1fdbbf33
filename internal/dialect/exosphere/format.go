package exosphere

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// exosphereFormat is the graph templates of Exosphere.
type Format struct{}

// Name returns "exosphere".
func (Format) Name() string { return "exosphere" }

// Origin is the system, if the words of another one carry its policies.
func (Format) Origin() *policy.Origin { return nil }

// Recognizes reports whether a file looks like one of the format.
func (Format) Recognizes(root *document.Node) bool { return isGraph(root) }

// Read adds the policies of a file.
func (Format) Read(r *foreign.Reading, root *document.Node) { readGraph(r, root) }

// ReadBlock adds a policy that stands alone.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) { readGraphPolicy(r, v) }

// exosphereTarget writes policies in the format.
type Target struct{}

// Target returns "exosphere".
func (Target) Target() string { return "exosphere" }

// Format is the format by which the text is read again.
func (Target) Format() foreign.Format { return Format{} }

// Write returns the text of a policy.
func (Target) Write(c *policy.Policy) ([]byte, error) { return writeExosphere(c) }

// Failures returns the failures on which decisions are compared.
func (Target) Failures(original, read *policy.Classifier) []matcher.Failure {
	return foreign.AnyFailure(original, read)
}

// Remarks returns what every policy loses.
func (Target) Remarks() []foreign.Loss { return nil }
