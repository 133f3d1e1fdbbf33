package retry_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

var errWhy = errors.New("shutting down")

// TestCancelDuringAWaitWinsAtOnce cancels at a thousand moments of a call.
func TestCancelDuringAWaitWinsAtOnce(t *testing.T) {
	p := retry.New(retry.Config{MaxAttempts: 4, Backoff: retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * 10 * ms }}})
	for loop, run := range loops {
		for at := ms / 2; at < 60*ms; at += 59 * time.Microsecond {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				time.AfterFunc(at, func() { cancel(errWhy) })
				s := newScript(errDown)
				err := run(ctx, p, s.call)
				if elapsed := time.Since(s.start); elapsed != at {
					t.Errorf("%s: returned at %v, cancelled at %v", loop, elapsed, at)
				}
				for _, want := range []error{errDown, context.Canceled, errWhy} {
					if !errors.Is(err, want) {
						t.Errorf("%s: %v does not match %v", loop, err, want)
					}
				}
				if got := reasonOf(t, err); got != retry.ReasonContext {
					t.Errorf("%s: reason %v", loop, got)
				}
				if e, _ := errors.AsType[*retry.RetryError](err); e.Waited != at || e.Elapsed != at {
					t.Errorf("%s: waited %v, elapsed %v, want %v", loop, e.Waited, e.Elapsed, at)
				}
			})
		}
	}
}

func TestCancelDuringAnAttemptIsNeverRetried(t *testing.T) {
	for loop, run := range loops {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(15*ms, cancel)
			s := newScript(errDown)
			s.took = 10 * ms
			err := run(ctx, retry.New(retry.Config{}), s.call)
			if len(s.at) != 2 || time.Since(s.start) != 15*ms {
				t.Errorf("%s: %d attempts, returned at %v", loop, len(s.at), time.Since(s.start))
			}
			if !errors.Is(err, context.Canceled) || reasonOf(t, err) != retry.ReasonContext {
				t.Errorf("%s: %v", loop, err)
			}
		})
	}
}

// TestContextEndedBefore: a wrapper's first attempt is a plain call, whose error
// comes back as it is; Do makes none.
func TestContextEndedBefore(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errWhy)
	own := fmt.Errorf("get: %w", context.Canceled)
	attempts := map[string]int{"Failed": 1, "Start": 1, "Attempts": 1, "Do": 0, "DoValue": 0}
	for loop, run := range loops {
		s := newScript(own)
		err := run(ctx, retry.New(retry.Config{}), s.call)
		if len(s.at) != attempts[loop] {
			t.Errorf("%s made %d attempts, want %d", loop, len(s.at), attempts[loop])
		}
		if len(s.at) == 1 && err != own {
			t.Errorf("%s returned %v, want it unchanged", loop, err)
		}
		if len(s.at) == 0 && (!errors.Is(err, context.Canceled) || !errors.Is(err, errWhy)) {
			t.Errorf("%s returned %v", loop, err)
		}
	}
	if _, err := retry.New(retry.Config{}).Strategy().AcquireInitialRetryToken(ctx, ""); !errors.Is(err, errWhy) {
		t.Errorf("the strategy handed out a token: %v", err)
	}
}

// TestKnowsItsDeadline: a wait that would last until the deadline is not begun.
func TestKnowsItsDeadline(t *testing.T) {
	for loop, run := range loops {
		for _, wait := range []time.Duration{1, ms, time.Second, time.Hour} {
			for _, slack := range []time.Duration{-1, 0, 1} {
				synctest.Test(t, func(t *testing.T) {
					ctx, cancel := context.WithTimeout(t.Context(), wait+slack)
					defer cancel()
					s := newScript(errDown)
					err := run(ctx, retry.New(retry.Config{MaxAttempts: 2, Backoff: constant(wait)}), s.call)
					want := retry.ReasonDeadline
					if slack > 0 {
						want = retry.ReasonAttempts
					} else if wait+slack <= 0 {
						return // the context has ended before the call
					} else if elapsed := time.Since(s.start); elapsed != 0 {
						t.Errorf("%s: slept %v of %v towards a deadline in %v", loop, elapsed, wait, wait+slack)
					}
					if e, _ := errors.AsType[*retry.RetryError](err); e.Reason == retry.ReasonDeadline && e.Wait != wait {
						t.Errorf("%s: the error wants a wait of %v, the policy %v", loop, e.Wait, wait)
					}
					if got := reasonOf(t, err); got != want || !errors.Is(err, errDown) || errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("%s: wait %v, slack %v: %v", loop, wait, slack, err)
					}
				})
			}
		}
	}
}

