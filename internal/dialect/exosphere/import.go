package exosphere

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
)

// exosphereKeys are the keys by which a retry_policy of Exosphere is known. Its
// max_delay is a key of Prodigy's too.
var exosphereKeys = []string{"max_retries", "strategy", "backoff_factor", "exponent"}

// isGraph recognises a graph template, or a retry_policy that stands alone.
func isGraph(root *document.Node) bool {
	policy := root.Get("retry_policy")
	return foreign.HasAny(root, exosphereKeys) || foreign.HasAny(policy, exosphereKeys) || policy.Has("max_delay") ||
		root.Has("nodes") || policy.Kind() == document.Mapping && len(policy.Members()) == 0
}

// readGraph reads the policy of a graph, which is one for all of its nodes. A
// graph without one has the defaults.
func readGraph(r *foreign.Reading, root *document.Node) {
	policy := root.Get("retry_policy")
	switch {
	case policy != nil:
		readGraphPolicy(r, policy)
	case foreign.HasAny(root, exosphereKeys) || !root.Has("nodes"):
		readGraphPolicy(r, root)
	default:
		readGraphPolicy(r, root.MappingAt())
		r.Note(root, "L19: the graph has no retry_policy; these are the defaults of Exosphere")
	}
}

// readGraphPolicy takes the block as it is: the spec has the same keys, and
// checks them more strictly than Exosphere, which ignores those it does not know.
func readGraphPolicy(r *foreign.Reading, v *document.Node) {
	p := r.Begin("graph", v)
	p.Members = []document.Member{{Name: "exosphere", Value: v}}
}
