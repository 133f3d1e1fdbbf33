package retrytest_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

var errDeclined = errors.New("declined")

// recorder is a testing.TB that records what fails.
type recorder struct {
	testing.TB
	mu       sync.Mutex
	problems []string
	cleanups []func()
}

func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// end ends the test of the recorder.
func (r *recorder) end() {
	for _, f := range r.cleanups {
		f()
	}
}

// chargePolicy retries at most twice, after 1s and 2s or as the server asks.
func chargePolicy(opts ...retry.Option) *retry.Policy {
	return retry.New(retry.Config{
		Name: "charge", MaxAttempts: 3,
		Backoff: retry.Backoff{Jitter: func(n int, _ uint64) time.Duration { return time.Duration(n) * time.Second }},
		Classify: func(err error) retry.Class {
			if errors.Is(err, errDeclined) {
				return retry.Final
			}
			return retry.Retry
		},
	}, opts...)
}

// gateway is a fake as generated code writes it, of a type with one method.
type gateway struct {
	real   func(ctx context.Context, amount int) (string, error)
	charge *retrytest.Method[func(receipt string)]
}

func newGateway(t testing.TB, real func(context.Context, int) (string, error)) *gateway {
	fake := retrytest.New(t, "Gateway", real != nil)
	return &gateway{real: real, charge: retrytest.NewMethod[func(receipt string)](fake, retrytest.Config{Name: "Charge", Policy: chargePolicy()})}
}

func (g *gateway) Charge(ctx context.Context, amount int) (receipt string, err error) {
	attempt := g.charge.Begin(ctx)
	if attempt.Calls() {
		receipt, err = g.real(ctx, amount)
	}
	attempt.End(&receipt, &err)
	return receipt, err
}

// charge calls Charge under the policy.
func charge(g *gateway, p *retry.Policy) (receipt string, err error) {
	ctx := retry.EnsureIdempotencyKey(context.Background())
	return retry.DoValue(ctx, p, func(ctx context.Context) (string, error) { return g.Charge(ctx, 5) })
}

func accept(context.Context, int) (string, error) { return "accepted", nil }

func TestScript(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		g := newGateway(t, func(context.Context, int) (string, error) { calls++; return "real", nil })
		g.charge.Fail(1, retrytest.Throttled(3*time.Second, 0)).Then("scripted")
		g.charge.Lost(1)
		start := time.Now()
		if receipt, err := charge(g, chargePolicy()); receipt != "scripted" || err != nil {
			t.Errorf("Charge = %q, %v", receipt, err)
		}
		if elapsed := time.Since(start); elapsed != 3*time.Second {
			t.Errorf("the wait was %v", elapsed)
		}
		if receipt, err := charge(g, chargePolicy()); receipt != "real" || err != nil || calls != 2 {
			t.Errorf("Charge = %q, %v after %d calls", receipt, err, calls)
		}
		g.charge.Want(4)
		g.charge.WantWaits(retrytest.WithinPolicy)
		g.charge.WantOneKey()
	})
}

func TestHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGateway(t, accept)
		g.charge.Hang(1)
		if receipt, err := charge(g, chargePolicy(retry.WithAttemptTimeout(time.Minute))); receipt != "accepted" || err != nil {
			t.Errorf("Charge = %q, %v", receipt, err)
		}
		g.charge.Want(2)
		g.charge.WantWaits(retrytest.WithinPolicy)
	})
}

func TestConcurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGateway(t, accept)
		g.charge.Fail(20, retrytest.Network())
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { charge(g, chargePolicy()) })
		}
		all.Wait()
		g.charge.Want(40)
		g.charge.WantWaits(retrytest.WithinPolicy)
	})
}

