package retry_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

var (
	crowdCalls = flag.Int("calls", 400, "calls of each of the goroutines that share a quota; a million is the full size")
	traceCount = flag.Int("traces", 1000, "random traces to compare with a model; a million is the full size")
)

// crowd is how many goroutines share a quota.
const crowd = 64

// TestQuotaKeepsWithinBoundsUnderConcurrency: never below zero, never above its
// capacity, and exact once all is quiet.
func TestQuotaKeepsWithinBoundsUnderConcurrency(t *testing.T) {
	q := retry.NewQuota(retry.QuotaConfig{Capacity: 40, RetryCost: 10, SuccessRefund: 1})
	p := quotaPolicy(q, 3)
	crowded(func(random *rand.Rand) {
		_ = plainFirst(context.Background(), p, failing(random.IntN(3)))
		if tokens := q.Tokens(); tokens < 0 || tokens > 40 {
			t.Errorf("%v tokens", tokens)
		}
	})
	for range 100 {
		p.Succeeded(t.Context(), "")
	}
	if got := q.Tokens(); got != 40 {
		t.Errorf("%v tokens after a hundred successes, want 40", got)
	}
}

// TestQuotaLosesNoTokenUnderConcurrency: all that is taken was either for a
// retry that failed, or is given back.
func TestQuotaLosesNoTokenUnderConcurrency(t *testing.T) {
	q := retry.NewQuota(retry.QuotaConfig{Capacity: retry.MaxQuota, RetryCost: 1})
	p := quotaPolicy(q, 3)
	var lost atomic.Int64
	crowded(func(random *rand.Rand) {
		failures := 1
		if random.IntN(100) == 0 {
			failures = 2
			lost.Add(1) // the first retry; the second gets its token back
		}
		if err := plainFirst(context.Background(), p, failing(failures)); err != nil {
			t.Error(err)
		}
	})
	if got, want := int64(q.Tokens()), retry.MaxQuota-lost.Load(); got != want || lost.Load() == 0 {
		t.Errorf("%d tokens are left, want %d", got, want)
	}
}

// crowded calls f from many goroutines at a time, often.
func crowded(f func(*rand.Rand)) {
	var wg sync.WaitGroup
	for g := range crowd {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(uint64(g), 1))
			for range *crowdCalls {
				f(random)
			}
		})
	}
	wg.Wait()
}

// failing returns an operation that fails so often and then succeeds.
func failing(failures int) func(context.Context) error {
	return func(context.Context) error {
		if failures--; failures >= 0 {
			return errDown
		}
		return nil
	}
}
