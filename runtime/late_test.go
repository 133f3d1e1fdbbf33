package retry_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// late makes a call whose result needs its context later, and returns that.
func late(t testing.TB, ctx context.Context, p *retry.Policy, attempt func(context.Context) error) (context.Context, error) {
	t.Helper()
	c := p.Start(ctx, "Store.Query")
	defer c.Stop()
	c.KeepContext()
	var last context.Context
	for c.Again() {
		last = c.Context()
		c.Tried(attempt(last))
	}
	return last, c.Err()
}

func succeed(context.Context) error { return nil }

func timed() *retry.Policy {
	return retry.New(retry.Config{MaxAttempts: 3, AttemptTimeout: time.Hour, TotalTimeout: 2 * time.Hour})
}

// lateCalls is how many calls the tests of leaks make.
const lateCalls = 10_000

// kept returns the bytes and goroutines that many calls leave behind.
func kept(call func()) (bytes int64, goroutines int) {
	before, running := heap(), runtime.NumGoroutine()
	for range lateCalls {
		call()
	}
	return heap() - before, runtime.NumGoroutine() - running
}

func heap() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestLateContextsDoNotLeak: where the caller's context never ends, nothing
// refers to the context of a result but the result.
func TestLateContextsDoNotLeak(t *testing.T) {
	p := timed()
	bytes, goroutines := kept(func() {
		if _, err := late(t, context.Background(), p, succeed); err != nil {
			t.Fatal(err)
		}
	})
	if bytes > lateCalls || goroutines != 0 {
		t.Errorf("%d calls leave %d bytes and %d goroutines", lateCalls, bytes, goroutines)
	}
}

// TestLateContextsKeepWhatWithCancelKeeps: where the caller's context can end, it
// refers to the contexts that are derived from it until then.
func TestLateContextsKeepWhatWithCancelKeeps(t *testing.T) {
	plain, endPlain := context.WithCancel(context.Background())
	defer endPlain()
	want, _ := kept(func() { _, cancel := context.WithCancel(plain); _ = cancel })
	ctx, end := context.WithCancel(context.Background())
	p := timed()
	got, goroutines := kept(func() { _, _ = late(t, ctx, p, succeed) })
	if got > want+want/20 || goroutines != 0 {
		t.Errorf("%d calls keep %d bytes and %d goroutines, context.WithCancel %d bytes", lateCalls, got, goroutines, want)
	}
	before := heap()
	end()
	if freed := before - heap(); freed < got*3/4 {
		t.Errorf("the end of the caller's context frees %d of %d bytes", freed, got)
	}
	runtime.KeepAlive(plain)
}

func TestKeepContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(3*time.Hour))
		defer cancel()
		kept, err := late(t, ctx, timed(), succeed)
		if err != nil || kept.Err() != nil {
			t.Fatal(err, kept.Err())
		}
		time.Sleep(150 * time.Minute)
		if err := kept.Err(); err != nil {
			t.Errorf("the context has ended before the caller's: %v", err)
		}
		time.Sleep(time.Hour)
		if err := kept.Err(); err != context.DeadlineExceeded {
			t.Errorf("the context has not ended with the caller's: %v", err)
		}
	})
}

// TestKeepContextAfterFailures: attempts that fail release their contexts at once.
func TestKeepContextAfterFailures(t *testing.T) {
	var contexts []context.Context
	fail := errors.New("failed")
	last, err := late(t, context.Background(), timed(), func(ctx context.Context) error {
		contexts = append(contexts, ctx)
		return fail
	})
	if !errors.Is(err, fail) || len(contexts) != 3 || last.Err() == nil {
		t.Fatal(err, len(contexts), last.Err())
	}
	for i, ctx := range contexts {
		if ctx.Err() != context.Canceled {
			t.Errorf("context %d: %v", i+1, ctx.Err())
		}
	}
}

// TestLateTimeouts: what was called sees a canceled context, and the caller a
// timeout, also if the result arrives with the end of its context.
func TestLateTimeouts(t *testing.T) {
	errText := errors.New("rpc error: code = Canceled desc = it is over")
	errUpper := errors.New("cancan: [CANCELLED]")
	for name, attempt := range map[string]func(context.Context) error{
		"error of the context": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		"text":                 func(ctx context.Context) error { <-ctx.Done(); return errText },
		"upper case":           func(ctx context.Context) error { <-ctx.Done(); return errUpper },
		"too late":             func(ctx context.Context) error { <-ctx.Done(); return nil },
	} {
		synctest.Test(t, func(t *testing.T) {
			classify := func(err error) retry.Class {
				if errors.Is(err, context.Canceled) {
					return retry.Final
				}
				return retry.Stop
			}
			p := retry.New(retry.Config{MaxAttempts: 3, AttemptTimeout: time.Second, Classify: classify})
			start := time.Now()
			_, err := late(t, context.Background(), p, attempt)
			failure, ok := errors.AsType[*retry.RetryError](err)
			if !ok || failure.Attempts != 3 || time.Since(start) != 3*time.Second {
				t.Fatalf("%s: %v after %v", name, err, time.Since(start))
			}
			if !errors.Is(err, retry.ErrAttemptTimeout) || !retry.IsTimeout(err) || errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// TestLateOtherErrors: an error that came too late and names no end of a context
// is itself.
func TestLateOtherErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := errors.New("refused: no canc")
		p := retry.New(retry.Config{MaxAttempts: 1, AttemptTimeout: time.Second})
		_, err := late(t, context.Background(), p, func(ctx context.Context) error { <-ctx.Done(); return refused })
		if err != refused {
			t.Error(err)
		}
	})
}

// TestKeepContextPanics: an attempt that panics leaves no timer.
func TestKeepContextPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ctx context.Context
		func() {
			defer func() { _ = recover() }()
			_, _ = late(t, context.Background(), timed(), func(c context.Context) error { ctx = c; panic("oh") })
		}()
		if ctx.Err() != context.Canceled {
			t.Error("the context lives on")
		}
	})
}
