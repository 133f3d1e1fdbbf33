package retryhttp_test

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
)

// odd are the schedules that no policy of this project has.
var odd = map[string]string{
	"cloudtasks-1":  "doubles for a while and then grows by steps",
	"upstash-1":     "grows by powers of e, and its table contradicts its formula",
	"finagle-until": "stops after the wait that passes its budget; here a budget is never passed",
}

// fieldWaits are the waits that a vector expects, by number of the retry.
type fieldWaits struct {
	Policy map[string]any
	First  *int      `json:"first_index"`
	First0 *int      `json:"first_index0"`
	Delays []float64 `json:"delays_ms"`
	Index  *int
	Index0 *int
	Delay  float64 `json:"delay_ms"`
	U      *float64
}

// expected returns the waits by number of the retry, counted from 1.
func (w *fieldWaits) expected() map[int]time.Duration {
	waits := map[int]time.Duration{}
	for i, ms := range w.Delays {
		n := i + 1
		if w.First != nil {
			n = i + *w.First
		}
		waits[n] = milliseconds(ms)
	}
	switch {
	case w.Index != nil:
		waits[*w.Index] = milliseconds(w.Delay)
	case w.Index0 != nil:
		waits[*w.Index0+1] = milliseconds(w.Delay)
	}
	return waits
}

// draw returns the number that is drawn; without jitter it does not count.
func (w *fieldWaits) draw() uint64 {
	if w.U == nil {
		return math.MaxUint64
	}
	return uint64(math.Ldexp(*w.U, 64))
}

func runSchedule(t *testing.T, v *fieldVector) string {
	if why := odd[v.ID]; why != "" {
		return why
	}
	var w fieldWaits
	v.decode(t, &w)
	expected := w.expected()
	if len(expected) == 0 {
		t.Fatal("no waits to check")
	}
	p := retry.New(retry.Config{Backoff: v.backoff(t, w.Policy)}, retry.WithRand(always(w.draw())))
	for n, want := range expected {
		got := p.Delay(n)
		if n == 0 { // before the first attempt
			_, got = p.Bounds(n)
		}
		if (got - want).Abs() > time.Microsecond {
			t.Errorf("retry %d waits %v, want %v", n, got, want)
		}
	}
	return ""
}

// always is a source that draws the same number again and again.
type always uint64

func (a always) Uint64() uint64 { return uint64(a) }

// smithyJitter is what Smithy calls the laws of jitter.
var smithyJitter = map[string]string{"none": "NONE", "full": "FULL", "equal": "DEFAULT", "decorrelated": "DECORRELATED"}

// backoff returns the backoff that a vector describes: a compiled policy where
// the words are those of a dialect, else a schedule of the same law.
func (v *fieldVector) backoff(t *testing.T, words map[string]any) retry.Backoff {
	t.Helper()
	switch v.Family {
	case "smithy-python":
		return backoff(compiled(t, "smithy", map[string]any{"max_attempts": 9, "backoff_strategy": map[string]any{
			"backoff_scale_value": words["base_ms"].(float64) / 1000, "max_backoff": words["cap_ms"].(float64) / 1000,
			"jitter_type": smithyJitter[words["jitter"].(string)],
		}}).Backoff)
	case "exosphere":
		return backoff(compiled(t, "exosphere", exosphereFields(words)).Backoff)
	case "prodigy":
		return backoff(compiled(t, "prodigy", map[string]any{
			"backoff": words["backoff"], "initial_delay": strconv.FormatFloat(words["initial_delay_ms"].(float64), 'f', 0, 64) + "ms", "jitter": false,
		}).Backoff)
	case "httpx-retries":
		return backoff(compiled(t, "httpx", httpxFields(words)).Backoff)
	}
	return plainBackoff(words)
}

func exosphereFields(words map[string]any) map[string]any {
	fields := map[string]any{"max_retries": 9, "strategy": words["strategy"], "exponent": words["exponent"], "backoff_factor": words["backoff_factor_ms"]}
	if words["max_delay_ms"] != nil {
		fields["max_delay"] = words["max_delay_ms"]
	}
	return fields
}

// plainBackoff returns a backoff of the laws that every system has.
func plainBackoff(words map[string]any) retry.Backoff {
	number := func(names ...string) float64 {
		for _, name := range names {
			if n, ok := words[name].(float64); ok {
				return n
			}
		}
		return 0
	}
	s := growing(number("base_ms", "initial_ms"), number("factor", "multiplier"), number("cap_ms", "max_ms"))
	s.Jitter = policy.NoJitter
	switch words["strategy"] {
	case "linear":
		s.Growth, s.Step = policy.Linear, milliseconds(number("increment_ms", "base_ms"))
	case "constant", "fixed":
		s.Growth = policy.Constant
	}
	kind, _ := words["jitter"].(string)
	if amount, ok := strings.CutPrefix(kind, "proportional "); ok {
		s.Jitter = policy.Around
		s.Amount, _ = strconv.ParseFloat(amount, 64)
	}
	if kind == "full" {
		s.Jitter = policy.Full
	}
	return backoff(s)
}

func runRange(t *testing.T, v *fieldVector) string {
	var x struct {
		Policy map[string]any
		Given  map[string]any
		Index  int
		Before float64      `json:"delay_in_ms"`
		Low    float64      `json:"low_ms"`
		High   float64      `json:"high_ms"`
		Ranges [][2]float64 `json:"ranges_ms"`
	}
	v.decode(t, &x)
	first := max(x.Index, 1)
	if x.Ranges == nil {
		x.Ranges = [][2]float64{{x.Low, x.High}}
	}
	words := x.Policy
	if words == nil {
		words = x.Given
	}
	b := v.rangeBackoff(t, words, x.Before)
	for i, want := range x.Ranges {
		low, high := retry.New(retry.Config{Backoff: b}).Bounds(first + i)
		slack := time.Duration(0)
		if strings.HasSuffix(v.ID, "FULL_JITTER-2") || strings.HasSuffix(v.ID, "FULL_JITTER-3") {
			slack = time.Millisecond // its code leaves out the upper end
		}
		if (low-milliseconds(want[0])).Abs() > time.Microsecond || (high-milliseconds(want[1])).Abs() > slack+time.Microsecond {
			t.Errorf("retry %d waits %v to %v, want %v to %v ms", first+i, low, high, want[0], want[1])
		}
	}
	return ""
}

// rangeBackoff is backoff for vectors that give the wait before the jitter.
func (v *fieldVector) rangeBackoff(t *testing.T, words map[string]any, before float64) retry.Backoff {
	t.Helper()
	if before == 0 {
		return v.backoff(t, words)
	}
	return backoff(compiled(t, "prodigy", map[string]any{
		"backoff": "fixed", "initial_delay": milliseconds(before).String(), "jitter": true, "jitter_factor": words["jitter_factor"],
	}).Backoff)
}

func runOverflow(t *testing.T, v *fieldVector) string {
	var x struct {
		Policy struct {
			Initial time.Duration `json:"initial_ns"`
			Cap     time.Duration `json:"cap_ns"`
			Factor  float64
		}
	}
	v.decode(t, &x)
	for retryNumber, want := range []time.Duration{x.Policy.Initial, x.Policy.Cap, x.Policy.Cap, x.Policy.Cap} {
		if got := gen.Exponential(x.Policy.Initial, x.Policy.Factor, retryNumber+1); got != want {
			t.Errorf("retry %d waits %v, want %v", retryNumber+1, got, want)
		}
	}
	return ""
}
