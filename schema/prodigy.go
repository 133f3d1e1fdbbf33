package schema

import (
	"math"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
)

// Prodigy is a policy in the words of Prodigy's retry_config.
type Prodigy struct {
	Attempts     int64         // executions, the first one included; default 3; 0 is 1
	InitialDelay time.Duration // default 1s
	MaxDelay     time.Duration // default 30s
	Backoff      ProdigyBackoff
	Jitter       bool
	JitterFactor *float64          // nil: 0.25 documented, 0.3 implemented
	RetryOn      []matcher.Matcher // empty: every error
	RetryBudget  *time.Duration    // the sum of the waits; nil is no bound
	OnFailure    OnFailure
}

// ProdigyBackoff is how the delay grows.
type ProdigyBackoff struct {
	Kind      string          // "fixed", "linear", "exponential", "fibonacci" or "custom"
	Base      float64         // exponential; default 2.0
	Increment time.Duration   // linear
	Delays    []time.Duration // custom
}

// OnFailure is what a call does when its policy has given up.
type OnFailure struct {
	Action  string // "stop", "continue" or "fallback"
	Command string // of a fallback
}

// DialectName returns "prodigy".
func (*Prodigy) DialectName() string { return "prodigy" }

func (d *decoder) prodigy(n *node, f Fidelity) Dialect {
	o := d.object(n, "prodigy")
	p := &Prodigy{
		Attempts:     d.prodigyInteger(o.get("attempts"), 3),
		InitialDelay: d.duration(o.get("initial_delay"), time.Second, humantime),
		MaxDelay:     d.duration(o.get("max_delay"), 30*time.Second, humantime),
		Backoff:      d.prodigyBackoff(o.get("backoff")),
		Jitter:       d.truth(o.get("jitter"), false),
		OnFailure:    d.onFailure(o.get("on_failure")),
	}
	if factor := o.get("jitter_factor"); factor != nil {
		value := d.real(factor, 0)
		p.JitterFactor = &value
	}
	o.each("retry_on", func(item *node) {
		if m := d.prodigyMatcher(item, f); m != nil {
			p.RetryOn = append(p.RetryOn, m)
		}
	})
	if budget := o.nullable("retry_budget"); budget != nil {
		value := d.duration(budget, 0, humantime)
		p.RetryBudget = &value
	}
	return p
}

// prodigyInteger is integer without the spelling "3.0", which other systems
// take for a whole number, and Prodigy does not.
func (d *decoder) prodigyInteger(n *node, fallback int64) int64 {
	value := d.integer(n, fallback)
	if n == nil || n.kind != number || d.IsRejected(n.pointer) {
		return value
	}
	if whole, fraction, ok := strings.Cut(n.text, "."); ok && strings.Trim(fraction, "0") == "" {
		d.refuse(RuleFormat, n, finding.Clip(n.text)+" has a decimal point, which Prodigy refuses in a whole number", "write "+finding.Clip(whole))
	}
	return value
}

