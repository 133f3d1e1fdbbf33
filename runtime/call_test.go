package retry_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	retry "github.com/retrygen/retrygen/runtime"
)

const ms = time.Millisecond

// hinted is an error with a wish for the next wait.
type hinted struct{ after time.Duration }

func (h hinted) Error() string                          { return "busy" }
func (h hinted) RetryAfter() (w time.Duration, ok bool) { return h.after, true }

// TestEveryLoopWaitsExactly runs each way to make a call over the same cases:
// when attempts begin, what comes back, and why.
func TestEveryLoopWaitsExactly(t *testing.T) {
	seconds := retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }}
	errFinal := errors.New("declined")
	classify := func(err error) retry.Class {
		if errors.Is(err, errFinal) {
			return retry.Stop
		}
		return retry.Retry
	}
	tests := map[string]struct {
		config retry.Config
		errs   []error
		at     []time.Duration
		reason retry.Reason // 0: no RetryError
		err    error        // what comes back, or is found in it
	}{
		"success at once":        {retry.Config{MaxAttempts: 3, Backoff: seconds}, []error{nil}, []time.Duration{0}, 0, nil},
		"success after retries":  {retry.Config{MaxAttempts: 3, Backoff: seconds}, []error{errDown, errDown, nil}, []time.Duration{0, 1e9, 3e9}, 0, nil},
		"exhausted":              {retry.Config{MaxAttempts: 3, Backoff: seconds}, []error{errDown}, []time.Duration{0, 1e9, 3e9}, retry.ReasonAttempts, errDown},
		"one attempt":            {retry.Config{MaxAttempts: 1, Backoff: seconds}, []error{errDown}, []time.Duration{0}, 0, errDown},
		"negative attempts":      {retry.Config{MaxAttempts: -7, Backoff: seconds}, []error{errDown}, []time.Duration{0}, 0, errDown},
		"final at once":          {retry.Config{Classify: classify}, []error{errFinal}, []time.Duration{0}, 0, errFinal},
		"final after a retry":    {retry.Config{Classify: classify, Backoff: seconds}, []error{errDown, errFinal}, []time.Duration{0, 1e9}, 0, errFinal},
		"unlimited":              {retry.Config{Backoff: constant(time.Minute)}, []error{errDown, errDown, errDown, errDown, nil}, []time.Duration{0, 60e9, 120e9, 180e9, 240e9}, 0, nil},
		"no wait":                {retry.Config{MaxAttempts: 4}, []error{errDown}, []time.Duration{0, 0, 0, 0}, retry.ReasonAttempts, errDown},
		"negative wait":          {retry.Config{MaxAttempts: 2, Backoff: constant(-time.Hour)}, []error{errDown}, []time.Duration{0, 0}, retry.ReasonAttempts, errDown},
		"pruned":                 {retry.Config{}, []error{retry.Prune(errDown)}, []time.Duration{0}, 0, errDown},
		"pruned later":           {retry.Config{Backoff: seconds}, []error{errDown, retry.Prune(errFinal)}, []time.Duration{0, 1e9}, 0, errFinal},
		"decorrelated":           {retry.Config{MaxAttempts: 4, Backoff: retry.Backoff{Decorrelated: func(previous time.Duration, _ uint64) time.Duration { return 2*previous + time.Second }}}, []error{errDown}, []time.Duration{0, 1e9, 4e9, 11e9}, retry.ReasonAttempts, errDown},
		"requeued":               {retry.Config{MaxAttempts: 2, Backoff: seconds}, []error{retry.RequeueAfter(time.Hour), retry.RequeueAfter(time.Hour), errDown, nil}, []time.Duration{0, 3600e9, 7200e9, 7201e9}, 0, nil},
		"requeued in one":        {retry.Config{MaxAttempts: 1}, []error{retry.RequeueAfter(time.Hour), nil}, []time.Duration{0, 3600e9}, 0, nil},
		"hint":                   {retry.Config{MaxAttempts: 2, Backoff: seconds}, []error{fmt.Errorf("get: %w", hinted{5e9}), nil}, []time.Duration{0, 5e9}, 0, nil},
		"shorter hint":           {retry.Config{MaxAttempts: 2, Backoff: seconds}, []error{hinted{1 * ms}, nil}, []time.Duration{0, 1 * ms}, 0, nil},
		"hint of zero":           {retry.Config{MaxAttempts: 2, Backoff: seconds}, []error{hinted{0}, nil}, []time.Duration{0, 1e9}, 0, nil},
		"hint below zero":        {retry.Config{MaxAttempts: 2, Backoff: seconds}, []error{hinted{-5e9}, nil}, []time.Duration{0, 1e9}, 0, nil},
		"next delay before hint": {retry.Config{MaxAttempts: 2, Backoff: seconds}, []error{nextDelay{7e9}, nil}, []time.Duration{0, 7e9}, 0, nil},
		"no next delay":          {retry.Config{MaxAttempts: 2, Backoff: seconds}, []error{nextDelay{}, nil}, []time.Duration{0, 3600e9}, 0, nil},
		"hint bounded":           {retry.Config{MaxAttempts: 2, Backoff: seconds, RetryAfter: retry.RetryAfter{Max: 20e9}}, []error{hinted{math.MaxInt64}, nil}, []time.Duration{0, 20e9}, 0, nil},
		"hint ignored":           {retry.Config{MaxAttempts: 2, Backoff: seconds, RetryAfter: retry.RetryAfter{Mode: retry.Ignore}}, []error{hinted{5e9}, nil}, []time.Duration{0, 1e9}, 0, nil},
		"hint at least":          {retry.Config{MaxAttempts: 2, Backoff: seconds, RetryAfter: retry.RetryAfter{Mode: retry.AtLeast}}, []error{hinted{1 * ms}, nil}, []time.Duration{0, 1e9}, 0, nil},
		"hint clamped":           {retry.Config{MaxAttempts: 2, Backoff: seconds, RetryAfter: retry.RetryAfter{Mode: retry.Clamp5s}}, []error{hinted{time.Hour}, nil}, []time.Duration{0, 6e9}, 0, nil},
		"throttling":             {retry.Config{MaxAttempts: 3, Backoff: seconds, Throttling: constant(time.Hour)}, []error{status(429), errDown, nil}, []time.Duration{0, 3600e9, 3602e9}, 0, nil},
		"budget":                 {retry.Config{MaxAttempts: 9, Backoff: seconds, WaitBudget: retry.WaitBudget{Limit: 6e9 - 1}}, []error{errDown}, []time.Duration{0, 1e9, 3e9}, retry.ReasonWaitBudget, errDown},
		"budget, equal":          {retry.Config{MaxAttempts: 9, Backoff: seconds, WaitBudget: retry.WaitBudget{Limit: 6e9}}, []error{errDown}, []time.Duration{0, 1e9, 3e9, 6e9}, retry.ReasonWaitBudget, errDown},
		"budget, truncating":     {retry.Config{MaxAttempts: 9, Backoff: constant(5e9), WaitBudget: retry.WaitBudget{Limit: 12e9, Truncate: true}}, []error{errDown}, []time.Duration{0, 5e9, 10e9, 12e9}, retry.ReasonWaitBudget, errDown},
		"budget of nothing":      {retry.Config{MaxAttempts: 9, Backoff: seconds, WaitBudget: retry.WaitBudget{Limit: -1}}, []error{errDown}, []time.Duration{0}, retry.ReasonWaitBudget, errDown},
		"unsafe":                 {retry.Config{}, []error{safety{false, true}}, []time.Duration{0}, 0, safety{false, true}},
		"safety unknown":         {retry.Config{MaxAttempts: 2}, []error{safety{false, false}, nil}, []time.Duration{0, 0}, 0, nil},
		"unsafe under a wrapper": {retry.Config{}, []error{fmt.Errorf("put: %w", safety{false, true})}, []time.Duration{0}, 0, safety{false, true}},
	}
	for name, test := range tests {
		for loop, run := range loops {
			t.Run(name+"/"+loop, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := newScript(test.errs...)
					err := run(t.Context(), retry.New(test.config), s.call)
					if diff := cmp.Diff(test.at, s.at); diff != "" {
						t.Errorf("attempts at (-want +got):\n%s", diff)
					}
					if elapsed := time.Since(s.start); elapsed != s.at[len(s.at)-1] {
						t.Errorf("returned at %v, last attempt at %v", elapsed, s.at[len(s.at)-1])
					}
					if !errors.Is(err, test.err) {
						t.Errorf("error %v, want %v", err, test.err)
					}
					if test.reason != 0 {
						if got := reasonOf(t, err); got != test.reason {
							t.Errorf("reason %v, want %v", got, test.reason)
						}
					} else if _, is := errors.AsType[*retry.RetryError](err); is {
						t.Errorf("error %v, want it unchanged", err)
					}
				})
			})
		}
	}
}

