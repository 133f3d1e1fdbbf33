package envoy

import (
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

// DefaultBase is the base interval of Envoy's waits.
const DefaultBase = 25 * time.Millisecond

// maxGrowth is the longest interval as a multiple of the base, by default.
const maxGrowth = 10

// Documented is what the documentation says of the waits, and Doubling makes the
// waits of a policy equal the code's: the longest draw doubles from the base.
const Documented = "waits drawn from nothing to 2ⁿ − 1 times the base interval"

// Doubling is Envoy's code.
func Doubling(p *policy.Policy) (code string) {
	if s := &p.Backoff; s.Growth == policy.List {
		s.Growth, s.First, s.Factor, s.Waits = policy.Exponential, s.Waits[0], 2, nil
	}
	return "draws them from nothing to 2ⁿ⁻¹ times that"
}

// Waits returns the waits of Envoy's router as its documentation gives them: full
// jitter of 2ⁿ − 1 times the base, and no longer than the longest interval.
func Waits(v *document.Node, base, longest time.Duration, retries int64) foreign.Waits {
	list := []time.Duration{min(base, longest)}
	for step := base; int64(len(list)) < retries && list[len(list)-1] < longest; {
		step = min(step, longest) * 2
		list = append(list, min(list[len(list)-1]+step, longest))
	}
	return foreign.Waits{List: list, Cap: longest, Jitter: v.NumberAt("1"), InHalfOfRange: true}
}

// backOff returns the intervals of retry_back_off.
func backOff(r *foreign.Reading, policy *document.Node) (base, longest time.Duration, ok bool) {
	v := get(policy, "retry_back_off")
	if v == nil {
		return DefaultBase, maxGrowth * DefaultBase, true
	}
	if !r.IsMapping(v) {
		return 0, 0, false
	}
	r.Known(v, spellings("base_interval", "max_interval"), ", which Envoy refuses")
	base, ok = duration(r, v, "base_interval", 0)
	if ok && base == 0 {
		r.Refuse(v, `the key "base_interval" is missing, without which Envoy refuses the policy`, "write base_interval: 0.025s")
		return 0, 0, false
	}
	base = max(base, time.Millisecond) // Envoy rounds it up
	longest, okLongest := duration(r, v, "max_interval", maxGrowth*base)
	if ok && okLongest && longest < base {
		r.Refuse(get(v, "max_interval"), "max_interval is shorter than base_interval, which Envoy refuses", "raise it")
		return 0, 0, false
	}
	return base, longest, ok && okLongest && maxGrowth*base > 0
}

// duration returns a duration of proto JSON above zero, or the fallback if there
// is none.
func duration(r *foreign.Reading, in *document.Node, name string, fallback time.Duration) (time.Duration, bool) {
	v := get(in, name)
	if v == nil {
		return fallback, true
	}
	d, ok := foreign.ParseProto(v.Text())
	if v.Is(document.Mapping) {
		r.Refuse(v, "a duration as a mapping is not read", `write seconds with an s, such as "0.25s"`)
		return 0, false
	}
	if !v.Is(document.Text) || !ok || d < 0 || d == 0 && fallback == 0 {
		r.Refuse(v, v.Describe()+" is not a duration above zero in proto JSON", `write seconds with an s, such as "0.25s"`)
		return 0, false
	}
	return d, true
}

// spellings returns names as proto JSON may spell them.
func spellings(names ...string) []string {
	all := names
	for _, name := range names {
		if other := camel(name); other != name {
			all = append(all, other)
		}
	}
	return all
}
