package prodigy

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// prodigyFormat is the workflows of Prodigy.
type Format struct{}

// Name returns "prodigy".
func (Format) Name() string { return "prodigy" }

// Origin is the system, if the words of another one carry its policies.
func (Format) Origin() *policy.Origin { return nil }

// Recognizes reports whether a file looks like one of the format.
func (Format) Recognizes(root *document.Node) bool { return isWorkflow(root) }

// Read adds the policies of a file.
func (Format) Read(r *foreign.Reading, root *document.Node) { readWorkflow(r, root) }

// ReadBlock adds a policy that stands alone.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) { readRetryConfig(r, v) }

// prodigyTarget writes policies in the format.
type Target struct{}

// Target returns "prodigy".
func (Target) Target() string { return "prodigy" }

// Format is the format by which the text is read again.
func (Target) Format() foreign.Format { return Format{} }

// Write returns the text of a policy.
func (Target) Write(c *policy.Policy) ([]byte, error) { return writeProdigy(c) }

// Failures returns the failures on which decisions are compared.
func (Target) Failures(original, read *policy.Classifier) []matcher.Failure {
	return foreign.AnyFailure(original, read)
}

// Remarks returns what every policy loses.
func (Target) Remarks() []foreign.Loss { return nil }
