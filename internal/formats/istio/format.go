// Package istio reads the retries of Istio's virtual services.
package istio

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/formats/envoy"
	"github.com/retrygen/retrygen/internal/policy"
)

var origin = policy.Origin{
	System:      "Istio",
	Keys:        map[policy.Parameter]string{policy.Attempts: "attempts", policy.First: "backoff", policy.Cap: "10 × backoff"},
	Documents:   envoy.Documented,
	Implemented: envoy.Doubling,
}

// Format is a VirtualService of Istio.
type Format struct{}

// Name returns "istio".
func (Format) Name() string { return "istio" }

// Origin is Istio, whose policies the words of another system carry.
func (Format) Origin() *policy.Origin { return &origin }

// Recognizes reports whether a file has a virtual service, or is an HTTPRetry.
func (Format) Recognizes(root *document.Node) bool {
	for _, v := range objects(root) {
		if isVirtualService(v) {
			return true
		}
	}
	return root.Has("perTryTimeout") || root.Has("retryOn") || isRoute(root)
}

// IsStream says that a file may have several documents.
func (Format) IsStream() {}

// Read adds the policies of a file.
func (Format) Read(r *foreign.Reading, root *document.Node) {
	for _, v := range objects(root) {
		if isVirtualService(v) {
			readService(r, v)
		}
	}
	if root.Is(document.Mapping) && !root.Has("kind") {
		Format{}.ReadBlock(r, root)
	}
}

// ReadBlock adds a policy that stands alone, or the policy of a route.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) {
	if isRoute(v) {
		readRoute(r, v, "istio")
		return
	}
	readRetries(r, v, nil, "istio")
}
