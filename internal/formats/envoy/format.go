// Package envoy reads the retry policies of Envoy's routes and virtual hosts.
package envoy

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

var origin = policy.Origin{
	System: "Envoy",
	Keys: map[policy.Parameter]string{
		policy.Attempts: "num_retries", policy.First: "base_interval", policy.Cap: "max_interval",
	},
	Documents:   Documented,
	Implemented: Doubling,
}

// Format is the retry policy of Envoy's routes.
type Format struct{}

// Name returns "envoy".
func (Format) Name() string { return "envoy" }

// Origin is Envoy, whose policies the words of another system carry.
func (Format) Origin() *policy.Origin { return &origin }

// Recognizes reports whether a file has a route that retries.
func (Format) Recognizes(root *document.Node) bool {
	found := false
	eachPolicy(root, func(route) { found = true })
	return found || isPolicy(root)
}

// Read adds the policies of a file.
func (Format) Read(r *foreign.Reading, root *document.Node) {
	if isPolicy(root) {
		readPolicy(r, route{policy: root})
		return
	}
	eachPolicy(root, func(at route) { readPolicy(r, at) })
}

// ReadBlock adds a policy that stands alone.
func (f Format) ReadBlock(r *foreign.Reading, v *document.Node) { f.Read(r, v) }