// TestProblems has a problem, and the message about it, in every case.
func TestProblems(t *testing.T) {
	policy := chargePolicy()
	cases := map[string]struct {
		run  func(g *gateway)
		want string
	}{
		"left over": {func(g *gateway) { g.charge.Fail(2, errDeclined); charge(g, policy) },
			"retrytest_test.go:LINE: Gateway.Charge: 1 more attempts were expected"},
		"left over results": {func(g *gateway) { g.charge.Then("unused") }, "retrytest_test.go:LINE: Gateway.Charge: 1 more attempts"},
		"attempts":          {func(g *gateway) { charge(g, policy); g.charge.Want(2) }, "Gateway.Charge saw 1 attempts, want 2"},
		"no error":          {func(g *gateway) { g.charge.Fail(1, nil) }, "the error is nil"},
		"no attempts":       {func(g *gateway) { g.charge.Fail(0, errDeclined) }, "0 is not a number of attempts"},
		"unknown text":      {func(g *gateway) { g.charge.Fail(1, retrytest.Text("bsy", "^busy")); charge(g, policy) }, `no policy names the text "bsy": the policies name ^busy`},
		"waits": {func(g *gateway) {
			g.charge.Fail(1, retrytest.Network())
			charge(g, chargePolicy(retry.WithBackoff(retry.Backoff{Delay: func(int) time.Duration { return 5 * time.Second }})))
			g.charge.WantWaits(retrytest.WithinPolicy)
		}, "Gateway.Charge waited 5s before retry 1, and policy charge waits 1s"},
		"no waits": {func(g *gateway) { charge(g, policy); g.charge.WantWaits(retrytest.WithinPolicy) }, "was not retried"},
		"no key":   {func(g *gateway) { g.Charge(context.Background(), 1); g.charge.WantOneKey() }, "attempt 1 showed no idempotency key"},
		"two keys": {func(g *gateway) {
			g.charge.Fail(1, retrytest.Network())
			for range 2 {
				g.Charge(retry.EnsureIdempotencyKey(context.Background()), 1)
			}
			g.charge.WantOneKey()
		}, "a retry showed the idempotency key"},
		"hang for ever": {func(g *gateway) { g.charge.Hang(1); charge(g, policy) }, "retrytest_test.go:LINE: Hang: the context of Charge never ends"},
		"not called":    {func(g *gateway) { g.charge.WantOneKey() }, "was not called"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := &recorder{}
				c.run(newGateway(r, accept))
				r.end()
				before, after, _ := strings.Cut(c.want, "LINE")
				if len(r.problems) != 1 || !strings.Contains(r.problems[0], before) || !strings.Contains(r.problems[0], after) {
					t.Errorf("problems: %q, want one with %q", r.problems, c.want)
				}
			})
		})
	}
}

func TestUnscripted(t *testing.T) {
	r := &recorder{}
	g := newGateway(r, nil)
	_, err := charge(g, chargePolicy())
	if len(r.problems) != 1 || err == nil || !strings.Contains(err.Error(), "no step in the script") {
		t.Errorf("Charge = %v, problems: %q", err, r.problems)
	}
	g.charge.Want(1) // the error stops the call
	g.charge.Lost(1)
	r.end()
	if len(r.problems) != 2 || !strings.Contains(r.problems[1], "no real Gateway") {
		t.Errorf("problems: %q", r.problems)
	}
}

func TestLost(t *testing.T) {
	unsafe := chargePolicy(retry.NotIdempotent())
	r := &recorder{}
	fake := retrytest.New(r, "Gateway", true)
	m := retrytest.NewMethod[func()](fake, retrytest.Config{Name: "Close", Policy: unsafe})
	m.Lost(1)
	if len(r.problems) != 1 || !strings.Contains(r.problems[0], "write LostAs(n, err)") {
		t.Errorf("problems: %q", r.problems)
	}
	closed := &closer{}
	m.LostAs(1, retrytest.Throttled(0, 0))
	attempt, result, err := m.Begin(context.Background()), (*closer)(nil), error(nil)
	if attempt.Calls() {
		result = closed
	}
	attempt.End(&result, &err)
	if result != nil || err == nil || !closed.isClosed {
		t.Errorf("result %v, error %v, closed %v", result, err, closed.isClosed)
	}
}

type closer struct{ isClosed bool }

func (c *closer) Close() error { c.isClosed = true; return nil }

