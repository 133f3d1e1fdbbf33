package speakeasy

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
)

var (
	blockKeys   = []string{"strategy", "backoff", "maxRetries", "statusCodes", "retryConnectionErrors"}
	backoffKeys = []string{"initialInterval", "maxInterval", "maxElapsedTime", "exponent"}
)

// The defaults of backoff, in milliseconds, and of its growth.
const (
	defaultFirst   = 500
	defaultLongest = 60_000
	defaultElapsed = 3_600_000
	defaultGrowth  = "1.5"
)

// jitter is the part of a wait by which Speakeasy's runtime for Go draws it
// shorter or longer.
const jitter = "0.5"

// ReadBlock reads a setting of the operations, which may be all.
func ReadBlock(r *foreign.Reading, v *document.Node, name string, operations []string) {
	p := r.Begin(name, v)
	defer r.End()
	if !r.IsMapping(v) {
		return
	}
	r.Known(v, blockKeys, ", which Speakeasy ignores")
	strategy := v.Get("strategy")
	switch strategy.Text() {
	case "none":
		p.Members = []document.Member{describe(v, operations), attempts(strategy, "1")}
		return
	case "backoff", "attempt-count-backoff":
	default:
		r.Refuse(foreign.OrIn(strategy, v), "strategy is none, backoff or attempt-count-backoff", "write strategy: backoff")
		return
	}
	if v.Get("maxRetries").Text() == "0" && strategy.Text() == "attempt-count-backoff" {
		p.Members = []document.Member{describe(v, operations), attempts(v.Get("maxRetries"), "1")}
		return
	}
	limit, okLimit := retries(r, v, strategy)
	waits, elapsed, okWaits := backoff(r, v, strategy)
	entries, okErrors := conditions(r, v)
	if !okLimit || !okWaits || !okErrors {
		return
	}
	waits.Attempts = limit
	p.Members = []document.Member{describe(v, operations), waits.Block(v), foreign.Timeout(v, "total_timeout", elapsed), foreign.Retry(v, entries...)}
}

// attempts returns the block of a policy that retries nothing.
func attempts(at *document.Node, n string) document.Member {
	return document.Member{Name: "prodigy", Value: at.MappingAt(document.Member{Name: "attempts", Value: at.NumberAt(n)})}
}

// describe lists the first operations, for the documentation of the policy.
func describe(at *document.Node, operations []string) document.Member {
	const most = 5
	if len(operations) == 0 {
		return document.Member{Name: "description"}
	}
	text := "For " + strings.Join(operations[:min(len(operations), most)], ", ")
	if more := len(operations) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return document.Member{Name: "description", Value: at.TextAt(text + ".")}
}

// retries returns the attempts that the strategy allows.
func retries(r *foreign.Reading, v, strategy *document.Node) (*document.Node, bool) {
	limit := v.Get("maxRetries")
	switch {
	case strategy.Text() == "backoff":
		if limit != nil {
			r.Doubt(limit, "maxRetries has no effect with the strategy backoff, which ends after maxElapsedTime", "write strategy: attempt-count-backoff")
		}
		return v.NumberAt(foreign.UnlimitedAttempts), true
	case limit == nil:
		r.Refuse(v, "attempt-count-backoff needs maxRetries", "write maxRetries: 3")
		return nil, false
	}
	n, ok := r.Whole(v, "maxRetries", 0, 0, math.MaxInt32-1)
	return limit.NumberAt(strconv.FormatInt(n+1, 10)), ok
}

// backoff returns the waits, and the time after which no retry begins.
func backoff(r *foreign.Reading, v, strategy *document.Node) (w foreign.Waits, elapsed time.Duration, ok bool) {
	b := v.Get("backoff")
	if b != nil && !r.IsMapping(b) {
		return w, 0, false
	}
	r.Known(b, backoffKeys, ", which Speakeasy ignores")
	isCounted := strategy.Text() == "attempt-count-backoff"
	first, okFirst := milliseconds(r, b, "initialInterval", defaultFirst)
	longest, okLongest := milliseconds(r, b, "maxInterval", defaultLongest)
	elapsed, okElapsed := milliseconds(r, b, "maxElapsedTime", defaultElapsed)
	factor := foreign.OrNumber(b, "exponent", defaultGrowth)
	if b == nil {
		factor = v.NumberAt(defaultGrowth)
	}
	growth, okGrowth := foreign.Number(factor)
	if !okGrowth || growth.Sign() <= 0 {
		r.Refuse(factor, "exponent is a number above 0, and this is "+factor.Describe(), "write 1.5")
		okGrowth = false
	}
	if isCounted && !b.Has("maxElapsedTime") {
		elapsed = 0
	}
	if elapsed > 0 {
		r.Lose(foreign.OrIn(b.Get("maxElapsedTime"), v), foreign.L03,
			"maxElapsedTime ends the retries, and not the attempt under way; total_timeout ends both", "write a longer total_timeout")
	}
	r.Lose(foreign.OrIn(b, v), foreign.L05,
		"Speakeasy documents no jitter; its runtime for Go draws ± 0.5 of the wait, as this policy does, and those for TypeScript and Python add up to a second",
		"write another jitter_factor")
	return foreign.Waits{First: first, Cap: longest, Factor: factor, Jitter: v.NumberAt(jitter)}, elapsed, okFirst && okLongest && okElapsed && okGrowth
}

func milliseconds(r *foreign.Reading, b *document.Node, name string, fallback int64) (time.Duration, bool) {
	const most = math.MaxInt64 / int64(time.Millisecond) / 2 // leaves room for the jitter
	n, ok := r.Whole(b, name, fallback, 1, most)
	return time.Duration(n) * time.Millisecond, ok
}

// conditions returns the entries of a list of errors.
func conditions(r *foreign.Reading, v *document.Node) ([]*document.Node, bool) {
	list := v.Get("statusCodes")
	if len(list.Items()) == 0 {
		r.Refuse(foreign.OrIn(list, v), "statusCodes is required: a list of at least one status", `write statusCodes: ["5XX"]`)
		return nil, false
	}
	var statuses foreign.Statuses
	for _, item := range list.Items() {
		if !item.Is(document.Text) && !item.Is(document.Number) || !statuses.Add(item.Text()) {
			r.Refuse(item, item.Describe()+" is not an HTTP status", "write one such as 503, or a class such as 5XX")
			return nil, false
		}
	}
	entries := []*document.Node{statuses.Matcher(v)}
	connections := v.Get("retryConnectionErrors")
	if connections != nil && !connections.Is(document.Boolean) {
		r.Refuse(connections, "retryConnectionErrors is true or false, and this is "+connections.Describe(), "")
		return nil, false
	}
	if connections.Text() == "true" {
		entries = append([]*document.Node{v.TextAt("timeout"), v.TextAt("network")}, entries...)
	}
	return entries, true
}
