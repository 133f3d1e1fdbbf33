// Package speakeasy reads x-speakeasy-retries, Speakeasy's extension of OpenAPI.
package speakeasy

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

var origin = policy.Origin{
	System: "Speakeasy",
	Keys: map[policy.Parameter]string{
		policy.Attempts: "maxRetries", policy.First: "initialInterval", policy.Cap: "maxInterval", policy.Factor: "exponent",
	},
}

// Format is OpenAPI, or an overlay of it, with the extension.
type Format struct{}

// Name returns "speakeasy".
func (Format) Name() string { return "speakeasy" }

// Origin is Speakeasy, whose policies the words of another system carry.
func (Format) Origin() *policy.Origin { return &origin }

// Recognizes reports whether a file has the extension.
func (Format) Recognizes(root *document.Node) bool { return len(settings(root)) > 0 || isBlock(root) }

// Read adds the policies of a file.
func (f Format) Read(r *foreign.Reading, root *document.Node) {
	all := settings(root)
	for _, s := range all {
		ReadBlock(r, s.block, s.name, s.operations)
	}
	if len(all) == 0 {
		f.ReadBlock(r, root)
	}
}

// ReadBlock adds a policy that stands alone.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) {
	if inner := v.Get(Extension); inner != nil {
		v = inner
	}
	ReadBlock(r, v, "speakeasy", nil)
}
