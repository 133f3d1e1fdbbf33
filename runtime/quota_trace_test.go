package retry_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// outcome is what becomes of an attempt.
type outcome int

const (
	succeeds outcome = iota
	fails
	isThrottled
	timesOut
	isFinal
	asksForAnother // that does not count
	panics
	isCancelled      // by the caller, who then ends the call
	isCancelledAfter // in the wait that follows
	outcomes
)

// traced makes the call whose attempts have the given outcomes, the last of
// which is a success.
func traced(t *testing.T, run runner, p *retry.Policy, trace []outcome) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer func() {
		if r := recover(); r != nil && r != errWhy {
			panic(r)
		}
	}()
	attempt := -1
	_ = run(ctx, p, func(context.Context) error {
		attempt++
		switch trace[attempt] {
		case succeeds:
			return nil
		case isThrottled:
			return throttled
		case timesOut:
			return slow{}
		case isFinal:
			return retry.Prune(errDown)
		case asksForAnother:
			return retry.RequeueAfter(ms)
		case panics:
			panic(errWhy)
		case isCancelled:
			cancel()
		case isCancelledAfter:
			time.AfterFunc(500*ms, cancel)
		}
		return errDown
	})
}

// follow lets the model make the same call.
func (m *bucket) follow(trace []outcome, maxAttempts int) {
	counted, held := 0, 0
	for _, o := range trace {
		counted++
		switch o {
		case succeeds:
			m.add(max(held, 1))
			return
		case isFinal, panics, isCancelled:
			return
		case asksForAnother:
			counted, held = counted-1, 0
			continue
		}
		if held = m.cost(o); counted == maxAttempts || m.left < held {
			return
		}
		if o == isCancelledAfter {
			return // the retry is paid for, is not made, and is paid back
		}
		m.left -= held
	}
}

func (m *bucket) cost(o outcome) int {
	switch {
	case o == isThrottled && m.config.ThrottleCost > 0:
		return m.config.ThrottleCost
	case o == timesOut && m.config.TimeoutCost > 0:
		return m.config.TimeoutCost
	}
	return m.config.RetryCost
}

// TestTracedQuota compares a quota with a model after each call, over random
// calls that succeed, fail, panic and are cancelled, made in every way.
func TestTracedQuota(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	ways := []string{"Failed", "Start", "Do", "DoValue", "Attempts"}
	var seen [outcomes]int
	for range *traceCount {
		config := retry.QuotaConfig{
			Capacity: 1 + random.IntN(60), RetryCost: 1 + random.IntN(20), ThrottleCost: random.IntN(20), TimeoutCost: random.IntN(20), SuccessRefund: 1,
		}
		maxAttempts, way := 1+random.IntN(5), ways[random.IntN(len(ways))]
		synctest.Test(t, func(t *testing.T) {
			q, m := retry.NewQuota(config), &bucket{left: config.Capacity, config: config}
			p := retry.New(retry.Config{MaxAttempts: maxAttempts, Backoff: constant(time.Second), Quota: q})
			for range 6 {
				trace := randomTrace(random)
				for _, o := range trace {
					seen[o]++
				}
				traced(t, loops[way], p, trace)
				m.follow(trace, maxAttempts)
				if got := q.Tokens(); got != float64(m.left) {
					t.Fatalf("%+v, %s, %d attempts: %v tokens after %v, model %d", config, way, maxAttempts, got, trace, m.left)
				}
			}
		})
	}
	if slices.Contains(seen[:], 0) {
		t.Errorf("some outcome was never tried: %v", seen)
	}
}

// randomTrace ends with a success, and has more failures than anything else.
func randomTrace(random *rand.Rand) []outcome {
	trace := make([]outcome, random.IntN(7), 8)
	for i := range trace {
		if trace[i] = fails; random.IntN(2) == 0 {
			trace[i] = outcome(random.IntN(int(outcomes)))
		}
	}
	return append(trace, succeeds)
}
