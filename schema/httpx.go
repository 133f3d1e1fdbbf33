package schema

import "strings"

// HTTPX is a policy in the words of httpx-retries.
type HTTPX struct {
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
func (*HTTPX) DialectName() string { return "httpx" }

func (d *decoder) httpx(n *node, _ Fidelity) Dialect {
	o := d.object(n, "httpx")
	h := &HTTPX{
		Total:             d.integer(o.get("total"), 10),
		BackoffFactor:     d.real(o.get("backoff_factor"), 0),
		BackoffJitter:     d.real(o.get("backoff_jitter"), 1),
		MaxBackoffWait:    d.real(o.get("max_backoff_wait"), 120),
		RespectRetryAfter: d.truth(o.get("respect_retry_after_header"), true),
	}
	o.each("status_forcelist", func(item *node) {
		h.StatusForcelist = append(h.StatusForcelist, int(d.integer(item, 0)))
	})
	o.each("allowed_methods", func(item *node) {
		h.AllowedMethods = append(h.AllowedMethods, strings.ToUpper(d.word(item, "")))
	})
	if h.StatusForcelist == nil {
		h.StatusForcelist = []int{429, 502, 503, 504}
	}
	if limit := o.nullable("total_timeout"); limit != nil {
		value := d.real(limit, 0)
		h.TotalTimeout = &value
	}
	return h
}