func TestHugeWaitsAreNotBegun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		for _, config := range []retry.Config{
			{Backoff: constant(1<<63 - 1)},
			{Backoff: constant(1<<63 - 1), TotalTimeout: time.Hour},
			{Backoff: constant(1<<63 - 1), TotalTimeout: 1<<63 - 1},
		} {
			s := newScript(errDown)
			if err := started(ctx, retry.New(config), s.call); len(s.at) != 1 || time.Since(s.start) != 0 {
				t.Errorf("%+v: %v after %v", config, err, time.Since(s.start))
			}
		}
	})
}

// TestPanicsPropagateAndLeakNothing also covers runtime.Goexit: a bubble does
// not end while a goroutine is left in it, and the context has to be released.
func TestPanicsPropagateAndLeakNothing(t *testing.T) {
	leave := map[string]func(){
		"panic":  func() { panic(errWhy) },
		"goexit": runtime.Goexit,
	}
	config := retry.Config{
		MaxAttempts: 3, Backoff: constant(time.Second), AttemptTimeout: time.Minute, TotalTimeout: time.Hour,
		Breaker: retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 100}),
	}
	for loop, run := range loops {
		for way, out := range leave {
			synctest.Test(t, func(t *testing.T) {
				var last context.Context
				var recovered any
				done := make(chan struct{})
				go func() {
					defer close(done)
					defer func() { recovered = recover() }()
					n := 0
					_ = run(t.Context(), retry.New(config), func(ctx context.Context) error {
						if n++; n == 2 {
							last = ctx
							out()
						}
						return errDown
					})
				}()
				<-done
				if way == "panic" && recovered != errWhy {
					t.Errorf("%s: recovered %v", loop, recovered)
				}
				if loop != "Failed" && last.Err() == nil {
					t.Errorf("%s, %s: the context of the attempt is alive", loop, way)
				}
			})
		}
	}
}

func TestAttemptTimeoutIsRetried(t *testing.T) {
	for loop, run := range loops {
		if loop == "Failed" {
			continue // its first attempt has no timeout
		}
		synctest.Test(t, func(t *testing.T) {
			never := func(error) retry.Class { return retry.Stop }
			p := retry.New(retry.Config{MaxAttempts: 3, AttemptTimeout: 100 * ms, Backoff: constant(ms), Classify: never})
			s := newScript(nil)
			s.took = time.Second
			err := run(t.Context(), p, s.call)
			if reasonOf(t, err) != retry.ReasonAttempts || len(s.at) != 3 || time.Since(s.start) != 302*ms {
				t.Errorf("%s: %v, %d attempts, %v", loop, err, len(s.at), time.Since(s.start))
			}
			if cause := context.Cause(s.ctxs[0]); cause != retry.ErrAttemptTimeout {
				t.Errorf("%s: cause %v", loop, cause)
			}
		})
	}
}

func TestAttemptTimeoutCanBeFinal(t *testing.T) {
	for loop, run := range loops {
		if loop == "Failed" {
			continue // its first attempt has no timeout
		}
		synctest.Test(t, func(t *testing.T) {
			slow := func(err error) retry.Class {
				if retry.IsTimeout(err) {
					return retry.Final
				}
				return retry.Retry
			}
			p := retry.New(retry.Config{MaxAttempts: 3, AttemptTimeout: 100 * ms, Backoff: constant(ms), Classify: slow})
			s := newScript(nil)
			s.took = time.Second
			if err := run(t.Context(), p, s.call); !errors.Is(err, context.DeadlineExceeded) || len(s.at) != 1 || time.Since(s.start) != 100*ms {
				t.Errorf("%s: %v, %d attempts, %v", loop, err, len(s.at), time.Since(s.start))
			}
		})
	}
}

func TestAttemptTimeoutDoesNotHideARefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		err := started(t.Context(), retry.New(retry.Config{AttemptTimeout: 100 * ms, Classify: func(error) retry.Class { return retry.Stop }}), func(context.Context) error {
			n++
			time.Sleep(time.Second) // deaf to its context
			return errDown
		})
		if n != 1 || err != errDown {
			t.Errorf("%d attempts, %v", n, err)
		}
	})
}

// TestTimeoutsOfTheOperationAreClassified: the policy ended nothing.
func TestTimeoutsOfTheOperationAreClassified(t *testing.T) {
	p := retry.New(retry.Config{AttemptTimeout: time.Hour, Classify: func(error) retry.Class { return retry.Stop }})
	s := newScript(context.DeadlineExceeded)
	if err := started(t.Context(), p, s.call); len(s.at) != 1 || err != context.DeadlineExceeded {
		t.Errorf("%d attempts, %v", len(s.at), err)
	}
}

// TestCallersNearerDeadlineIsNoAttemptTimeout: the parent ends the attempt, so
// nothing is retried and no context is made.
func TestCallersNearerDeadlineIsNoAttemptTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*ms)
		defer cancel()
		s := newScript(nil)
		s.took = time.Second
		err := started(ctx, retry.New(retry.Config{AttemptTimeout: 50 * ms}), s.call)
		if err != context.DeadlineExceeded || len(s.at) != 1 || s.ctxs[0] != ctx {
			t.Errorf("%v, %d attempts", err, len(s.at))
		}
	})
}