// store runs transactions.
type store struct {
	real   func(ctx context.Context, f func() error) error
	update *retrytest.FuncMethod[func()]
}

func (s *store) Update(ctx context.Context, f func() error) (err error) {
	attempt := s.update.Begin(ctx)
	attempt.Functions(&f)
	if attempt.Calls() {
		err = s.real(ctx, f)
	}
	attempt.End(&err)
	return err
}

func TestRehearse(t *testing.T) {
	fake := retrytest.New(t, "Store", true)
	s := &store{real: func(_ context.Context, f func() error) error { return f() },
		update: retrytest.NewFuncMethod[func()](fake, retrytest.Config{Name: "Update", Policy: chargePolicy()})}
	s.update.Rehearse()
	sum := 0
	synctest.Test(t, func(t *testing.T) {
		err := chargePolicy().Do(t.Context(), func(ctx context.Context) error {
			return s.Update(ctx, func() error { sum++; return nil })
		})
		if err != nil || sum != 2 {
			t.Errorf("Update = %v, %d runs", err, sum)
		}
	})
	s.update.Want(2)
}

func TestRehearseWithoutFunction(t *testing.T) {
	r := &recorder{}
	fake := retrytest.New(r, "Store", true)
	s := &store{real: func(context.Context, func() error) error { return nil },
		update: retrytest.NewFuncMethod[func()](fake, retrytest.Config{Name: "Update", Policy: chargePolicy()})}
	s.update.Rehearse()
	s.Update(context.Background(), func() error { return nil })
	if len(r.problems) != 1 || !strings.Contains(r.problems[0], "Update ran none of its functions") {
		t.Errorf("problems: %q", r.problems)
	}
}

func TestResults(t *testing.T) {
	fake := retrytest.New(t, "Rows", true)
	list := retrytest.NewMethod[func(iter.Seq2[int, error])](fake, retrytest.Config{Name: "List", Policy: chargePolicy()})
	list.Fail(1, errDeclined)
	rows := func() (all iter.Seq2[int, error]) {
		attempt := list.Begin(context.Background())
		if attempt.Calls() {
			all = func(yield func(int, error) bool) { _ = yield(1, nil) && yield(2, nil) }
		}
		attempt.End(&all)
		return all
	}
	for _, err := range rows() {
		if err != errDeclined {
			t.Errorf("the first element has error %v", err)
		}
	}
	var got []int
	for n := range rows() {
		got = append(got, n)
	}
	if !slices.Equal(got, []int{1, 2}) {
		t.Errorf("elements: %v", got)
	}
	list.Want(2)

	get := retrytest.NewMethod[func(*command)](fake, retrytest.Config{Name: "Get", ErrorMethod: "Err"})
	get.Fail(1, errDeclined)
	var c *command
	get.Begin(context.Background()).End(&c)
	if c.Err() != errDeclined {
		t.Errorf("Err() = %v", c.Err())
	}
}

// command is a result with an error.
type command struct{ Problem error }

func (c *command) Err() error { return c.Problem }

func TestErrors(t *testing.T) {
	response := retrytest.WithField[*httpError]("Response.Status", 503)
	if e, ok := errors.AsType[*httpError](response); !ok || e.Response.Status != 503 {
		t.Errorf("WithField = %#v", response)
	}
	if !retry.IsNetwork(retrytest.Network()) || retry.IsNetwork(retrytest.Timeout()) || !retry.IsTimeout(retrytest.Timeout()) {
		t.Error("the classes of Network and Timeout differ from those of the runtime")
	}
	throttled := retrytest.Throttled(time.Second, 429)
	if !retry.IsThrottling(throttled) || retry.Status(throttled) != 429 {
		t.Error("Throttled is not throttling")
	}
	if !retry.IsRetrySafe(retrytest.RetrySafe()) || !retry.IsNonRetryable(retrytest.NonRetryable()) {
		t.Error("RetrySafe and NonRetryable do not say so")
	}
}

type httpError struct {
	Response *struct{ Status statusCode }
}

type statusCode int

func (*httpError) Error() string { return "http error" }
