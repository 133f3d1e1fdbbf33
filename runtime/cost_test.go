package retry_test

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

func TestWhatCostsNoAllocation(t *testing.T) {
	steady, flaky := &retrying{directSteady, benchmarkPolicy(nil)}, &retrying{&flaky{}, benchmarkPolicy(nil)}
	paying := &crediting{retrying{directSteady, benchmarkPolicy(retry.NewQuota(retry.QuotaConfig{}))}}
	jitter := retry.New(retry.Config{Backoff: backoffs["jitter"]})
	policy := benchmarkPolicy(nil)
	final := retry.New(retry.Config{Classify: func(error) retry.Class { return retry.Stop }})
	for name, f := range map[string]func(){
		"success at once":              func() { _, _ = steady.Charge(ctxBenchmark, 1) },
		"success at once with a quota": func() { _, _ = paying.Charge(ctxBenchmark, 1) },
		"one retry without a wait":     func() { _, _ = flaky.Charge(ctxBenchmark, 1) },
		"a final error":                func() { _ = plainFirst(ctxBenchmark, final, func(context.Context) error { return errDown }) },
		"Do":                           func() { _ = policy.Do(ctxBenchmark, func(context.Context) error { return nil }) },
		"DoValue": func() {
			_, _ = retry.DoValue(ctxBenchmark, policy, func(context.Context) (int, error) { return 1, nil })
		},
		"Delay": func() { sinkDelay += jitter.Delay(3) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// TestCancelledWaitsLeaveNothingBehind: no goroutine, and no timer that the heap
// still holds.
func TestCancelledWaitsLeaveNothingBehind(t *testing.T) {
	p := retry.New(retry.Config{Backoff: constant(time.Hour), AttemptTimeout: time.Hour})
	cancelled := func(n int) {
		for range n {
			ctx, cancel := context.WithCancel(context.Background())
			call := p.Failed(ctx, "", errDown)
			cancel()
			for call.Again() {
				call.Tried(errDown)
			}
			call.Stop()
		}
	}
	leavesNothing(t, "20000 cancelled waits", cancelled, 20000)
}

// TestAMillionCallsLeaveNothingBehind retries each of them once.
func TestAMillionCallsLeaveNothingBehind(t *testing.T) {
	client := &retrying{&flaky{}, benchmarkPolicy(nil)}
	leavesNothing(t, "a million calls", func(n int) {
		for range n {
			_, _ = client.Charge(ctxBenchmark, 1)
		}
	}, 1_000_000)
}

// leavesNothing reports what n runs leave on the heap and in goroutines.
func leavesNothing(t *testing.T, what string, run func(n int), n int) {
	t.Helper()
	heap := func() uint64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	run(1000)
	goroutines, before := runtime.NumGoroutine(), heap()
	run(n)
	if after := heap(); after > before+64<<10 {
		t.Errorf("%s leave %d bytes", what, after-before)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%s leave %d goroutines, %d before", what, n, goroutines)
	}
}

// TestUnlimitedPolicyEndsAtTheDeadline: it is the only end that it has.
func TestUnlimitedPolicyEndsAtTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := retry.New(retry.Config{Backoff: constant(time.Second)})
		ctx, cancel := context.WithTimeout(t.Context(), 10000*time.Second+1)
		defer cancel()
		n := 0
		err := p.Do(ctx, func(context.Context) error {
			n++
			return errDown
		})
		if n != 10001 || reasonOf(t, err) != retry.ReasonDeadline {
			t.Errorf("%d attempts, %v", n, err)
		}
	})
}
