package retry_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// gateway is what the benchmarks call through, as users of a client do.
type gateway interface {
	Charge(ctx context.Context, amount int) (int, error)
}

type steady struct{}

//go:noinline
func (*steady) Charge(_ context.Context, amount int) (int, error) { return amount, nil }

// flaky fails every other time.
type flaky struct{ calls int }

//go:noinline
func (f *flaky) Charge(_ context.Context, amount int) (int, error) {
	f.calls++
	if f.calls&1 == 1 {
		return 0, errDown
	}
	return amount, nil
}

// retrying has the shape of a generated client.
type retrying struct {
	next   gateway
	charge *retry.Policy
}

func (g *retrying) Charge(ctx context.Context, amount int) (int, error) {
	paid, err := g.next.Charge(ctx, amount)
	if err == nil {
		return paid, nil
	}
	call := g.charge.Failed(ctx, "Gateway.Charge", err)
	for call.Again() {
		paid, err = g.next.Charge(call.Context(), amount)
		call.Tried(err)
	}
	return paid, call.Err()
}

// crediting is retrying whose policy has a quota.
type crediting struct{ retrying }

func (g *crediting) Charge(ctx context.Context, amount int) (int, error) {
	paid, err := g.next.Charge(ctx, amount)
	if err == nil {
		g.charge.Succeeded(ctx, "Gateway.Charge")
		return paid, nil
	}
	call := g.charge.Failed(ctx, "Gateway.Charge", err)
	for call.Again() {
		paid, err = g.next.Charge(call.Context(), amount)
		call.Tried(err)
	}
	return paid, call.Err()
}

// The variables keep the compiler from seeing through the interfaces.
var (
	directSteady gateway = &steady{}
	directFlaky  gateway = &flaky{}
	ctxBenchmark         = context.Background()
	sink         int
	sinkDelay    time.Duration
	sinkRandom   uint64
)

func benchmarkPolicy(quota *retry.Quota) *retry.Policy {
	return retry.New(retry.Config{Name: "charge", MaxAttempts: 3, Quota: quota, Classify: func(err error) retry.Class {
		if err == context.Canceled {
			return retry.Stop
		}
		return retry.Retry
	}})
}

func charge(g gateway) func(int) {
	return func(n int) {
		for range n {
			paid, _ := g.Charge(ctxBenchmark, 1)
			sink += paid
		}
	}
}

// compare runs two loops in turn, again and again, and reports the time of an
// iteration of each and their ratio, taken from the quietest turns of both.
func compare(b *testing.B, base, subject func(n int)) (ratio float64) {
	b.Helper()
	const turn = 20000
	base(turn)
	subject(turn)
	b.ReportAllocs()
	quietBase, quietSubject := time.Duration(1<<63-1), time.Duration(1<<63-1)
	for b.Loop() {
		start := time.Now()
		base(turn)
		middle := time.Now()
		subject(turn)
		quietBase = min(quietBase, middle.Sub(start))
		quietSubject = min(quietSubject, time.Since(middle))
	}
	ratio = float64(quietSubject) / float64(quietBase)
	b.ReportMetric(float64(quietBase)/turn, "base-ns")
	b.ReportMetric(float64(quietSubject)/turn, "subject-ns")
	b.ReportMetric(ratio, "ratio")
	return ratio
}

func BenchmarkSuccessAtOnce(b *testing.B) {
	compare(b, charge(directSteady), charge(&retrying{directSteady, benchmarkPolicy(nil)}))
}

func BenchmarkSuccessAtOnceWithQuota(b *testing.B) {
	compare(b, charge(&retrying{directSteady, benchmarkPolicy(nil)}),
		charge(&crediting{retrying{directSteady, benchmarkPolicy(retry.NewQuota(retry.QuotaConfig{}))}}))
}

// deaf is an observer that does nothing.
type deaf struct{}

// Observe forgets what it is told.
func (deaf) Observe(context.Context, retry.Event) {}

// ObserveSuccess forgets it as well.
func (deaf) ObserveSuccess(_ context.Context, policy, operation string, attempts int) {}

func BenchmarkSuccessAtOnceWithQuotaAndObserver(b *testing.B) {
	p := benchmarkPolicy(retry.NewQuota(retry.QuotaConfig{})).With(retry.WithObserver(deaf{}))
	compare(b, charge(directSteady), charge(&crediting{retrying{directSteady, p}}))
}

// BenchmarkOneRetry compares a call that fails once and then succeeds, without
// a wait, with two direct calls.
func BenchmarkOneRetry(b *testing.B) {
	direct := charge(directFlaky)
	compare(b, func(n int) { direct(2 * n) }, charge(&retrying{&flaky{}, benchmarkPolicy(nil)}))
}

func BenchmarkDo(b *testing.B) {
	p := benchmarkPolicy(nil)
	compare(b, charge(directSteady), func(n int) {
		for range n {
			_ = p.Do(ctxBenchmark, func(ctx context.Context) error {
				paid, err := directSteady.Charge(ctx, 1)
				sink += paid
				return err
			})
		}
	})
}

var table = [...]time.Duration{1: 100, 200, 400, 800, 1600}

func BenchmarkDelayWithoutJitter(b *testing.B) {
	p := retry.New(retry.Config{Backoff: retry.Backoff{Delay: func(n int) time.Duration {
		if n < len(table) {
			return table[n]
		}
		return 3200
	}}})
	compare(b, randoms, func(n int) {
		for i := range n {
			sinkDelay += p.Delay(i&3 + 1)
		}
	})
}

func BenchmarkDelayWithJitter(b *testing.B) {
	p := retry.New(retry.Config{Backoff: backoffs["jitter"]})
	compare(b, randoms, func(n int) {
		for i := range n {
			sinkDelay += p.Delay(i&3 + 1)
		}
	})
}

func randoms(n int) {
	for range n {
		sinkRandom += rand.Uint64()
	}
}
