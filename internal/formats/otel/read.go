package otel

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
)

// delimiter separates the keys of nested mappings that are written as one.
const delimiter = "::"

const block = "retry_on_failure"

// component is an exporter or a receiver that retries.
type component struct {
	settings   *document.Node
	name       string // such as otlp/traces
	isReceiver bool
}

// kind is the type of a component, which its name begins with.
func (c component) kind() string {
	kind, _, _ := strings.Cut(c.name, "/")
	return strings.TrimSpace(kind)
}

// eachComponent calls f for the components that retry: the components of a configuration,
// and of the configurations that stand below other keys, as in a custom resource.
func eachComponent(v *document.Node, f func(component)) {
	for _, m := range v.Members() {
		isReceiver := m.Name == "receivers"
		if !isReceiver && m.Name != "exporters" && m.Name != "connectors" {
			eachComponent(m.Value, f)
			continue
		}
		for _, inner := range m.Value.Members() {
			if v := settings(inner.Value); v != nil {
				f(component{v, inner.Name, isReceiver})
			}
		}
	}
}

// settings returns the retry_on_failure of a component, or nil.
func settings(v *document.Node) *document.Node {
	if inner := v.Get(block); inner != nil {
		return inner
	}
	var members []document.Member
	for _, m := range v.Members() {
		if name, ok := strings.CutPrefix(m.Name, block+delimiter); ok {
			members = append(members, document.Member{Name: name, Value: m.Value})
		}
	}
	if members == nil {
		return nil
	}
	return v.MappingAt(members...)
}

var keys = []string{"enabled", "initial_interval", "randomization_factor", "multiplier", "max_interval", "max_elapsed_time"}

// defaults are the settings that a component does not give.
type defaults struct {
	enabled        bool
	first, longest time.Duration
}

// readComponent reads the settings of a component.
func readComponent(r *foreign.Reading, c component) {
	p := r.Begin(c.name, c.settings)
	defer r.End()
	v := c.settings
	if !r.IsMapping(v) {
		return
	}
	r.Known(v, keys, ", which the Collector refuses")
	use := defaults{true, 5 * time.Second, 30 * time.Second}
	if c.isReceiver {
		use = defaults{false, time.Second, 30 * time.Second} // pkg/stanza's consumerretry
	}
	enabled := use.enabled
	if field := v.Get("enabled"); field != nil {
		if !field.Is(document.Boolean) {
			r.Refuse(field, "enabled is true or false, and this is "+field.Describe(), "")
			return
		}
		enabled = field.Text() == "true"
	}
	if !enabled {
		p.Members = []document.Member{{Name: "prodigy", Value: v.MappingAt(document.Member{Name: "attempts", Value: foreign.OrIn(v.Get("enabled"), v).NumberAt("1")})}}
		return
	}
	first, okFirst := duration(r, v, "initial_interval", use.first)
	longest, okLongest := duration(r, v, "max_interval", use.longest)
	total, okTotal := duration(r, v, "max_elapsed_time", 5*time.Minute)
	factor, okFactor := number(r, v, "multiplier", "1.5", nil)
	jitter, okJitter := number(r, v, "randomization_factor", "0.5", foreign.One)
	if !okFirst || !okLongest || !okTotal || !okFactor || !okJitter || !bounds(r, c, first, longest, total) {
		return
	}
	readLosses(r, c, total)
	waits := foreign.Waits{Attempts: v.NumberAt(foreign.UnlimitedAttempts), First: first, Cap: longest, Factor: factor, Jitter: jitter}
	if zero, _ := foreign.Number(jitter); zero.Sign() == 0 {
		waits.Jitter = nil
	}
	p.Members = []document.Member{waits.Block(v), foreign.Timeout(v, "total_timeout", total), retried(v, c.kind())}
}

