package formats

import (
	"slices"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/policy"
)

// format is a kind of file that has retry policies.
type format struct {
	name string // as "dialect" names it
	// origin is the system, if the words of another one carry its policies.
	origin *policy.Origin
	// recognises reports whether a file looks like one of this format.
	recognises func(root *document.Node) bool
	// read adds the policies of a file.
	read func(r *reading, root *document.Node)
	// block adds a policy that stands alone.
	block func(r *reading, v *document.Node)
}

// formats are in the order in which they are tried: those with the most
// telling keys first.
func formats() []format {
	return []format{
		{"grpc", &grpcOrigin, isServiceConfig, readServiceConfig, readMethodConfig},
		{"gapic", &gapicOrigin, never, readServiceConfig, readMethodConfig},
		{"step-functions", &stepFunctionsOrigin, isStateMachine, readStateMachine, readRetriers},
		{"aws", &awsOrigin, isRetryMode, readRetryMode, readRetryMode},
		{"temporal", nil, isTemporal, readTemporal, readRetryPolicy},
		{"exosphere", nil, isGraph, readGraph, readGraphPolicy},
		{"prodigy", nil, isWorkflow, readWorkflow, readRetryConfig},
	}
}

// never is of formats that have to be named: gapic's files are gRPC's.
func never(*document.Node) bool { return false }

// formatOf returns the format with the given name, or the one that recognises
// the file if the name is empty.
func formatOf(name string, root *document.Node) (format, bool) {
	for _, f := range formats() {
		if name == f.name || name == "" && f.recognises(root) {
			return f, true
		}
	}
	return format{}, false
}

// hasAny reports whether a mapping has one of the keys.
func hasAny(v *document.Node, names []string) bool { return slices.ContainsFunc(names, v.Has) }
