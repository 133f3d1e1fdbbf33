package envoy

import (
	"strconv"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
)

// routeTimeout bounds a request with all of its attempts, by default.
const routeTimeout = 15 * time.Second

var policyKeys = spellings("retry_on", "num_retries", "per_try_timeout", "per_try_idle_timeout", "retry_priority", "retry_host_predicate",
	"retry_options_predicates", "host_selection_retry_max_attempts", "retriable_status_codes", "retry_back_off", "rate_limited_retry_back_off",
	"retriable_headers", "retriable_request_headers")

// readPolicy reads a retry policy.
func readPolicy(r *foreign.Reading, at route) {
	name := at.name
	if name == "" {
		name = "envoy"
	}
	v := at.policy
	p := r.Begin(name, v)
	defer r.End()
	r.Known(v, policyKeys, ", which Envoy refuses")
	var c Conditions
	if on := get(v, "retry_on"); on == nil {
		r.Doubt(v, "the policy does not say what it retries, so that only requests with a header for that are retried", "write retry_on: 5xx")
	} else if !on.Is(document.Text) {
		r.Refuse(on, "retry_on is a list in one text, separated by commas", "write retry_on: 5xx,reset")
		return
	} else {
		c.Read(r, on, on.Text())
	}
	ok := readStatuses(r, v, &c)
	retries, okRetries := r.Whole(v, spelled(v, "num_retries"), 1, 0, 1<<31-2)
	base, longest, okWaits := backOff(r, v)
	attempt, okAttempt := duration(r, v, "per_try_timeout", 0)
	total, okTotal := at.timeout(r)
	if !ok || !okRetries || !okWaits || !okAttempt || !okTotal {
		return
	}
	readLosses(r, at)
	entries := c.Entries(v)
	if len(entries) == 0 {
		retries = 0
	}
	waits := Waits(v, base, longest, retries)
	waits.Attempts = foreign.OrIn(get(v, "num_retries"), v).NumberAt(strconv.FormatInt(retries+1, 10))
	p.Members = []document.Member{waits.Block(v), foreign.NoHint(v), foreign.Timeout(v, "attempt_timeout", attempt), foreign.Timeout(v, "total_timeout", total)}
	if len(entries) > 0 {
		p.Members = append(p.Members, foreign.Retry(v, entries...))
	}
}

// spelled returns the spelling of a key that a mapping has.
func spelled(v *document.Node, name string) string {
	if other := camel(name); v.Has(other) {
		return other
	}
	return name
}

// readStatuses adds retriable_status_codes, which count if retry_on says so.
func readStatuses(r *foreign.Reading, v *document.Node, c *Conditions) bool {
	list := get(v, "retriable_status_codes")
	switch {
	case list == nil && c.byStatus:
		r.Doubt(get(v, "retry_on"), "retriable-status-codes has no statuses", "write retriable_status_codes: [503]")
	case list != nil && !c.byStatus:
		r.Doubt(list, "retriable_status_codes has no effect: retry_on does not have retriable-status-codes", "add it to retry_on")
		return true
	}
	for _, item := range list.Items() {
		if !item.Is(document.Number) || !c.statuses.Add(item.Text()) {
			r.Refuse(item, item.Describe()+" is not an HTTP status", "write one such as 503")
			return false
		}
	}
	return true
}

// timeout returns the bound of a request with all of its attempts; 0 is none.
func (at route) timeout(r *foreign.Reading) (time.Duration, bool) {
	if at.in == nil || at.isHost {
		return 0, true
	}
	if get(at.in, "timeout") == nil {
		r.Note(at.policy, "L19: the route has no timeout; Envoy ends a request after 15 s, with all of its attempts")
	}
	return duration(r, at.in, "timeout", routeTimeout)
}

// readLosses reports what a spec has no words for.
func readLosses(r *foreign.Reading, at route) {
	v := at.policy
	r.Lose(foreign.OrIn(get(v, "retry_back_off"), v), foreign.L20,
		"Envoy documents waits of up to 1, 3 and 7 times the base interval, and its code draws from 1, 2 and 4 times that; these are the documented ones",
		"read the file by from with fidelity: implemented for the waits of the code")
	r.Lose(foreign.OrIn(get(v, "retry_on"), v), foreign.L12, "Envoy repeats requests of every verb that the route matches",
		"say with idempotency which methods of the client may be repeated")
	for _, loss := range []struct {
		key           string
		code          foreign.Code
		message, hint string
	}{
		{"per_try_idle_timeout", foreign.L04, "the bound of an attempt without any data is left out", "write attempt_timeout"},
		{"rate_limited_retry_back_off", foreign.L10, "the delay that these headers ask for is left out", "write retry_after, if the header is Retry-After"},
		{"retriable_headers", foreign.L08, "answers are retried by a header, which a spec cannot say", "name their statuses"},
		{"retriable_request_headers", foreign.L08, "only requests with these headers are retried, which a spec cannot say", "give them a client of their own"},
		{"retry_priority", foreign.L17, "which host the next attempt goes to is not part of a spec", ""},
		{"retry_host_predicate", foreign.L17, "which host the next attempt goes to is not part of a spec", ""},
		{"retry_options_predicates", foreign.L17, "which host the next attempt goes to is not part of a spec", ""},
	} {
		if field := get(v, loss.key); field != nil && loss.code == foreign.L17 {
			r.Note(field, string(loss.code)+": "+loss.message)
		} else if field != nil {
			r.Lose(field, loss.code, loss.message, loss.hint)
		}
	}
	if hedge := get(at.in, "hedge_policy"); hedge != nil {
		r.Lose(hedge, foreign.L13, "a spec has no hedging: it waits for an attempt to fail before it makes the next", "write a shorter attempt_timeout")
	}
}
