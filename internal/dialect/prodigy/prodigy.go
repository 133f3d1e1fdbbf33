// Package prodigy has the dialect of Prodigy.
package prodigy

import (
	"math"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// Policy is a policy in the words of Prodigy's retry_config.
type Policy struct {
	Attempts     int64         // executions, the first one included; default 3; 0 is 1
	InitialDelay time.Duration // default 1s
	MaxDelay     time.Duration // default 30s
	Backoff      Backoff
	Jitter       bool
	JitterFactor *float64          // nil: 0.25 documented, 0.3 implemented
	RetryOn      []matcher.Matcher // empty: every error
	RetryBudget  *time.Duration    // the sum of the waits; nil is no bound
	OnFailure    policy.OnFailure
}

// Backoff is how the delay grows.
type Backoff struct {
	Kind      string          // "fixed", "linear", "exponential", "fibonacci" or "custom"
	Base      float64         // exponential; default 2.0
	Increment time.Duration   // linear
	Delays    []time.Duration // custom
}

// DialectName returns "prodigy".
func (*Policy) DialectName() string { return "prodigy" }

// Decode reads a block.
func (Dialect) Decode(n decode.Value, f policy.Fidelity) policy.Block {
	o := n.Object("prodigy")
	p := &Policy{
		Attempts:     decodeInteger(o.Get("attempts"), 3),
		InitialDelay: o.Get("initial_delay").Duration(time.Second, Humantime),
		MaxDelay:     o.Get("max_delay").Duration(30*time.Second, Humantime),
		Backoff:      decodeBackoff(o.Get("backoff")),
		Jitter:       o.Get("jitter").Bool(false),
		OnFailure:    decodeOnFailure(o.Get("on_failure")),
	}
	if factor := o.Get("jitter_factor"); factor.IsSet() {
		value := factor.Real(0)
		p.JitterFactor = &value
	}
	o.Each("retry_on", func(item decode.Value) {
		if m := decodeMatcher(item, f); m != nil {
			p.RetryOn = append(p.RetryOn, m)
		}
	})
	if budget := o.Nullable("retry_budget"); budget.IsSet() {
		value := budget.Duration(0, Humantime)
		p.RetryBudget = &value
	}
	return p
}

// decodeInteger is integer without the spelling "3.0", which other systems
// take for a whole number, and Prodigy does not.
func decodeInteger(n decode.Value, fallback int64) int64 {
	value := n.Integer(fallback)
	if !n.IsSet() || !n.Is(document.Number) || n.IsRejected() {
		return value
	}
	if whole, fraction, ok := strings.Cut(n.Text(), "."); ok && strings.Trim(fraction, "0") == "" {
		n.Reject(document.Format, finding.Clip(n.Text())+" has a decimal point, which Prodigy refuses in a whole number", "write "+finding.Clip(whole))
	}
	return value
}

func decodeBackoff(n decode.Value) Backoff {
	switch {
	case !n.IsSet():
		return Backoff{Kind: "exponential", Base: 2}
	case n.Is(document.Text):
		if hint := backoffHints[strings.ToLower(n.Text())]; hint != "" {
			n.Reject(document.Format, finding.Quote(n.Text())+" is not how Prodigy spells this backoff", hint)
		}
		return Backoff{Kind: n.Text()}
	case n.Is(document.Mapping) && n.Has("type"):
		refuseTyped(n)
		return Backoff{}
	}
	return decodeBackoffMapping(n.Object("prodigyBackoff"))
}

// backoffHints are the right spellings of backoffs by the word for them. The
// documentation of Prodigy writes some of them as a plain word.
var backoffHints = map[string]string{
	"linear":      "write {linear: {increment: 1s}}",
	"exponential": "write {exponential: {base: 2.0}}",
	"custom":      "write {custom: {delays: [{secs: 1, nanos: 0}]}}",
}

// refuseTyped refuses "{type: exponential, base: 2.0}", which only the
// documentation of Prodigy knows.
func refuseTyped(n decode.Value) {
	kind := n.Member("type").Text()
	hint, ok := backoffHints[kind]
	if !ok {
		hint = "write fixed, fibonacci, or a mapping such as {exponential: {base: 2.0}}"
	}
	if kind == "fixed" || kind == "fibonacci" {
		hint = "write " + kind
	}
	n.Reject(document.Format, `Prodigy names a backoff by its key, not by "type"`, hint)
}

func decodeBackoffMapping(o decode.Object) Backoff {
	linear, exponential, custom := o.Get("linear"), o.Get("exponential"), o.Get("custom")
	fixed, fibonacci := o.Get("fixed"), o.Get("fibonacci")
	switch {
	case fixed.IsSet():
		return Backoff{Kind: "fixed"}
	case fibonacci.IsSet():
		return Backoff{Kind: "fibonacci"}
	case linear.IsSet():
		increment := linear.Object("prodigyLinear").Get("increment")
		return Backoff{Kind: "linear", Increment: increment.Duration(0, Humantime)}
	case exponential.IsSet():
		base := exponential.Object("prodigyExponential").Get("base")
		return Backoff{Kind: "exponential", Base: base.Real(2)}
	case custom.IsSet():
		b := Backoff{Kind: "custom"}
		custom.Object("prodigyCustom").Each("delays", func(item decode.Value) {
			b.Delays = append(b.Delays, decodeDelay(item))
		})
		return b
	}
	return Backoff{}
}

// decodeDelay reads {secs: 1, nanos: 0} or [1, 0], as the Rust standard
// library writes a Duration; nanoseconds carry over into seconds.
func decodeDelay(n decode.Value) time.Duration {
	var secs, nanos decode.Value
	switch {
	case n.Is(document.List) && len(n.Items()) == 2:
		secs, nanos = n.Items()[0], n.Items()[1]
	case n.Is(document.Text):
		n.Reject(document.Format, "Prodigy reads the delays of a custom backoff as seconds and nanoseconds", "write {secs: 1, nanos: 0}")
		return 0
	default:
		o := n.Object("prodigyDelay")
		secs, nanos = o.Get("secs"), o.Get("nanos")
	}
	whole, rest := decodeInteger(secs, 0), decodeInteger(nanos, 0)
	if whole > (math.MaxInt64-max(rest, 0))/int64(time.Second) {
		n.Reject(decode.OutOfRange, "the delay is longer than the longest duration, about 292 years", "")
		return 0
	}
	return time.Duration(whole)*time.Second + time.Duration(rest)
}

// words are the substrings that Prodigy's code looks for, in any case.
var words = map[string][]string{
	"network":      {"network", "connection", "refused", "unreachable"},
	"timeout":      {"timeout", "timed out"},
	"server_error": {"500", "502", "503", "504", "server error"},
	"rate_limit":   {"rate limit", "429", "too many requests"},
}

func decodeMatcher(n decode.Value, f policy.Fidelity) matcher.Matcher {
	class := n.Text()
	if !n.Is(document.Text) {
		o := n.Object("prodigyMatcher")
		if pattern := o.Get("pattern"); pattern.IsSet() {
			return matcher.Pattern{Entry: matcher.Place(n.Pointer()), Pattern: matcher.DecodeExpression(pattern)}
		}
		class = ""
		for _, name := range matcher.Classes {
			if o.Get(name).IsSet() {
				class = name
			}
		}
	}
	switch {
	case words[class] == nil:
		n.Unreadable()
		return nil
	case f == policy.Implemented:
		return matcher.Substrings(n.Pointer(), words[class])
	default:
		return matcher.Class{Entry: matcher.Place(n.Pointer()), Class: class}
	}
}

func decodeOnFailure(n decode.Value) policy.OnFailure {
	if !n.IsSet() {
		return policy.OnFailure{Action: "stop"}
	}
	if n.Is(document.Text) {
		return policy.OnFailure{Action: n.Text()}
	}
	o := n.Object("prodigyOnFailure")
	stop, goOn, fallback := o.Get("stop"), o.Get("continue"), o.Get("fallback")
	switch {
	case fallback.IsSet():
		command := fallback.Object("prodigyFallback").Get("command")
		return policy.OnFailure{Action: "fallback", Command: command.Word("")}
	case goOn.IsSet():
		return policy.OnFailure{Action: "continue"}
	case !stop.IsSet():
		n.Unreadable()
	}
	return policy.OnFailure{Action: "stop"}
}
