package peers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

var contextBugs = []bug{
	{21, "the last error gives way to the end of the context", "avast/retry-go#74", onVirtualTime(bothErrorsAreFound)},
	{22, "a goroutine blocks after the cancellation", "lestrrat-go/backoff#30, #31, #34", onVirtualTime(noGoroutineIsLeft)},
	{23, "a ticker leaks in every retry", "sethgrid/pester#18", cancelledWaitsCostNothing},
	{24, "a timer is kept until it fires", "grafana/dskit#355", cancelledWaitsCostNothing},
	{25, "an interrupt is swallowed", "resilience4j/resilience4j#1856, #2368", onVirtualTime(cancellationAtAnyMoment)},
	{26, "the context of the attempt ends before the body is read", "failsafe-go/failsafe-go#134, #123, #65", onVirtualTime(bodyOutlivesTheAttempt)},
	{27, "a race in what tells the elapsed time", "cenkalti/backoff#50", gettersDuringARetry},
}

func bothErrorsAreFound(t *testing.T) {
	cause := errors.New("the user went away")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(1500*time.Millisecond, func() { cancel(cause) })
	_, err := NewPlain(&store{errs: []error{errDown}}).Get(ctx, "x")
	expect(t, "the error matches the last one, the context's and the cause",
		errors.Is(err, errDown) && errors.Is(err, context.Canceled) && errors.Is(err, cause) && reason(err) == retry.ReasonContext)
}

// noGoroutineIsLeft relies on synctest, which fails if one is.
func noGoroutineIsLeft(t *testing.T) {
	for _, client := range []Store{NewPlain(&store{errs: []error{errDown}}), NewTimed(&store{errs: []error{errDown}})} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		if _, err := client.Get(ctx, "x"); err == nil {
			t.Error("a cancelled call succeeds")
		}
	}
	synctest.Wait()
}

func cancelledWaitsCostNothing(t *testing.T) {
	client := NewTimed(&store{errs: []error{errDown}})
	before := heap()
	for range 20_000 {
		ctx, cancel := context.WithCancel(t.Context())
		call := BriefPolicy().Failed(ctx, "", errDown)
		cancel()
		if call.Again() {
			t.Fatal("a cancelled call goes on")
		}
	}
	if grown := int64(heap()) - int64(before); grown > 64<<10 {
		t.Errorf("20 000 cancelled waits keep %d bytes", grown)
	}
	runtime.KeepAlive(client)
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func cancellationAtAnyMoment(t *testing.T) {
	for after := time.Duration(0); after < 7*time.Second; after += 7 * time.Millisecond {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		timer := time.AfterFunc(after, cancel)
		start := time.Now()
		_, err := NewTimed(&store{errs: []error{errDown}, took: 900 * time.Millisecond}).Get(ctx, "x")
		took := time.Since(start)
		cancelled := after < 4700*time.Millisecond // three attempts of 0.9s, two waits of 1s
		if !timer.Stop() && cancelled && (took > after || !errors.Is(err, context.Canceled)) || took > 4700*time.Millisecond {
			t.Fatalf("cancelled after %v: %v after %v", after, err, took)
		}
		cancel()
	}
}

// slow is a body that comes a byte a second.
type slow struct {
	ctx  context.Context
	left int
}

func (s *slow) Close() error { return nil }
func (s *slow) Read(p []byte) (int, error) {
	if time.Sleep(time.Second); s.ctx.Err() != nil {
		return 0, s.ctx.Err()
	}
	if s.left--; s.left < 0 {
		return 0, io.EOF
	}
	p[0] = 'x'
	return 1, nil
}

func bodyOutlivesTheAttempt(t *testing.T) {
	next := roundTrip(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: &slow{req.Context(), 100}, Request: req}, nil
	})
	res, _ := send(t, t.Context(), next, retry.WithAttemptTimeout(2*time.Second))
	body, err := io.ReadAll(res.Body)
	expect(t, "the body is whole", string(body) == strings.Repeat("x", 100) && err == nil && res.Body.Close() == nil)
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// gettersDuringARetry is for the race detector.
func gettersDuringARetry(t *testing.T) {
	p := GuardedPolicy()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			defer cancel()
			err := p.Do(ctx, func(context.Context) error { return errDown })
			if _, longest := p.Bounds(1); reason(err) == 0 || p.Name() != "guarded" || p.MaxAttempts() != 3 || p.Delay(1) > longest {
				t.Errorf("%v", err)
			}
		})
	}
	group.Wait()
}
