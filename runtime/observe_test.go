package retry_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	retry "github.com/retrygen/retrygen/runtime"
)

// recorder keeps events.
type recorder []retry.Event

func (r *recorder) Observe(_ context.Context, e retry.Event) { *r = append(*r, e) }

func TestObserverHearsEveryMomentOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events recorder
		p := retry.New(retry.Config{Name: "charge", MaxAttempts: 3, Backoff: constant(time.Second)}, retry.WithObserver(&events), retry.WithObserver(nil))
		if err := started(t.Context(), p, newScript(errDown, nil).call); err != nil {
			t.Fatal(err)
		}
		want := recorder{
			{Kind: retry.AttemptStarted, Policy: "charge", Operation: "Store.Get", Attempt: 1},
			{Kind: retry.RetryScheduled, Policy: "charge", Operation: "Store.Get", Attempt: 1, Delay: time.Second, Err: errDown},
			{Kind: retry.AttemptStarted, Policy: "charge", Operation: "Store.Get", Attempt: 2},
			{Kind: retry.Succeeded, Policy: "charge", Operation: "Store.Get", Attempt: 2},
		}
		if diff := cmp.Diff(want, events, cmpopts.EquateErrors()); diff != "" {
			t.Errorf("success after a retry (-want +got):\n%s", diff)
		}

		events = nil
		err := plainFirst(t.Context(), p.With(retry.WithMaxAttempts(2)), newScript(errDown).call)
		want = recorder{
			{Kind: retry.RetryScheduled, Policy: "charge", Operation: "Store.Get", Attempt: 1, Delay: time.Second, Err: errDown},
			{Kind: retry.AttemptStarted, Policy: "charge", Operation: "Store.Get", Attempt: 2},
			{Kind: retry.GaveUp, Policy: "charge", Operation: "Store.Get", Attempt: 2, Err: err, Reason: retry.ReasonAttempts},
		}
		if diff := cmp.Diff(want, events, cmpopts.EquateErrors()); diff != "" {
			t.Errorf("giving up (-want +got):\n%s", diff)
		}
	})
}

func TestObserversAreToldInOrder(t *testing.T) {
	var order strings.Builder
	note := func(s string) retry.Option {
		return retry.WithObserver(retry.ObserverFunc(func(context.Context, retry.Event) { order.WriteString(s) }))
	}
	base := retry.New(retry.Config{MaxAttempts: 2}, note("a"))
	one, other := base.With(note("b")), base.With(note("c"))
	for _, p := range []*retry.Policy{one, other, base} {
		_ = plainFirst(t.Context(), p, newScript(retry.Prune(errDown)).call)
	}
	if order.String() != "abaca" {
		t.Errorf("told %q, want abaca", order.String())
	}
}

// tally is an observer with a method of its own for successes.
type tally struct {
	recorder
	successes []string
}

// ObserveSuccess notes what it is told.
func (y *tally) ObserveSuccess(_ context.Context, policy, operation string, attempts int) {
	y.successes = append(y.successes, fmt.Sprintf("%s %s %d", policy, operation, attempts))
}

func TestSuccessObserverIsToldOfSuccessesByItsOwnMethod(t *testing.T) {
	var y tally
	p := retry.New(retry.Config{Name: "charge", MaxAttempts: 3}, retry.WithObserver(&y))
	for _, run := range []runner{plainFirst, started} {
		for _, errs := range [][]error{{nil}, {errDown, nil}, {errDown}} {
			_ = run(t.Context(), p, newScript(errs...).call)
		}
	}
	want := []string{"charge Store.Get 1", "charge Store.Get 2", "charge Store.Get 1", "charge Store.Get 2"}
	if diff := cmp.Diff(want, y.successes); diff != "" {
		t.Errorf("successes (-want +got):\n%s", diff)
	}
	gaveUp := 0
	for _, e := range y.recorder {
		switch e.Kind {
		case retry.Succeeded:
			t.Error("a success came as an event as well")
		case retry.GaveUp:
			gaveUp++
		}
	}
	if gaveUp != 2 {
		t.Errorf("told %d times of giving up, want 2", gaveUp)
	}
}

