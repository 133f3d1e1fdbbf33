package schema

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// defaultLimit is the most attempts that one call may become if a spec does
// not say: three layers of retries have it with two attempts each, and two
// layers with three.
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

// sdk is a library that retries unless it is told not to.
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

// layers returns the layers n, or nil if n is.
func (d *decoder) layers(n *node) *Layers {
	if n == nil {
		return nil
	}
	o := d.object(n, "layers")
	l := &Layers{Pointer: n.pointer, Limit: d.integer(o.get("limit"), defaultLimit)}
	o.each("above", func(item *node) { l.Above = append(l.Above, d.layer(item)) })
	o.each("below", func(item *node) { l.Below = append(l.Below, d.layer(item)) })
	return l
}

// layer returns one layer. A known library brings its own attempts; of any
// other they must be said.
func (d *decoder) layer(n *node) Layer {
	o := d.object(n, "layer")
	l := Layer{Pointer: n.pointer, Name: d.word(o.get("name"), ""), Attempts: 1}
	attempts := o.get("attempts")
	if attempts != nil {
		l.Attempts = d.integer(attempts, 1)
		return l
	}
	for _, s := range sdks {
		if s.name == l.Name {
			l.Attempts = s.attempts
			return l
		}
	}
	if l.Name != "" {
		d.refuseUnknownLayer(n, l.Name)
	}
	return l
}

func (d *decoder) refuseUnknownLayer(n *node, name string) {
	hint := "write attempts; only these are known: " + strings.Join(sdkNames(), ", ")
	if near, ok := d.nearest(name, sdkNames()); ok {
		hint = fmt.Sprintf("did you mean %q? of any other, write attempts", near)
	}
	d.refuse(RuleMissingKey, n, fmt.Sprintf("the attempts of layer %s are not known", finding.Quote(name)), hint)
}
