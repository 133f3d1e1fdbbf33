package retry_test

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	retry "github.com/retrygen/retrygen/runtime"
)

// full is full jitter over [0, n seconds].
func full(n int, random uint64) time.Duration {
	high, _ := bits.Mul64(uint64(n)*1e9+1, random)
	return time.Duration(high)
}

// wander is decorrelated jitter over [1s, 1s + 3 × previous], at most 20s.
func wander(previous time.Duration, random uint64) time.Duration {
	high, _ := bits.Mul64(uint64(3*previous)+1, random)
	return min(time.Second+time.Duration(high), 20*time.Second)
}

var backoffs = map[string]retry.Backoff{
	"none":         {},
	"delay":        {Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }},
	"jitter":       {Jitter: full},
	"decorrelated": {Decorrelated: wander},
}

func TestBounds(t *testing.T) {
	want := map[string][][2]time.Duration{
		"none":         {{0, 0}, {0, 0}, {0, 0}},
		"delay":        {{1e9, 1e9}, {2e9, 2e9}, {3e9, 3e9}},
		"jitter":       {{0, 1e9}, {0, 2e9}, {0, 3e9}},
		"decorrelated": {{1e9, 1e9}, {1e9, 4e9}, {1e9, 13e9}, {1e9, 20e9}},
	}
	for name, rows := range want {
		p := retry.New(retry.Config{Backoff: backoffs[name]})
		for i, bounds := range rows {
			shortest, longest := p.Bounds(i + 1)
			if diff := cmp.Diff(bounds, [2]time.Duration{shortest, longest}); diff != "" {
				t.Errorf("%s, retry %d (-want +got):\n%s", name, i+1, diff)
			}
		}
		for _, n := range []int{0, -1, math.MinInt} {
			if shortest, longest := p.Bounds(n); shortest != 0 || longest != 0 {
				t.Errorf("%s, retry %d: %v, %v", name, n, shortest, longest)
			}
		}
	}
}

// TestDelayKeepsWithinBounds draws often, at every kind of retry number.
func TestDelayKeepsWithinBounds(t *testing.T) {
	for name, backoff := range backoffs {
		p := retry.New(retry.Config{Backoff: backoff}, retry.WithRand(rand.NewPCG(1, 2)))
		for _, n := range []int{1, 2, 3, 10, 1000, 1e9} {
			shortest, longest := p.Bounds(n)
			for range 50 {
				if d := p.Delay(n); d < shortest || d > longest {
					t.Fatalf("%s, retry %d: %v is outside [%v, %v]", name, n, d, shortest, longest)
				}
			}
		}
	}
}

func TestWithRandRepeatsItself(t *testing.T) {
	draw := func() (draws []time.Duration) {
		p := retry.New(retry.Config{Backoff: backoffs["jitter"]}, retry.WithRand(rand.NewPCG(7, 7)))
		for range 20 {
			draws = append(draws, p.Delay(1000))
		}
		return draws
	}
	first := draw()
	if diff := cmp.Diff(first, draw()); diff != "" {
		t.Errorf("the same seed drew other waits:\n%s", diff)
	}
	p := retry.New(retry.Config{Backoff: backoffs["jitter"]}, retry.WithRand(rand.NewPCG(7, 7)), retry.WithRand(nil))
	if p.Delay(1000) == first[0] && p.Delay(1000) == first[1] {
		t.Error("a nil source did not take the seeded one away")
	}
}

func TestAPolicyIsSharedSafely(t *testing.T) {
	p := retry.New(retry.Config{
		MaxAttempts: 3, Backoff: backoffs["jitter"], Quota: retry.NewQuota(retry.QuotaConfig{}),
		Breaker: retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 2, RecoveryTimeout: time.Microsecond}),
	}, retry.WithRand(rand.NewPCG(1, 1)), retry.WithObserver(retry.ObserverFunc(func(context.Context, retry.Event) {})))
	quick := retry.New(retry.Config{MaxAttempts: 3, Quota: retry.NewQuota(retry.QuotaConfig{})})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 200 {
				p.Delay(i + 1)
				_ = p.With(retry.WithMaxAttempts(2)).MaxAttempts()
				ctx, cancel := context.WithTimeout(context.Background(), time.Microsecond)
				_ = p.Do(ctx, func(context.Context) error { return errDown })
				cancel()
				_ = plainFirst(context.Background(), quick, func(context.Context) error { return errDown })
			}
		})
	}
	wg.Wait()
}

func TestOptions(t *testing.T) {
	base := retry.New(retry.Config{Name: "base", MaxAttempts: 4})
	tests := map[string]struct {
		policy *retry.Policy
		want   int
	}{
		"lower":                  {base.With(retry.WithMaxAttempts(2)), 2},
		"never higher":           {base.With(retry.WithMaxAttempts(9)), 4},
		"at least one":           {base.With(retry.WithMaxAttempts(-3)), 1},
		"bounds an endless one":  {retry.New(retry.Config{}, retry.WithMaxAttempts(9)), 9},
		"the base stays":         {base, 4},
		"nothing makes it a set": {base.With(retry.WithMaxAttempts(2), retry.WithMaxAttempts(3)), 2},
	}
	for name, test := range tests {
		if got := test.policy.MaxAttempts(); got != test.want {
			t.Errorf("%s: %d attempts, want %d", name, got, test.want)
		}
	}
	if base.With().Name() != "base" {
		t.Error("a copy lost its name")
	}
}
