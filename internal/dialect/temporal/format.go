package temporal

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// temporalFormat is the RetryPolicy of Temporal in proto JSON, and the dynamic configuration of its server.
type Format struct{}

// Name returns "temporal".
func (Format) Name() string { return "temporal" }

// Origin is the system, if the words of another one carry its policies.
func (Format) Origin() *policy.Origin { return nil }

// Recognizes reports whether a file looks like one of the format.
func (Format) Recognizes(root *document.Node) bool { return isTemporal(root) }

// Read adds the policies of a file.
func (Format) Read(r *foreign.Reading, root *document.Node) { readTemporal(r, root) }

// ReadBlock adds a policy that stands alone.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) { readRetryPolicy(r, v) }

// temporalTarget writes policies in the format.
type Target struct{}

// Target returns "temporal".
func (Target) Target() string { return "temporal" }

// Format is the format by which the text is read again.
func (Target) Format() foreign.Format { return Format{} }

// Write returns the text of a policy.
func (Target) Write(c *policy.Policy) ([]byte, error) { return writeTemporal(c) }

// Failures returns the failures on which decisions are compared.
func (Target) Failures(original, read *policy.Classifier) []matcher.Failure {
	return foreign.AnyFailure(original, read)
}

// Remarks returns what every policy loses.
func (Target) Remarks() []foreign.Loss { return nil }
