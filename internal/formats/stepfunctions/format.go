package stepfunctions

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

var statesOrigin = policy.Origin{
	System: "Step Functions",
	Keys: map[policy.Parameter]string{
		policy.Attempts: "MaxAttempts", policy.First: "IntervalSeconds", policy.Cap: "MaxDelaySeconds",
		policy.Factor: "BackoffRate", policy.Jitters: "JitterStrategy",
	},
	JitterHint: "write JitterStrategy: FULL",
}

// statesFormat is the Amazon States Language of Step Functions.
type Format struct{}

// Name returns "step-functions".
func (Format) Name() string { return "step-functions" }

// Origin is the system, if the words of another one carry its policies.
func (Format) Origin() *policy.Origin { return &statesOrigin }

// Recognizes reports whether a file looks like one of the format.
func (Format) Recognizes(root *document.Node) bool { return isStateMachine(root) }

// Read adds the policies of a file.
func (Format) Read(r *foreign.Reading, root *document.Node) { readStateMachine(r, root) }

// ReadBlock adds a policy that stands alone.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) { readRetriers(r, v) }

// statesTarget writes policies in the format.
type Target struct{}

// Target returns "step-functions".
func (Target) Target() string { return "step-functions" }

// Format is the format by which the text is read again.
func (Target) Format() foreign.Format { return Format{} }

// Write returns the text of a policy.
func (Target) Write(c *policy.Policy) ([]byte, error) { return writeStepFunctions(c) }

// Failures returns the failures on which decisions are compared.
func (Target) Failures(original, read *policy.Classifier) []matcher.Failure {
	return foreign.AnyFailure(original, read)
}

// Remarks returns what every policy loses.
func (Target) Remarks() []foreign.Loss {
	return []foreign.Loss{foreign.NewLoss(foreign.L16, "a state that has other retriers counts the retries of each apart")}
}