func TestObserverMayCancel(t *testing.T) {
	for loop, run := range loops {
		ctx, cancel := context.WithCancel(t.Context())
		p := retry.New(retry.Config{MaxAttempts: 3}, retry.WithObserver(retry.ObserverFunc(func(_ context.Context, e retry.Event) {
			if e.Kind == retry.RetryScheduled {
				cancel()
			}
		})))
		s := newScript(errDown)
		if err := run(ctx, p, s.call); len(s.at) != 1 || reasonOf(t, err) != retry.ReasonContext {
			t.Errorf("%s: %d attempts, %v", loop, len(s.at), err)
		}
	}
}

// TestPanickingObserverLeavesTheQuotaExact panics at each event in turn.
func TestPanickingObserverLeavesTheQuotaExact(t *testing.T) {
	tokens := map[retry.EventKind]float64{
		retry.AttemptStarted: 100, // before anything was paid
		retry.RetryScheduled: 100, // the retry was not made
		retry.Succeeded:      100, // the cost is back
		retry.GaveUp:         90,  // one retry failed
	}
	for kind, want := range tokens {
		quota := retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10, SuccessRefund: 1})
		p := retry.New(retry.Config{MaxAttempts: 2, Quota: quota}, retry.WithObserver(retry.ObserverFunc(func(_ context.Context, e retry.Event) {
			if e.Kind == kind {
				panic(errWhy)
			}
		})))
		last := errDown
		if kind == retry.Succeeded {
			last = nil
		}
		func() {
			defer func() {
				if recovered := recover(); recovered != errWhy {
					t.Errorf("%v: recovered %v", kind, recovered)
				}
			}()
			_ = started(t.Context(), p, newScript(errDown, last).call)
		}()
		if got := quota.Tokens(); got != want {
			t.Errorf("panic at %q leaves %v tokens, want %v", kind, got, want)
		}
	}
}

func TestEnumsHaveTexts(t *testing.T) {
	seen := map[string]bool{}
	for r := retry.ReasonAttempts; r <= retry.ReasonStrategy; r++ {
		if s := r.String(); s == "" || s == "unknown reason" || seen[s] {
			t.Errorf("reason %d is %q", r, s)
		}
		seen[r.String()] = true
	}
	if got := (retry.ReasonStrategy + 1).String(); got != "unknown reason" {
		t.Errorf("a reason past the last is %q", got)
	}
	for k := retry.AttemptStarted; k <= retry.Succeeded; k++ {
		if s := k.String(); s == "" || s == "unknown event" || seen[s] {
			t.Errorf("event %d is %q", k, s)
		}
		seen[k.String()] = true
	}
	if got := (retry.Succeeded + 1).String(); got != "unknown event" {
		t.Errorf("an event past the last is %q", got)
	}
	if !strings.Contains(retry.ReasonQuota.String(), "client-side") || !strings.Contains(retry.ReasonBreaker.String(), "client-side") {
		t.Error("a refusal of this client could be taken for a server's error")
	}
}

// TestSignalsStopAtTheCallThatSawThem: what is inside a RetryError has been
// obeyed already.
func TestSignalsStopAtTheCallThatSawThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := retry.New(retry.Config{TotalTimeout: time.Second})
		n := 0
		err := plainFirst(t.Context(), retry.New(retry.Config{MaxAttempts: 3}), func(ctx context.Context) error {
			n++
			return plainFirst(ctx, inner, newScript(retry.RequeueAfter(time.Hour)).call)
		})
		if n != 3 || reasonOf(t, err) != retry.ReasonAttempts {
			t.Errorf("%d attempts, %v", n, err)
		}
		s := newScript(errors.Join(errDown, retry.Prune(errWhy)))
		if _ = plainFirst(t.Context(), retry.New(retry.Config{}), s.call); len(s.at) != 1 {
			t.Errorf("a mark inside another error: %d attempts", len(s.at))
		}
	})
}

func TestSignalsCarryTheirErrors(t *testing.T) {
	if retry.Prune(nil) != nil {
		t.Error("Prune(nil) is an error")
	}
	if err := retry.Prune(errDown); !errors.Is(err, errDown) || err.Error() != "down" {
		t.Errorf("the mark hides %v", err)
	}
	for _, d := range []time.Duration{0, -1, -1 << 63} {
		s := newScript(retry.RequeueAfter(d))
		err := plainFirst(t.Context(), retry.New(retry.Config{}), s.call)
		if len(s.at) != 1 || !strings.Contains(err.Error(), "must be positive") {
			t.Errorf("RequeueAfter(%v): %d attempts, %v", d, len(s.at), err)
		}
	}
}
