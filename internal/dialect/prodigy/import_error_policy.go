package prodigy

import (
	"strconv"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

// errorPolicyBackoffs are the fields of the backoffs of a workflow's error
// policy: the first one is the first wait.
var errorPolicyBackoffs = map[string][]string{
	"fixed":       {"delay"},
	"linear":      {"initial", "increment"},
	"exponential": {"initial", "multiplier"},
	"fibonacci":   {"initial"},
}

// readErrorPolicy reads the retry_config of an error_policy. It has other keys
// than the block of a step, and its durations are seconds and nanoseconds.
func readErrorPolicy(r *foreign.Reading, v *document.Node) {
	config := v.Get("retry_config")
	if config == nil {
		return
	}
	p := r.Begin("error_policy", config)
	defer r.End()
	if !r.IsMapping(config) {
		return
	}
	if action := v.Get("on_item_failure"); action.Text() != "retry" {
		said := "dlq, the default"
		if action != nil {
			said = action.Text()
		}
		r.Doubt(config, "on_item_failure is "+said+", so that Prodigy does not retry items", "write on_item_failure: retry")
	}
	if breaker := v.Get("circuit_breaker"); breaker != nil {
		r.Lose(breaker, foreign.L14, "the circuit breaker of the error policy is left out", "write circuit_breaker: {…} next to the prodigy block")
	}
	r.Note(config, "L20: Prodigy reads this block, but no code of it computes the waits; they follow its documentation")
	r.Known(config, []string{"max_attempts", "backoff"}, "")
	p.Members = errorPolicy(r, config)
}

func errorPolicy(r *foreign.Reading, v *document.Node) []document.Member {
	backoff := v.Get("backoff")
	checkSpelling(r, backoff, tagsOnly)
	if backoff == nil || backoff.Kind() != document.Mapping || len(backoff.Members()) != 1 {
		r.Refuse(v, "the backoff of an error policy is a tag with its durations", "write backoff: !exponential {initial: {secs: 1, nanos: 0}, multiplier: 2.0}")
		return nil
	}
	kind := backoff.Members()[0]
	fields, ok := errorPolicyBackoffs[kind.Name]
	if !ok {
		r.Refuse(backoff, finding.Quote(kind.Name)+" is not a backoff of an error policy", "write !fixed, !linear, !exponential or !fibonacci")
		return nil
	}
	r.Known(kind.Value, fields, "")
	first := rustDuration(r, kind.Value, fields[0])
	if first == nil {
		return nil
	}
	growth := errorPolicyGrowth(r, kind.Value, kind.Name)
	if growth == nil {
		return nil
	}
	return []document.Member{{Name: "prodigy", Value: v.MappingAt(
		document.Member{Name: "attempts", Value: v.Get("max_attempts")},
		document.Member{Name: "initial_delay", Value: first},
		// The error policy has no cap, and a retry block always has one.
		document.Member{Name: "max_delay", Value: backoff.TextAt(policy.Unlimited.String())},
		document.Member{Name: "backoff", Value: growth},
	)}}
}

// errorPolicyGrowth returns the backoff in the words of a retry block.
func errorPolicyGrowth(r *foreign.Reading, v *document.Node, kind string) *document.Node {
	switch kind {
	case "linear":
		increment := rustDuration(r, v, "increment")
		if increment == nil {
			return increment
		}
		return v.MappingAt(document.Member{Name: "linear", Value: v.MappingAt(document.Member{Name: "increment", Value: increment})})
	case "exponential":
		multiplier := v.Get("multiplier")
		if multiplier == nil {
			r.Refuse(v, `the key "multiplier" is missing`, "write multiplier: 2.0")
			return multiplier
		}
		return v.MappingAt(document.Member{Name: "exponential", Value: v.MappingAt(document.Member{Name: "base", Value: multiplier})})
	default:
		return v.TextAt(kind)
	}
}

// rustDuration reads {secs: 1, nanos: 0}, as the Rust standard library writes a
// duration, and returns it as humantime.
func rustDuration(r *foreign.Reading, v *document.Node, name string) *document.Node {
	d := v.Get(name)
	if d == nil {
		r.Refuse(v, "the key "+strconv.Quote(name)+" is missing", "write "+name+": {secs: 1, nanos: 0}")
		return d
	}
	secs, errSecs := strconv.ParseUint(d.Get("secs").Text(), 10, 33)
	nanos, errNanos := strconv.ParseUint(d.Get("nanos").Text(), 10, 32)
	if errSecs != nil || errNanos != nil || len(d.Members()) != 2 {
		r.Refuse(d, "durations of an error policy are whole seconds and nanoseconds", "write {secs: 1, nanos: 0}")
		return nil
	}
	return d.TextAt((time.Duration(secs)*time.Second + time.Duration(nanos)).String())
}
