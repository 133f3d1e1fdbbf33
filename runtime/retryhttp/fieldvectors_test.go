package retryhttp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
)

// fieldVector is one thing that another retry system, or a specification, says
// about retries.
type fieldVector struct {
	ID     string
	Family string
	Kind   string
	text   json.RawMessage // all of it
}

func (v *fieldVector) UnmarshalJSON(text []byte) error {
	type plain fieldVector
	v.text = append(v.text, text...)
	return json.Unmarshal(text, (*plain)(v))
}

// decode reads what vectors of this kind have.
func (v *fieldVector) decode(t *testing.T, into any) {
	t.Helper()
	if err := json.Unmarshal(v.text, into); err != nil {
		t.Fatal(err)
	}
}

// fieldRunners check the vectors of a kind. What they return, if anything, is
// why a vector does not apply.
var fieldRunners = map[string]func(*testing.T, *fieldVector) string{
	"call-sequence":      runCallSequence,
	"typed-sequence":     runTypedSequence,
	"quota":              runQuota,
	"retry-after-clamp":  runClamp,
	"retry-after-status": runHintByStatus,
	"retry-after-parse":  runParse,
	"retry-after-date":   runParse,
	"sleep":              runSleep,
	"schedule":           runSchedule,
	"draw":               runSchedule,
	"range":              runRange,
	"overflow":           runOverflow,
	"classify":           runClassify,
}

// TestFieldVectors holds the runtime, and the policies that are compiled for
// it, against what other systems say about themselves. Vectors that do not
// apply are listed with the reason, and counted.
func TestFieldVectors(t *testing.T) {
	text, err := os.ReadFile("../../testdata/vectors/field.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []*fieldVector }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	checked, left := map[string]int{}, map[string]int{}
	for _, v := range file.Vectors {
		t.Run(v.ID, func(t *testing.T) {
			run := fieldRunners[v.Kind]
			if run == nil {
				t.Fatalf("no runner for %q", v.Kind)
			}
			if why := run(t, v); why != "" {
				left[v.Kind]++
				t.Logf("does not apply: %s", why)
				return
			}
			checked[v.Kind]++
		})
	}
	t.Logf("checked: %v", checked)
	t.Logf("do not apply: %v", left)
	want := []map[string]int{{
		"call-sequence": 15, "classify": 2, "draw": 4, "overflow": 1, "quota": 1, "range": 11, "retry-after-clamp": 2,
		"retry-after-date": 5, "retry-after-parse": 5, "retry-after-status": 5, "schedule": 20, "sleep": 8, "typed-sequence": 5,
	}, {"call-sequence": 1, "classify": 20, "retry-after-status": 1, "schedule": 3}}
	if diff := cmp.Diff(want, []map[string]int{checked, left}); diff != "" {
		t.Errorf("checked, left (-want +got):\n%s", diff)
	}
}

// played is what became of an attempt.
type played struct {
	outcome string
	quota   float64
	wait    time.Duration
}

// outcomes are what other systems call the ends of an attempt.
var outcomes = map[retry.Reason]string{
	retry.ReasonAttempts: "max_attempts_exceeded", retry.ReasonQuota: "retry_quota_exceeded", retry.ReasonFinal: "fail_request",
}

// play makes requests until every answer has been given, and returns what
// became of each. Further attempts succeed.
func play(t *testing.T, config retry.Config, answers []answer) (record []played) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var began time.Time
		note := func(outcome string, wait time.Duration) {
			p := played{outcome: outcome, wait: wait}
			if config.Quota != nil {
				p.quota = config.Quota.Tokens()
			}
			record = append(record, p)
		}
		watch := retry.ObserverFunc(func(_ context.Context, e retry.Event) {
			switch e.Kind {
			case retry.AttemptStarted:
				began = time.Now()
			case retry.RetryScheduled:
				note("retry_request", e.Delay)
			case retry.GaveUp:
				note(outcomes[e.Reason], time.Since(began))
			case retry.Succeeded:
				note("success", 0)
			}
		})
		next := newScript(append(answers, answer{status: 200})...)
		rt := withPolicy(next, retry.New(config, retry.WithObserver(watch), retry.WithRand(top{})))
		for len(next.at) < len(answers) {
			res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
			if err == nil {
				finish(t, res)
			}
		}
	})
	return record[:len(answers)]
}

// top is a source that always draws the longest wait.
type top struct{}

func (top) Uint64() uint64 { return 1<<64 - 1 }

// growing is a schedule that grows exponentially from a first wait to a cap,
// with full jitter.
func growing(first, factor, cap float64) policy.Schedule {
	s := policy.Schedule{
		Growth: policy.Exponential, First: milliseconds(first), Factor: factor, Rounding: policy.Nearest,
		Cap: policy.Unlimited, Jitter: policy.Full, Unit: 1,
	}
	if cap > 0 {
		s.Cap = milliseconds(cap)
	}
	return s
}

// backoff is a schedule for a policy.
func backoff(s policy.Schedule) retry.Backoff {
	if s.Jitter == policy.Decorrelated {
		return retry.Backoff{Decorrelated: s.DelayAfter}
	}
	return retry.Backoff{Jitter: s.Delay}
}

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

func headers(values map[string]string) http.Header {
	h := http.Header{}
	for name, value := range values {
		h.Set(name, value)
	}
	return h
}