func TestTotalTimeoutBoundsAttemptsAndWaits(t *testing.T) {
	for loop, run := range loops {
		if loop == "Failed" {
			continue // its time begins with the first failure
		}
		synctest.Test(t, func(t *testing.T) {
			s := newScript(errDown)
			s.took = 40 * ms
			p := retry.New(retry.Config{TotalTimeout: 110 * ms, Backoff: constant(10 * ms)})
			err := run(t.Context(), p, s.call)
			if reasonOf(t, err) != retry.ReasonTotalTimeout || len(s.at) != 3 || time.Since(s.start) != 110*ms {
				t.Errorf("%s, in an attempt: %v, %d attempts, %v", loop, err, len(s.at), time.Since(s.start))
			}
			if cause := context.Cause(s.ctxs[2]); cause != retry.ErrTotalTimeout {
				t.Errorf("%s: cause %v", loop, cause)
			}
			s = newScript(errDown)
			err = run(t.Context(), retry.New(retry.Config{TotalTimeout: 30 * ms, Backoff: constant(10 * ms)}), s.call)
			if reasonOf(t, err) != retry.ReasonTotalTimeout || len(s.at) != 3 || time.Since(s.start) != 20*ms {
				t.Errorf("%s, before a wait: %v, %d attempts, %v", loop, err, len(s.at), time.Since(s.start))
			}
		})
	}
}

func TestWithTotalTimeoutOnlyLowers(t *testing.T) {
	for _, test := range []struct{ config, option, want time.Duration }{
		{0, 25 * ms, 20 * ms}, {45 * ms, 25 * ms, 20 * ms}, {25 * ms, 45 * ms, 20 * ms}, {25 * ms, 0, 20 * ms}, {25 * ms, -1, 20 * ms},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := retry.New(retry.Config{TotalTimeout: test.config, Backoff: constant(10 * ms)}, retry.WithTotalTimeout(test.option))
			s := newScript(errDown)
			if err := started(t.Context(), p, s.call); time.Since(s.start) != test.want || reasonOf(t, err) != retry.ReasonTotalTimeout {
				t.Errorf("%+v: %v after %v", test, err, time.Since(s.start))
			}
		})
	}
}

func TestContextEndsWithItsAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(errDown, nil)
		if err := started(t.Context(), retry.New(retry.Config{AttemptTimeout: time.Hour}), s.call); err != nil {
			t.Fatal(err)
		}
		for i, ctx := range s.ctxs {
			if ctx.Err() == nil {
				t.Errorf("the context of attempt %d is alive", i+1)
			}
		}
	})
}

func TestASuccessEndsItsContextBeforeStop(t *testing.T) {
	p := retry.New(retry.Config{AttemptTimeout: time.Hour})
	call := p.Start(t.Context(), "")
	defer call.Stop()
	for call.Again() {
		call.Tried(nil)
	}
	if call.Context().Err() == nil {
		t.Error("the context of the attempt is alive")
	}
}

func TestTimeoutsMatchTheContextsOwn(t *testing.T) {
	for _, err := range []error{retry.ErrAttemptTimeout, retry.ErrTotalTimeout} {
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			t.Errorf("%v does not match context.DeadlineExceeded alone", err)
		}
		if timeout, ok := err.(retry.Timeouter); !ok || !timeout.Timeout() {
			t.Errorf("%v does not say that it is a timeout", err)
		}
	}
}

func TestNilContextIsTheBackground(t *testing.T) {
	var none context.Context
	n := 0
	for loop, run := range loops {
		n = 0
		err := run(none, retry.New(retry.Config{MaxAttempts: 3, Backoff: constant(1)}), func(context.Context) error {
			n++
			return errDown
		})
		if n != 3 || !errors.Is(err, errDown) {
			t.Errorf("%s: %d attempts, %v", loop, n, err)
		}
	}
}

// TestOneTimerPerCall counts what a call with many waits allocates.
func TestOneTimerPerCall(t *testing.T) {
	allocations := func(attempts int) (n float64) {
		p := retry.New(retry.Config{MaxAttempts: attempts, Backoff: constant(1), Classify: func(error) retry.Class { return retry.Retry }})
		return testing.AllocsPerRun(100, func() {
			call := p.Failed(context.Background(), "", errDown)
			for n := 2; call.Again(); n++ {
				if n == attempts {
					call.Tried(nil)
				} else {
					call.Tried(errDown)
				}
			}
		})
	}
	// Past 16 attempts no error is kept, so that a timer for each wait would
	// be all that a longer call allocates.
	if few, many := allocations(20), allocations(60); few != many {
		t.Errorf("20 attempts allocate %v times, 60 attempts %v times", few, many)
	}
}
