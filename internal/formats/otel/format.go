// Package otel reads retry_on_failure of the exporters and receivers of the
// OpenTelemetry Collector.
package otel

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

var origin = policy.Origin{
	System: "the OpenTelemetry Collector",
	Keys: map[policy.Parameter]string{
		policy.Attempts: "the number of attempts", policy.First: "initial_interval", policy.Cap: "max_interval",
		policy.Factor: "multiplier", policy.Jitters: "randomization_factor",
	},
	JitterHint: "raise randomization_factor",
}

// Format is a configuration of the OpenTelemetry Collector.
type Format struct{}

// Name returns "otel".
func (Format) Name() string { return "otel" }

// Origin is the Collector, whose policies the words of another system carry.
func (Format) Origin() *policy.Origin { return &origin }

// Recognizes reports whether a file has a component that retries.
func (Format) Recognizes(root *document.Node) bool {
	found := false
	eachComponent(root, func(component) { found = true })
	return found || settings(root) != nil || root.Has("max_elapsed_time")
}

// Read adds the policies of a file.
func (f Format) Read(r *foreign.Reading, root *document.Node) {
	n := 0
	eachComponent(root, func(c component) { readComponent(r, c); n++ })
	if n == 0 {
		f.ReadBlock(r, root)
	}
}

// ReadBlock adds a policy that stands alone, or the policy of a component.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) {
	if inner := settings(v); inner != nil {
		v = inner
	}
	readComponent(r, component{settings: v, name: "otel"})
}