// TestStrategyDecidesAsTheLoopDoes compares the Smithy protocol with the loop.
func TestStrategyDecidesAsTheLoopDoes(t *testing.T) {
	errFinal := errors.New("declined")
	config := retry.Config{
		MaxAttempts: 4, Backoff: retry.Backoff{Decorrelated: func(previous time.Duration, _ uint64) time.Duration { return 2*previous + time.Second }},
		WaitBudget: retry.WaitBudget{Limit: 30e9},
		Classify: func(err error) retry.Class {
			if err == errFinal {
				return retry.Stop
			}
			return retry.Retry
		},
	}
	for _, errs := range [][]error{
		{nil}, {errDown}, {errDown, nil}, {errDown, errDown, errFinal}, {errFinal}, {hinted{4e9}, errDown, nil},
		{hinted{40e9}}, {retry.RequeueAfter(3e9), errDown, errDown, errDown, errDown},
	} {
		synctest.Test(t, func(t *testing.T) {
			loop, protocol := newScript(errs...), newScript(errs...)
			want := plainFirst(t.Context(), retry.New(config), loop.call)
			protocol.start = time.Now()
			got := tokens(t.Context(), retry.New(config), protocol.call)
			if diff := cmp.Diff(loop.at, protocol.at); diff != "" {
				t.Errorf("%v: attempts (-loop +strategy):\n%s", errs, diff)
			}
			if (want == nil) != (got == nil) || want != nil && !errors.Is(got, errs[len(errs)-1]) {
				t.Errorf("%v: strategy returned %v, loop %v", errs, got, want)
			}
		})
	}
}

func TestRetryErrorTellsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first, second := errors.New("first"), errors.New("second")
		s := newScript(first, second)
		err := plainFirst(t.Context(), retry.New(retry.Config{Name: "charge", MaxAttempts: 3, Backoff: constant(time.Second)}), s.call)
		e, _ := errors.AsType[*retry.RetryError](err)
		want := retry.RetryError{
			Policy: "charge", Operation: "Store.Get", Attempts: 3, Elapsed: 2e9, Waited: 2e9,
			Reason: retry.ReasonAttempts, Last: second, Errs: []error{first, second, second},
		}
		if diff := cmp.Diff(want, *e, cmpopts.IgnoreUnexported(retry.RetryError{}), cmpopts.EquateErrors()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		const text = "Store.Get: policy charge: gave up after 3 attempts: attempts used up: second"
		if err.Error() != text {
			t.Errorf("text %q, want %q", err.Error(), text)
		}
	})
}

func TestWaitedCountsRequeues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(retry.RequeueAfter(2*time.Second), errDown)
		err := plainFirst(t.Context(), retry.New(retry.Config{MaxAttempts: 2, Backoff: constant(time.Second)}), s.call)
		if e, _ := errors.AsType[*retry.RetryError](err); e == nil || e.Waited != 3*time.Second || e.Attempts != 3 {
			t.Errorf("%+v", e)
		}
	})
}

func TestErrorsAreKeptWithinBounds(t *testing.T) {
	s := newScript(errDown)
	err := plainFirst(t.Context(), retry.New(retry.Config{MaxAttempts: 10000}), s.call)
	e, _ := errors.AsType[*retry.RetryError](err)
	if e.Attempts != 10000 || len(e.Errs) != 16 {
		t.Errorf("%d attempts, %d errors kept; want 10000, 16", e.Attempts, len(e.Errs))
	}
}

func TestDoValueReturnsTheLastValue(t *testing.T) {
	n := 0
	value, err := retry.DoValue(t.Context(), retry.New(retry.Config{MaxAttempts: 3}), func(context.Context) (int, error) {
		n++
		return n, errDown
	})
	if value != 3 || !errors.Is(err, errDown) {
		t.Errorf("got %d, %v; want 3, %v", value, err, errDown)
	}
}

func TestAttemptsEndsWithItsBody(t *testing.T) {
	p := retry.New(retry.Config{MaxAttempts: 5})
	n := 0
	for range p.Attempts(t.Context()) {
		n++ // does not say what became of it
	}
	for attempt := range p.Attempts(t.Context()) {
		_ = attempt.Done(errDown)
		if n += 10; attempt.Number() == 2 {
			break
		}
	}
	if n != 21 {
		t.Errorf("counted %d, want 1 and two times 10", n)
	}
}

func TestOnlyTheFirstDoneCounts(t *testing.T) {
	p := retry.New(retry.Config{MaxAttempts: 5})
	n := 0
	for attempt := range p.Attempts(t.Context()) {
		n++
		if n == 1 {
			_ = attempt.Done(errDown)
		}
		_ = attempt.Done(nil)
		_ = attempt.Done(errDown)
	}
	if n != 2 {
		t.Errorf("%d attempts, want 2", n)
	}
}

func TestAgainStaysFalse(t *testing.T) {
	p := retry.New(retry.Config{MaxAttempts: 2})
	call := p.Failed(t.Context(), "", errDown)
	for call.Again() {
		call.Tried(errDown)
	}
	before := call.Err()
	for range 2 {
		if call.Again() || call.Err() != before {
			t.Errorf("a call that had ended went on: %v, then %v", before, call.Err())
		}
	}
}
