package openapi

import (
	"math"
	"strconv"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

// spellings are the keys of a setting that counts attempts, in the spellings in
// use.
var spellings = map[string][]string{
	"attempts": {"maxAttempts", "max_attempts", "max"},
	"first":    {"baseDelayMs", "base_delay_ms"},
	"longest":  {"maxDelayMs", "max_delay_ms"},
	"growth":   {"backoff"},
	"statuses": {"retryOn", "retry_on"},
}

// factors are the rates of growth by their names.
var factors = map[string]string{"exponential": "2", "constant": "1", "fixed": "1"}

// counted reads a setting such as
//
//	{maxAttempts: 3, baseDelayMs: 1000, backoff: exponential, retryOn: [429, 503]}
//
// in which the first attempt counts, and which says nothing of jitter and of a
// longest wait.
func (r *reader) counted(v *document.Node, name string) {
	p := r.reading.Begin("model", v)
	p.Origin = &origin
	defer r.reading.End()
	if !r.reading.IsMapping(v) {
		return
	}
	var all []string
	for _, names := range spellings {
		all = append(all, names...)
	}
	r.reading.Known(v, all, ", which is not read")
	attempts, okAttempts := r.number(v, "attempts", 0, 1, math.MaxInt32-1)
	first, okFirst := r.number(v, "first", 1000, 0, math.MaxInt32)
	longest, okLongest := r.number(v, "longest", 0, 1, math.MaxInt32)
	entries, okStatuses := r.statuses(v)
	growth := field(v, "growth")
	factor := "2"
	if growth != nil {
		factor = factors[growth.Text()]
	}
	switch {
	case okAttempts && attempts == 0:
		r.reading.Refuse(v, name+" does not say how many attempts there are", "write maxAttempts: 3")
		return
	case factor == "":
		r.reading.Refuse(growth, growth.Describe()+" is not a backoff", "write exponential or constant")
		return
	case !okAttempts || !okFirst || !okLongest || !okStatuses:
		return
	}
	limit := policy.Unlimited
	if longest > 0 {
		limit = time.Duration(longest) * time.Millisecond
	}
	p.Name = "attempts" + strconv.FormatInt(attempts, 10) + "_from_" + strconv.FormatInt(first, 10) + "ms"
	waits := foreign.Waits{
		Attempts: v.NumberAt(strconv.FormatInt(attempts, 10)), First: time.Duration(first) * time.Millisecond,
		Cap: limit, Factor: v.NumberAt(factor),
	}
	p.Members = []document.Member{waits.Block(v), foreign.Retry(v, entries...)}
}

// field returns the value of a key in any of its spellings, or nil.
func field(v *document.Node, key string) *document.Node {
	for _, name := range spellings[key] {
		if value := v.Get(name); value != nil {
			return value
		}
	}
	return nil
}

func (r *reader) number(v *document.Node, key string, fallback, low, high int64) (int64, bool) {
	for _, name := range spellings[key] {
		if v.Has(name) {
			return r.reading.Whole(v, name, fallback, low, high)
		}
	}
	return fallback, true
}

// statuses returns what is retried: the statuses, and failures without an answer.
func (r *reader) statuses(v *document.Node) ([]*document.Node, bool) {
	var statuses foreign.Statuses
	list := field(v, "statuses")
	for _, item := range list.Items() {
		if !item.Is(document.Number) && !item.Is(document.Text) || !statuses.Add(item.Text()) {
			r.reading.Refuse(item, item.Describe()+" is not an HTTP status", "write one such as 503")
			return nil, false
		}
	}
	if len(list.Items()) == 0 {
		r.reading.Refuse(foreign.OrIn(list, v), "the setting does not say which statuses are retried", "write retryOn: [429, 503]")
		return nil, false
	}
	return []*document.Node{v.TextAt("timeout"), v.TextAt("network"), statuses.Matcher(v)}, true
}
