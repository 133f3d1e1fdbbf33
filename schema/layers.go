package schema

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/finding"
)

// defaultLimit is the most attempts that one call may become if a spec does
// not say: three layers of retries have it with two attempts each, and two
// decodeLayers with three.
const defaultLimit = 9

// Layers are the others that retry the same call, above and below the clients
// of a spec. Their attempts multiply.
type Layers struct {
	Pointer Pointer
	// Limit is the most attempts that one call may become, 1 or more; default 9.
	Limit int64
	// Above call the clients of the spec, for example a gateway; Below are
	// called by them, for example the SDK that a client wraps.
	Above, Below []Layer
}

// Layer is one of the others that retry.
type Layer struct {
	Pointer Pointer
	Name    string
	// Attempts are the executions that the layer makes of one call to it, the
	// first one included: 1 if its retries are off.
	Attempts int64
}

// sdk is a library that retries by default.
type sdk struct {
	name     string
	module   string // the import path that its packages begin with
	attempts int64  // by default
}

// sdks are libraries with the attempts that their documentation promises.
var sdks = []sdk{
	{"anthropic-sdk-go", "github.com/anthropics/anthropic-sdk-go", 3},
	{"aws-sdk-go", "github.com/aws/aws-sdk-go", 4},
	{"aws-sdk-go-v2", "github.com/aws/aws-sdk-go-v2", 3},
	{"azure-sdk-for-go", "github.com/Azure/azure-sdk-for-go/sdk", 4},
	{"go-retryablehttp", "github.com/hashicorp/go-retryablehttp", 5},
	{"openai-go", "github.com/openai/openai-go", 3},
	{"stripe-go", "github.com/stripe/stripe-go", 3},
}

// SDKLayer returns the layer of a library that is known to retry by itself,
// and whether the package with the given import path belongs to one.
func SDKLayer(importPath string) (Layer, bool) {
	for _, s := range sdks {
		if importPath == s.module || strings.HasPrefix(importPath, s.module+"/") {
			return Layer{Name: s.name, Attempts: s.attempts}, true
		}
	}
	return Layer{}, false
}

func sdkNames() []string {
	names := make([]string, len(sdks))
	for i, s := range sdks {
		names[i] = s.name
	}
	return names
}

// decodeLayers returns the layers n, or nil if n is.
func decodeLayers(n decode.Value) *Layers {
	if !n.IsSet() {
		return nil
	}
	o := n.Object("layers")
	l := &Layers{Pointer: n.Pointer(), Limit: o.Get("limit").Integer(defaultLimit)}
	o.Each("above", func(item decode.Value) { l.Above = append(l.Above, decodeLayer(item)) })
	o.Each("below", func(item decode.Value) { l.Below = append(l.Below, decodeLayer(item)) })
	return l
}

// decodeLayer returns one layer. A known library brings its own attempts; of any
// other they must be said.
func decodeLayer(n decode.Value) Layer {
	o := n.Object("layer")
	l := Layer{Pointer: n.Pointer(), Name: o.Get("name").Word(""), Attempts: 1}
	attempts := o.Get("attempts")
	if attempts.IsSet() {
		l.Attempts = attempts.Integer(1)
		return l
	}
	for _, s := range sdks {
		if s.name == l.Name {
			l.Attempts = s.attempts
			return l
		}
	}
	if l.Name != "" {
		refuseUnknownLayer(n, l.Name)
	}
	return l
}

func refuseUnknownLayer(n decode.Value, name string) {
	hint := "write attempts; only these are known: " + strings.Join(sdkNames(), ", ")
	if near, ok := n.Context().Nearest(name, sdkNames()); ok {
		hint = fmt.Sprintf("did you mean %q? of any other, write attempts", near)
	}
	n.Reject(decode.MissingKey, fmt.Sprintf("the attempts of layer %s are not known", finding.Quote(name)), hint)
}
