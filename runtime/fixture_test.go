package retry_test

import (
	"context"
	"errors"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

var errDown = errors.New("down")

// script is an operation that returns its errors one after the other, and then
// the last one again and again, and notes when it was called.
type script struct {
	errs  []error
	took  time.Duration // of every call; a call ends early with its context
	start time.Time
	at    []time.Duration // of each call, since start
	ctxs  []context.Context
}

func newScript(errs ...error) *script { return &script{errs: errs, start: time.Now()} }

func (s *script) call(ctx context.Context) error {
	s.at = append(s.at, time.Since(s.start))
	s.ctxs = append(s.ctxs, ctx)
	if s.took > 0 {
		select {
		case <-time.After(s.took):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s.errs[min(len(s.at), len(s.errs))-1]
}

// plainFirst is the shape of a generated method whose policy has no timeouts.
func plainFirst(ctx context.Context, p *retry.Policy, f func(context.Context) error) error {
	err := f(ctx)
	if err == nil {
		p.Succeeded(ctx, "Store.Get")
		return nil
	}
	call := p.Failed(ctx, "Store.Get", err)
	for call.Again() {
		err = f(call.Context())
		call.Tried(err)
	}
	return call.Err()
}

// started is the shape of a generated method whose policy has timeouts.
func started(ctx context.Context, p *retry.Policy, f func(context.Context) error) error {
	call := p.Start(ctx, "Store.Get")
	defer call.Stop()
	for call.Again() {
		call.Tried(f(call.Context()))
	}
	return call.Err()
}

func do(ctx context.Context, p *retry.Policy, f func(context.Context) error) error {
	return p.Do(ctx, f)
}

func doValue(ctx context.Context, p *retry.Policy, f func(context.Context) error) error {
	_, err := retry.DoValue(ctx, p, func(ctx context.Context) (int, error) { return 0, f(ctx) })
	return err
}

func ranged(ctx context.Context, p *retry.Policy, f func(context.Context) error) error {
	var err error
	for attempt := range p.Attempts(ctx) {
		err = attempt.Done(f(attempt.Context()))
	}
	return err
}

// tokens drives a strategy as a Smithy client does.
func tokens(ctx context.Context, p *retry.Policy, f func(context.Context) error) error {
	strategy := p.Strategy()
	token, err := strategy.AcquireInitialRetryToken(ctx, "")
	if err != nil {
		return err
	}
	for {
		failure := f(ctx)
		if failure == nil {
			strategy.RecordSuccess(token)
			return nil
		}
		if token, err = strategy.RefreshRetryTokenForRetry(token, failure); err != nil {
			return err
		}
		time.Sleep(token.RetryDelay())
	}
}

type runner func(context.Context, *retry.Policy, func(context.Context) error) error

// loops are all the ways to make a call.
var loops = map[string]runner{
	"Failed": plainFirst, "Start": started, "Do": do, "DoValue": doValue, "Attempts": ranged,
}

// constant is a backoff that always waits d.
func constant(d time.Duration) retry.Backoff {
	return retry.Backoff{Delay: func(int) time.Duration { return d }}
}

// reasonOf returns the reason of the RetryError in err, and fails without one.
func reasonOf(t *testing.T, err error) retry.Reason {
	t.Helper()
	e, ok := errors.AsType[*retry.RetryError](err)
	if !ok {
		t.Fatalf("%v (%T) is no RetryError", err, err)
	}
	return e.Reason
}