func (d *decoder) prodigyBackoff(n *node) ProdigyBackoff {
	switch {
	case n == nil:
		return ProdigyBackoff{Kind: "exponential", Base: 2}
	case n.kind == text:
		if hint := backoffHints[strings.ToLower(n.text)]; hint != "" {
			d.refuse(RuleFormat, n, finding.Quote(n.text)+" is not how Prodigy spells this backoff", hint)
		}
		return ProdigyBackoff{Kind: n.text}
	case n.kind == mapping && n.has("type"):
		d.refuseTyped(n)
		return ProdigyBackoff{}
	}
	return d.backoffMapping(d.object(n, "prodigyBackoff"))
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
func (d *decoder) refuseTyped(n *node) {
	kind := n.member("type").value.text
	hint, ok := backoffHints[kind]
	if !ok {
		hint = "write fixed, fibonacci, or a mapping such as {exponential: {base: 2.0}}"
	}
	if kind == "fixed" || kind == "fibonacci" {
		hint = "write " + kind
	}
	d.refuse(RuleFormat, n, `Prodigy names a backoff by its key, not by "type"`, hint)
}

func (d *decoder) backoffMapping(o object) ProdigyBackoff {
	linear, exponential, custom := o.get("linear"), o.get("exponential"), o.get("custom")
	fixed, fibonacci := o.get("fixed"), o.get("fibonacci")
	switch {
	case fixed != nil:
		return ProdigyBackoff{Kind: "fixed"}
	case fibonacci != nil:
		return ProdigyBackoff{Kind: "fibonacci"}
	case linear != nil:
		increment := d.object(linear, "prodigyLinear").get("increment")
		return ProdigyBackoff{Kind: "linear", Increment: d.duration(increment, 0, humantime)}
	case exponential != nil:
		base := d.object(exponential, "prodigyExponential").get("base")
		return ProdigyBackoff{Kind: "exponential", Base: d.real(base, 2)}
	case custom != nil:
		b := ProdigyBackoff{Kind: "custom"}
		d.object(custom, "prodigyCustom").each("delays", func(item *node) {
			b.Delays = append(b.Delays, d.prodigyDelay(item))
		})
		return b
	}
	return ProdigyBackoff{}
}

// prodigyDelay reads {secs: 1, nanos: 0} or [1, 0], as the Rust standard
// library writes a Duration; nanoseconds carry over into seconds.
func (d *decoder) prodigyDelay(n *node) time.Duration {
	var secs, nanos *node
	switch {
	case n.kind == list && len(n.items) == 2:
		secs, nanos = n.items[0], n.items[1]
	case n.kind == text:
		d.refuse(RuleFormat, n, "Prodigy reads the delays of a custom backoff as seconds and nanoseconds", "write {secs: 1, nanos: 0}")
		return 0
	default:
		o := d.object(n, "prodigyDelay")
		secs, nanos = o.get("secs"), o.get("nanos")
	}
	whole, rest := d.prodigyInteger(secs, 0), d.prodigyInteger(nanos, 0)
	if whole > (math.MaxInt64-max(rest, 0))/int64(time.Second) {
		d.refuse(RuleOutOfRange, n, "the delay is longer than the longest duration, about 292 years", "")
		return 0
	}
	return time.Duration(whole)*time.Second + time.Duration(rest)
}

// prodigyWords are the substrings that Prodigy's code looks for, in any case.
var prodigyWords = map[string][]string{
	"network":      {"network", "connection", "refused", "unreachable"},
	"timeout":      {"timeout", "timed out"},
	"server_error": {"500", "502", "503", "504", "server error"},
	"rate_limit":   {"rate limit", "429", "too many requests"},
}

func (d *decoder) prodigyMatcher(n *node, f Fidelity) matcher.Matcher {
	class := n.text
	if n.kind != text {
		o := d.object(n, "prodigyMatcher")
		if pattern := o.get("pattern"); pattern != nil {
			return matcher.Pattern{Entry: matcher.Place(n.pointer), Pattern: d.pattern(pattern)}
		}
		class = ""
		for _, name := range matcher.Classes {
			if o.get(name) != nil {
				class = name
			}
		}
	}
	switch {
	case prodigyWords[class] == nil:
		d.doubt(n)
		return nil
	case f == Implemented:
		return matcher.Substrings(n.pointer, prodigyWords[class])
	default:
		return matcher.Class{Entry: matcher.Place(n.pointer), Class: class}
	}
}

func (d *decoder) onFailure(n *node) OnFailure {
	if n == nil {
		return OnFailure{Action: "stop"}
	}
	if n.kind == text {
		return OnFailure{Action: n.text}
	}
	o := d.object(n, "prodigyOnFailure")
	stop, goOn, fallback := o.get("stop"), o.get("continue"), o.get("fallback")
	switch {
	case fallback != nil:
		command := d.object(fallback, "prodigyFallback").get("command")
		return OnFailure{Action: "fallback", Command: d.word(command, "")}
	case goOn != nil:
		return OnFailure{Action: "continue"}
	case stop == nil:
		d.doubt(n)
	}
	return OnFailure{Action: "stop"}
}
