package retrytest

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// Call is what a method of a client promises.
type Call struct {
	Method string
	// Policy is the name of the policy that the method follows; empty if it passes
	// through. Make returns that policy.
	Policy string
	Make   Maker
	// Operation is how errors and observers name the calls.
	Operation string
	// Timeout is the time that the first attempt may take; 0 is no bound.
	Timeout time.Duration
	Keyed   bool // the attempts show an idempotency key
	Unsafe  bool // the method is retried only if nothing was carried out
	// Err is an error that the policy retries.
	Err error
	// Do calls the method of a client with options, whose attempts are those of the
	// stub.
	Do func(stub *Stub, opts ...retry.Option)
}

// Stub is what a client under test calls. It fails all attempts.
type Stub struct {
	err      error
	attempts int
	timeout  time.Duration
	key      string
	events   []retry.Event
}

// Attempt records an attempt, and returns its error.
func (s *Stub) Attempt(ctx context.Context) error {
	if s.attempts++; s.attempts == 1 {
		s.key = retry.IdempotencyKey(ctx)
		if deadline, ok := ctx.Deadline(); ok {
			s.timeout = time.Until(deadline)
		}
	}
	return s.err
}

// Observe implements [retry.Observer].
func (s *Stub) Observe(_ context.Context, e retry.Event) { s.events = append(s.events, e) }

// TestCalls checks what the methods of a client promise, each as a test with its name.
func TestCalls(t *testing.T, calls ...Call) {
	t.Helper()
	for _, c := range calls {
		t.Run(c.Method, func(t *testing.T) {
			synctest.Test(t, c.check)
		})
	}
}

// check calls the method and compares what was seen.
func (c Call) check(t *testing.T) {
	stub := &Stub{err: c.Err}
	c.Do(stub, retry.WithObserver(stub), retry.WithQuota(nil), retry.WithBreaker(nil), retry.WithMaxAttempts(2))
	if want := c.attempts(); stub.attempts != want {
		t.Errorf("the method makes %d attempts, want %d", stub.attempts, want)
	}
	if stub.timeout != c.Timeout {
		t.Errorf("the first attempt may take %v, want %v", stub.timeout, c.Timeout)
	}
	if keyed := stub.key != ""; keyed != c.Keyed {
		t.Errorf("the attempts show an idempotency key: %v, want %v", keyed, c.Keyed)
	}
	if c.Policy == "" && len(stub.events) > 0 {
		t.Errorf("the method follows policy %s, want none", stub.events[0].Policy)
	}
	if c.Policy != "" && len(stub.events) == 0 {
		t.Errorf("the method follows no policy, want %s", c.Policy)
	}
	for _, e := range stub.events {
		if c.Policy != "" && (e.Policy != c.Policy || e.Operation != c.Operation) {
			t.Errorf("operation %s follows policy %s, want %s and %s", e.Operation, e.Policy, c.Operation, c.Policy)
			return
		}
	}
}

// attempts returns how many attempts the method makes if it may make two.
func (c Call) attempts() int {
	if c.Policy == "" {
		return 1
	}
	opts := []retry.Option{retry.WithMaxAttempts(2)}
	if c.Unsafe {
		opts = append(opts, retry.NotIdempotent())
	}
	if c.Make(opts...).Decide(1, c.Err).Reason == 0 {
		return 2
	}
	return 1
}