// bounds reports whether the Collector accepts the intervals of an exporter.
func bounds(r *foreign.Reading, c component, first, longest, total time.Duration) bool {
	if c.isReceiver || total == 0 {
		return true
	}
	for name, interval := range map[string]time.Duration{"initial_interval": first, "max_interval": longest} {
		if total < interval && c.settings.Has(name) {
			r.Refuse(foreign.OrIn(c.settings.Get("max_elapsed_time"), c.settings),
				"max_elapsed_time, "+total.String()+", is less than "+name+", "+interval.String()+", which the Collector refuses", "raise it")
			return false
		}
	}
	if total < min(first, longest) {
		r.Refuse(c.settings.Get("max_elapsed_time"), "max_elapsed_time is less than initial_interval, which the Collector refuses", "raise it")
		return false
	}
	if total < max(first, longest) {
		r.Doubt(c.settings.Get("max_elapsed_time"), "max_elapsed_time, "+total.String()+", is less than the default of max_interval, which newer Collectors refuse", "write max_interval")
	}
	return true
}

// retried returns what an exporter retries, where its documentation says it.
func retried(v *document.Node, kind string) document.Member {
	switch kind {
	case "otlp", "otlp_grpc":
		var codes []*document.Node
		for _, code := range []string{"CANCELLED", "DEADLINE_EXCEEDED", "ABORTED", "OUT_OF_RANGE", "UNAVAILABLE", "DATA_LOSS"} {
			codes = append(codes, v.TextAt(code))
		}
		return foreign.Retry(v, v.MappingAt(document.Member{Name: "grpc", Value: v.ListAt(codes...)}))
	case "otlphttp", "otlp_http":
		var statuses foreign.Statuses
		statuses[429] = true
		statuses.AddRange(502, 504)
		return foreign.Retry(v, v.TextAt("timeout"), v.TextAt("network"), statuses.Matcher(v))
	default:
		return document.Member{Name: "errors"}
	}
}

func readLosses(r *foreign.Reading, c component, total time.Duration) {
	v := c.settings
	if total > 0 {
		r.Lose(foreign.OrIn(v.Get("max_elapsed_time"), v), foreign.L03,
			"max_elapsed_time ends the retries, and not the attempt under way; total_timeout ends both", "write a longer total_timeout")
	} else {
		r.Note(v.Get("max_elapsed_time"), "max_elapsed_time is 0: nothing but the caller ends the retries")
	}
	if slices.Contains([]string{"otlp", "otlp_grpc"}, c.kind()) {
		r.Lose(v, foreign.L10, "RESOURCE_EXHAUSTED is retried if the server says when, and that delay is a lower bound of the wait; a spec has no such rule",
			"add RESOURCE_EXHAUSTED if the server always says it")
	}
	if retried(v, c.kind()).Value == nil {
		r.Lose(v, foreign.L08, "the Collector retries what the component does not call permanent; the policy retries every error", "say with errors what is final")
	}
}

// duration returns a duration, or the fallback if there is none. 0 is allowed for
// the elapsed time alone.
func duration(r *foreign.Reading, in *document.Node, name string, fallback time.Duration) (time.Duration, bool) {
	v := in.Get(name)
	if v == nil {
		return fallback, true
	}
	d, err := time.ParseDuration(v.Text())
	isZero := v.Is(document.Number) && v.Text() == "0" || err == nil && d == 0
	switch {
	case isZero && name != "initial_interval":
		return 0, true
	case strings.Contains(v.Text(), "${"):
		r.Refuse(v, name+" is a variable, which is known only when the Collector starts", "write its value")
		return 0, false
	case err != nil || !v.Is(document.Text) || d <= 0:
		r.Refuse(v, v.Describe()+" is not a duration above zero", "write one such as 5s")
		return 0, false
	}
	return d, true
}

// number returns a number from 0 to the given one, if there is one.
func number(r *foreign.Reading, in *document.Node, name, fallback string, most *big.Rat) (*document.Node, bool) {
	v := foreign.OrNumber(in, name, fallback)
	n, ok := foreign.Number(v)
	if !ok || n.Sign() < 0 || most != nil && n.Cmp(most) > 0 {
		hint := "write " + fallback
		r.Refuse(v, name+" is a number of 0 or more, and this is "+v.Describe(), hint)
		return nil, false
	}
	return v, true
}
