package peers

import (
	"context"
	"math"
	"math/big"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// policies are the generated ones whose waits grow, with the longest wait of
// each; the first are those without jitter.
var policies = []struct {
	name string
	make func(...retry.Option) *retry.Policy
	cap  time.Duration
	full int // the retry from which on the longest wait is the cap
	draw bool
}{
	{"doubling", DoublingPolicy, time.Hour, 13, false}, {"steep", SteepPolicy, 24 * time.Hour, 4, false},
	{"linear", LinearPolicy, time.Hour, 60, false}, {"fibonacci", FibonacciPolicy, time.Hour, 19, false},
	{"endless", EndlessPolicy, 100 * time.Second, 8, false}, {"full", FullPolicy, time.Hour, 13, true},
	{"equal", EqualPolicy, time.Hour, 13, true}, {"wide", WidePolicy, 2 * time.Hour, 5, true},
	{"request", RequestPolicy, time.Hour, 10, true}, {"operation", OperationPolicy, time.Hour, 13, true},
	{"related", RelatedPolicy, time.Hour, 13, true}, {"tiny", TinyPolicy, time.Millisecond, 1, true},
}

// delaysWithin demands that all waits of all policies lie between none and the
// cap, for retries in steps.
func delaysWithin(first, last, step int) func(*testing.T) {
	return func(t *testing.T) {
		for _, p := range policies {
			made := p.make()
			for n := first; n <= last; n += step {
				shortest, longest := made.Bounds(n)
				if d := made.Delay(n); d < 0 || shortest < 0 || d < shortest || d > longest || longest > p.cap {
					t.Fatalf("%s, retry %d: %v, within %v and %v", p.name, n, d, shortest, longest)
				}
			}
		}
	}
}

// delaysAreFull demands that every retry of a range waits up to the cap.
func delaysAreFull(first, last int) func(*testing.T) {
	return func(t *testing.T) {
		for _, p := range policies {
			made := p.make()
			for n := first; n <= last; n++ {
				if _, longest := made.Bounds(n); longest != p.cap && n >= p.full {
					t.Fatalf("%s, retry %d: at most %v, want %v", p.name, n, longest, p.cap)
				}
			}
		}
	}
}

var delayBugs = []bug{
	{1, "overflows where it is never reset", "jpillora/backoff#11", delaysWithin(1, 10_000, 1)},
	{2, "the cap comes after the overflow", "sethvargo/go-retry#12, #13", agreesWithBigArithmetic},
	{3, "negative at attempt 34, zero at 35", "avast/retry-go#30", delaysAreFull(30, 70)},
	{4, "a saturated wait passes the cap", "App-vNext/Polly#1866", delaysAreFull(60, 68)},
	{5, "negative once 2^n is infinite", "App-vNext/Polly#2164", delaysAreFull(1020, 1100)},
	{6, "jitter is negative at 50 and above", "Polly-Contrib/Polly.Contrib.WaitAndRetry#24", drawsAtEveryRetry},
	{7, "drops to none after 65 failures", "garethgeorge/backrest#618", neverDecreases},
	{8, "the shortest wait instead of the longest at high attempts", "ethereum-optimism/optimism#7690", delaysAreFull(1_000_000, 1_000_000)},
	{9, "the least integer wins against the cap", "qdrant/go-client#153", delaysWithin(37, 37, 1)},
	{10, "jitter panics where there is no room", "hemilabs/heminetwork#664", tinyDraws},
	{11, "negative at back-off 84, and no progress", "filecoin-project/go-f3#516", onVirtualTime(aDayOfOutage)},
	{12, "no cap is expressed by a number that overflows", "reactor/reactor-addons#269", delaysWithin(math.MaxInt32-3, math.MaxInt32, 1)},
	{13, "no longest wait at all", "resilience4j/resilience4j#1044", delaysWithin(1_000_000_000, 1_000_000_100, 1)},
	{14, "thirty attempts in one second: the delay is ignored", "avast/retry-go#5", onVirtualTime(waitsAddUp)},
	{15, "counts from 0 or from 1, as it happens", "avast/retry-go#125", firstRetryIsOne},
	{16, "waits after the last attempt", "avast/retry-go#129", onVirtualTime(noWaitAfterTheLast)},
	{17, "sends on after it has given up", "cenkalti/backoff#81", onVirtualTime(nothingAfterTheEnd)},
}

func agreesWithBigArithmetic(t *testing.T) {
	p := DoublingPolicy()
	for n := 1; n <= 2000; n++ {
		want := new(big.Int).Lsh(big.NewInt(int64(time.Second)), uint(n-1))
		if want.Cmp(big.NewInt(int64(time.Hour))) > 0 {
			want.SetInt64(int64(time.Hour))
		}
		if got := p.Delay(n); int64(got) != want.Int64() {
			t.Fatalf("retry %d: %v, want %v", n, got, time.Duration(want.Int64()))
		}
	}
}

func drawsAtEveryRetry(t *testing.T) {
	for _, p := range policies {
		made := p.make()
		for n := 1; p.draw && n <= 200; n++ {
			for range 50 {
				if d := made.Delay(n); d < 0 || d > p.cap {
					t.Fatalf("%s, retry %d: %v", p.name, n, d)
				}
			}
		}
	}
}

func neverDecreases(t *testing.T) {
	for _, p := range policies {
		made, before := p.make(), time.Duration(0)
		for n := 1; n <= 3000; n++ {
			_, longest := made.Bounds(n)
			if longest < before {
				t.Fatalf("%s: %v before retry %d, %v at it", p.name, before, n, longest)
			}
			before = longest
		}
	}
}

func tinyDraws(t *testing.T) {
	p := TinyPolicy()
	for n := range 1000 {
		if d := p.Delay(n); d < 0 || d > time.Millisecond {
			t.Fatalf("retry %d: %v", n, d)
		}
	}
}

func aDayOfOutage(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
	defer cancel()
	s := &store{errs: []error{errDown}}
	_, err := NewEndless(s).Get(ctx, "x")
	// 1 + 2 + 4 + … + 64 s, and then one attempt in 100 s.
	const want = 8 + (24*3600-127)/100
	if s.calls != want || reason(err) != retry.ReasonDeadline {
		t.Errorf("%d attempts, want %d; %v", s.calls, want, err)
	}
}

func waitsAddUp(t *testing.T) {
	s, start := &store{errs: []error{errDown}, took: time.Second}, time.Now()
	_, err := NewPlain(s).Get(t.Context(), "x")
	expect(t, "four attempts of 1s and three waits of 1s", time.Since(start) == 7*time.Second && s.calls == 4 && reason(err) == retry.ReasonAttempts)
}

func firstRetryIsOne(t *testing.T) {
	for _, p := range policies {
		made := p.make()
		zero, _ := made.Bounds(0)
		if _, first := made.Bounds(1); zero != 0 || first == 0 || made.Delay(0) < 0 {
			t.Errorf("%s: retry 0 waits %v, retry 1 up to %v", p.name, zero, first)
		}
	}
	expect(t, "the first wait is the backoff factor", DoublingPolicy().Delay(1) == time.Second && LinearPolicy().Delay(1) == time.Minute)
}

func noWaitAfterTheLast(t *testing.T) {
	var last time.Time
	start := time.Now()
	_ = BriefPolicy().Do(t.Context(), func(context.Context) error { last = time.Now(); return errDown })
	expect(t, "the call ends with its last attempt", time.Since(last) == 0 && last.Sub(start) == 3*time.Second)
}

func nothingAfterTheEnd(t *testing.T) {
	s := &store{errs: []error{errDown}}
	_, _ = NewPlain(s).Get(t.Context(), "x")
	time.Sleep(time.Hour)
	expect(t, "four attempts and no more", s.calls == 4)
}
