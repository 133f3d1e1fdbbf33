package compile_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

func TestNotes(t *testing.T) {
	cap10 := int64(10)
	huge := 4.0
	tests := []struct {
		name string
		d    schema.Dialect
		want []string // a part of each note
	}{
		{"nothing to say", strategy("EXPONENTIAL"), nil},
		{"full jitter", strategy("FIXED_FULL_JITTER"), []string{"documents that full jitter can reach the whole wait"}},
		{"equal jitter, capped", exosphere(func(d *schema.Exosphere) { d.Strategy, d.MaxDelay = "FIXED_EQUAL_JITTER", &cap10 }),
			[]string{"truncates the draw", "pile up at 10ms"}},
		{"saturation", exosphere(func(d *schema.Exosphere) { d.MaxRetries = 100 }), []string{"from retry 34 on the wait is about 292 years"}},
		{"saturation out of reach", exosphere(func(d *schema.Exosphere) { d.MaxRetries = 33 }), nil},
		{"saturation before jitter", exosphere(func(d *schema.Exosphere) { d.MaxRetries, d.Strategy = 34, "EXPONENTIAL_FULL_JITTER" }),
			[]string{"full jitter", "from retry 34 on the wait before jitter"}},
		{"saturation of endless retries", &schema.Temporal{InitialInterval: time.Second, BackoffCoefficient: 2},
			[]string{"next retry delay", "from retry 35 on the wait"}},
		{"saturation without a retry", exosphere(func(d *schema.Exosphere) { d.MaxRetries, d.BackoffFactor = 0, math.MaxInt64 }), nil},
		{"prodigy", prodigy(func(*schema.Prodigy) {}), []string{"attempts counts retries"}},
		{"prodigy's panic", prodigy(func(d *schema.Prodigy) { d.Attempts = 66 }), []string{"attempts counts", "retry 65"}},
		{"prodigy's panic out of reach", prodigy(func(d *schema.Prodigy) { d.Attempts = 65 }), []string{"attempts counts"}},
		{"prodigy's panic of base 3", prodigy(func(d *schema.Prodigy) { d.Attempts, d.Backoff.Base = 66, 3 }), []string{"attempts counts", "retry 42"}},
		{"prodigy's panic of a longer delay", prodigy(func(d *schema.Prodigy) { d.Attempts, d.InitialDelay = 70, 8*time.Second }),
			[]string{"attempts counts", "retry 62"}},
		{"prodigy's waits that shrink", prodigy(func(d *schema.Prodigy) { d.Attempts, d.Backoff.Base = 70, 0.5 }), []string{"attempts counts"}},
		{"prodigy's fibonacci", prodigy(func(d *schema.Prodigy) { d.Attempts, d.Backoff.Kind = 49, "fibonacci" }),
			[]string{"attempts counts", "retry 48"}},
		{"prodigy's custom", prodigy(func(d *schema.Prodigy) {
			d.Backoff = schema.ProdigyBackoff{Kind: "custom", Delays: []time.Duration{time.Hour}}
		}), []string{"attempts counts", "cuts the custom delays"}},
		{"prodigy's custom, up to the cap", prodigy(func(d *schema.Prodigy) {
			d.Backoff = schema.ProdigyBackoff{Kind: "custom", Delays: []time.Duration{d.MaxDelay}}
		}), []string{"attempts counts"}},
		{"prodigy's custom, uncapped", prodigy(func(d *schema.Prodigy) {
			d.Attempts, d.MaxDelay = 9, policy.Unlimited
			d.Backoff = schema.ProdigyBackoff{Kind: "custom", Delays: []time.Duration{time.Hour}}
		}), []string{"attempts counts"}},
		{"prodigy's jitter", prodigy(func(d *schema.Prodigy) { d.Jitter = true }),
			[]string{"attempts counts", "default jitter_factor", "± half", "jitter is drawn after max_delay"}},
		{"prodigy's widest jitter", prodigy(func(d *schema.Prodigy) { d.MaxDelay, d.Jitter, d.JitterFactor = policy.Unlimited, true, &huge }),
			[]string{"attempts counts", "± half", "waits end at", "as long as"}},
		{"prodigy's classes", prodigy(func(d *schema.Prodigy) { d.RetryOn = []matcher.Matcher{matcher.Class{Class: "timeout"}} }),
			[]string{"attempts counts", "by the kind of error"}},
		{"prodigy's classes as texts", prodigy(func(d *schema.Prodigy) { d.RetryOn = []matcher.Matcher{matcher.Pattern{Fold: true}} }),
			[]string{"attempts counts", "by the kind of error"}},
		{"prodigy's patterns", prodigy(func(d *schema.Prodigy) { d.RetryOn = []matcher.Matcher{matcher.Pattern{}} }),
			[]string{"attempts counts"}},
		{"temporal", &schema.Temporal{MaximumInterval: 1}, []string{"next retry delay"}},
		{"httpx", &schema.HTTPX{BackoffFactor: 1, BackoffJitter: 1, MaxBackoffWait: 2}, []string{"first wait", "pile up at 2s"}},
		{"httpx without backoff", &schema.HTTPX{BackoffJitter: 1, MaxBackoffWait: 2}, nil},
		{"smithy", &schema.Smithy{}, []string{"at least retry_after"}},
		{"decorrelated", &schema.Smithy{Backoff: schema.SmithyBackoff{JitterType: "DECORRELATED", MaxBackoff: 1e10}},
			[]string{"without state", "decorrelated waits end", "at least retry_after"}},
		{"decorrelated, first wait too long", &schema.Smithy{Backoff: schema.SmithyBackoff{JitterType: "DECORRELATED", ScaleValue: 1e10, MaxBackoff: 20}},
			[]string{"without state", "decorrelated waits end", "at least retry_after"}},
		{"decorrelated, short", &schema.Smithy{Backoff: schema.SmithyBackoff{JitterType: "DECORRELATED", ScaleValue: 1, MaxBackoff: 20}},
			[]string{"without state", "at least retry_after"}},
		{"too many attempts", exosphere(func(d *schema.Exosphere) { d.MaxRetries, d.Strategy = 1<<40, "FIXED" }), []string{"attempts end at 2147483647"}},
		{"the most attempts", exosphere(func(d *schema.Exosphere) { d.MaxRetries, d.Strategy = math.MaxInt32-1, "FIXED" }), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			documented, implemented := compiled(tt.d)
			for _, p := range []*policy.Policy{documented, implemented} {
				checkNotes(t, p, tt.want)
			}
		})
	}
}

