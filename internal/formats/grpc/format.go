package grpc

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// grpcKeys are the keys of the parameters in a retry policy of gRPC.
var grpcKeys = map[policy.Parameter]string{
	policy.Attempts: "maxAttempts", policy.First: "initialBackoff", policy.Cap: "maxBackoff", policy.Factor: "backoffMultiplier",
}

// grpcFormat is the service config of gRPC (gRFC A6).
type Format struct{}

// Name returns "grpc".
func (Format) Name() string { return "grpc" }

// Origin is the system, if the words of another one carry its policies.
func (Format) Origin() *policy.Origin { return &policy.Origin{System: "gRPC", Keys: grpcKeys} }

// Recognizes reports whether a file looks like one of the format.
func (Format) Recognizes(root *document.Node) bool { return isServiceConfig(root) }

// Read adds the policies of a file.
func (Format) Read(r *foreign.Reading, root *document.Node) { readServiceConfig(r, root) }

// ReadBlock adds a policy that stands alone.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) { readMethodConfig(r, v) }

// gapicFormat is the service config as the generators of API clients of Google read it.
type Gapic struct{}

// Name returns "gapic".
func (Gapic) Name() string { return "gapic" }

// Origin is the system, if the words of another one carry its policies.
func (Gapic) Origin() *policy.Origin { return &policy.Origin{System: "gapic", Keys: grpcKeys} }

// Recognizes reports whether a file looks like one of the format.
func (Gapic) Recognizes(root *document.Node) bool { return false }

// Read adds the policies of a file.
func (Gapic) Read(r *foreign.Reading, root *document.Node) { readServiceConfig(r, root) }

// ReadBlock adds a policy that stands alone.
func (Gapic) ReadBlock(r *foreign.Reading, v *document.Node) { readMethodConfig(r, v) }

// grpcTarget writes policies in the format.
type Target struct{}

// Target returns "grpc-service-config".
func (Target) Target() string { return "grpc-service-config" }

// Format is the format by which the text is read again.
func (Target) Format() foreign.Format { return Format{} }

// Write returns the text of a policy.
func (Target) Write(c *policy.Policy) ([]byte, error) { return writeServiceConfig(c) }

// Failures returns the failures on which decisions are compared.
func (Target) Failures(original, read *policy.Classifier) []matcher.Failure {
	return grpcFailures(original, read)
}

// Remarks returns what every policy loses.
func (Target) Remarks() []foreign.Loss {
	return []foreign.Loss{foreign.NewLoss(foreign.L15, "the config is for every method until it names some")}
}
