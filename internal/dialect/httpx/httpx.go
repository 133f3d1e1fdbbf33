// Package httpx has the dialect of httpx-retries.
package httpx

import (
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/policy"
)

// Policy is a policy in the words of httpx-retries.
type Policy struct {
	Total             int64   // retries after the first attempt; default 10
	BackoffFactor     float64 // seconds; default 0
	BackoffJitter     float64 // 0 to 1; default 1
	MaxBackoffWait    float64 // seconds; default 120
	StatusForcelist   []int   // default 429, 502, 503, 504
	RespectRetryAfter bool    // default true
	// AllowedMethods are the HTTP methods that are retried; nil: HEAD, GET, PUT,
	// DELETE, OPTIONS and TRACE. They concern HTTP clients only.
	AllowedMethods []string
	TotalTimeout   *float64 // seconds, the sum of the waits; nil is no bound
}

// DialectName returns "httpx".
func (*Policy) DialectName() string { return "httpx" }

// Decode reads a block.
func (Dialect) Decode(n decode.Value, _ policy.Fidelity) policy.Block {
	o := n.Object("httpx")
	h := &Policy{
		Total:             o.Get("total").Integer(10),
		BackoffFactor:     o.Get("backoff_factor").Real(0),
		BackoffJitter:     o.Get("backoff_jitter").Real(1),
		MaxBackoffWait:    o.Get("max_backoff_wait").Real(120),
		RespectRetryAfter: o.Get("respect_retry_after_header").Bool(true),
	}
	o.Each("status_forcelist", func(item decode.Value) {
		h.StatusForcelist = append(h.StatusForcelist, int(item.Integer(0)))
	})
	o.Each("allowed_methods", func(item decode.Value) {
		h.AllowedMethods = append(h.AllowedMethods, strings.ToUpper(item.Word("")))
	})
	if h.StatusForcelist == nil {
		h.StatusForcelist = []int{429, 502, 503, 504}
	}
	if limit := o.Nullable("total_timeout"); limit.IsSet() {
		value := limit.Real(0)
		h.TotalTimeout = &value
	}
	return h
}