// TestNotesOnTheLongestDraw: a minute and its jitter, by both readings, and a
// wait that leaves just enough room for its jitter.
func TestNotesOnTheLongestDraw(t *testing.T) {
	documented, implemented := compiled(prodigy(func(d *schema.Prodigy) { d.Jitter = true }))
	for p, want := range map[*policy.Policy]string{documented: "as long as 1m15s", implemented: "as long as 1m9s"} {
		if !strings.HasSuffix(p.Notes[len(p.Notes)-1], want) {
			t.Errorf("%s: notes %q, want the last to end in %q", p.Fidelity, p.Notes, want)
		}
	}
	whole := 1.0
	documented, _ = compiled(prodigy(func(d *schema.Prodigy) { d.MaxDelay, d.Jitter, d.JitterFactor = policy.AroundLimit(1), true, &whole }))
	if strings.Contains(strings.Join(documented.Notes, "\n"), "waits end at") {
		t.Errorf("notes %q on a wait that fits", documented.Notes)
	}
}

// TestNoteOnErrorRulesThatGiveWay: errors.retry replaces what the dialect block
// says of errors, and a note tells so where there is something to replace.
func TestNoteOnErrorRulesThatGiveWay(t *testing.T) {
	const note = "errors.retry takes the place of "
	timeout := []matcher.Matcher{matcher.Class{Class: "timeout"}}
	for name, tt := range map[string]struct {
		d    schema.Dialect
		want bool
	}{
		"none":         {strategy("FIXED"), false},
		"final ones":   {&schema.Temporal{NonRetryableErrorTypes: []string{"A"}}, true},
		"retried ones": {prodigy(func(d *schema.Prodigy) { d.RetryOn = timeout }), true},
	} {
		p := compile.Policy(&schema.Policy{Dialect: tt.d, Errors: schema.Errors{Retry: timeout}})
		if got := strings.Contains(strings.Join(p.Notes, "\n"), note); got != tt.want {
			t.Errorf("%s: notes %q, want one on error rules: %v", name, p.Notes, tt.want)
		}
	}
}

// maxNote is the size at which findings are cut.
const maxNote = 200

func checkNotes(t *testing.T, p *policy.Policy, want []string) {
	t.Helper()
	if len(p.Notes) != len(want) {
		t.Fatalf("%s: notes %q, want %q", p.Fidelity, p.Notes, want)
	}
	for i, part := range want {
		if n := len(p.Notes[i]); n > maxNote {
			t.Errorf("%s: note %q has %d bytes, want at most %d", p.Fidelity, p.Notes[i], n, maxNote)
		}
		if !strings.Contains(p.Notes[i], part) {
			t.Errorf("%s: note %q has no %q", p.Fidelity, p.Notes[i], part)
		}
	}
}

func TestNotesNameTheReadingThatIsFollowed(t *testing.T) {
	documented, implemented := compiled(&schema.Smithy{RetryMode: "standard"})
	want := "Smithy documents a wait of at least retry_after, but its code bounds it to the wait and 5s more; this policy follows the "
	if !slices.Equal(documented.Notes, []string{want + "documentation"}) || !slices.Equal(implemented.Notes, []string{want + "code"}) {
		t.Errorf("notes = %q and %q", documented.Notes, implemented.Notes)
	}
}
