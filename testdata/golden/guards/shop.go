// Package guards has policies with quotas, a circuit breaker, idempotency keys
// and layers.
package guards

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Shop has a method for each guard.
type Shop interface {
	Get(ctx context.Context) error
	Charge(ctx context.Context, amount int) (string, error)
	Refund(ctx context.Context) error
	Trip(ctx context.Context) error
	Outer(ctx context.Context) error
	Inner(ctx context.Context) error
}

// Box has type parameters that are called like variables of a constructor.
type Box[quota, shared any] interface {
	Fast(ctx context.Context, q quota) (shared, error)
	Slow(ctx context.Context, q quota) (shared, error)
}

// Ledger has methods that share a circuit breaker, and iterators.
type Ledger interface {
	Read(ctx context.Context) error
	Write(ctx context.Context) error
	Entries(ctx context.Context) iter.Seq2[string, error]
	Import(ctx context.Context) func(yield func(string, error) bool)
}

type shop struct {
	expect.Flaky
	keys  []string
	inner func(context.Context) error
}

func (s *shop) Get(context.Context) error { return s.Try() }

func (s *shop) Charge(ctx context.Context, _ int) (string, error) {
	key := retry.IdempotencyKey(ctx)
	s.keys = append(s.keys, key)
	return key, s.Try()
}

func (s *shop) Refund(context.Context) error { return s.Try() }

func (s *shop) Trip(context.Context) error { return s.Try() }

func (s *shop) Outer(ctx context.Context) error { return s.inner(ctx) }

func (s *shop) Inner(context.Context) error { return s.Try() }

type ledger struct {
	expect.Flaky
	keys []string
}

func (l *ledger) Read(context.Context) error  { return l.Try() }
func (l *ledger) Write(context.Context) error { return l.Try() }

func (l *ledger) Entries(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		key := retry.IdempotencyKey(ctx)
		l.keys = append(l.keys, key)
		yield(key, l.Try())
	}
}

func (l *ledger) Import(ctx context.Context) func(func(string, error) bool) { return l.Entries(ctx) }

type box struct{ expect.Flaky }

func (b *box) Fast(_ context.Context, n int) (bool, error) { return n > 0, b.Try() }
func (b *box) Slow(_ context.Context, n int) (bool, error) { return n > 0, b.Try() }

// Check checks each guard.
func Check() error {
	return errors.Join(checkQuota(), checkKeys(), checkBreaker(), checkLayers(), checkGeneric(),
		checkSharedBreaker(), checkOwnBreaker(), checkIterators())
}

// checkQuota uses up the tokens of the client, which all of its methods share.
func checkQuota() error {
	ctx := context.Background()
	s := &shop{Flaky: expect.Flaky{Failures: 99}}
	client := NewRetryingShop(s)
	errs := []error{
		expect.Error("get", client.Get(ctx), expect.ErrFlaky), expect.Equal("calls", s.Calls, 3),
		expect.Error("get", client.Get(ctx), expect.ErrFlaky), expect.Equal("calls", s.Calls, 5),
		expect.Error("get", client.Get(ctx), expect.ErrFlaky), expect.Equal("calls without tokens", s.Calls, 6),
		expect.Error("refund", client.Refund(ctx), expect.ErrFlaky), expect.Equal("calls of an unsafe method", s.Calls, 7),
	}
	_, err := client.Charge(ctx, 1)
	return errors.Join(append(errs, expect.Error("charge", err, expect.ErrFlaky), expect.Equal("calls of a sharing method", s.Calls, 8))...)
}

// checkKeys demands one key for all attempts of a call, and another one for the
// next call.
func checkKeys() error {
	ctx := context.Background()
	s := &shop{Flaky: expect.Flaky{Failures: 1}}
	client := NewRetryingShop(s)
	first, err := client.Charge(ctx, 1)
	second, _ := client.Charge(ctx, 1)
	return errors.Join(
		expect.Error("charge", err, nil),
		expect.Equal("keys", s.keys, []string{first, first, second}),
		expect.Equal("a new key", first != "" && first != second, true),
	)
}

// checkBreaker opens the circuit breaker.
func checkBreaker() error {
	ctx := context.Background()
	s := &shop{Flaky: expect.Flaky{Failures: 99}}
	client := NewRetryingShop(s)
	first, second := client.Trip(ctx), client.Trip(ctx)
	return errors.Join(
		expect.Error("trip", first, expect.ErrFlaky),
		expect.Equal("open", second != nil, true),
		expect.Equal("calls", s.Calls, 2),
	)
}

// checkSharedBreaker opens the circuit breaker of a client by two of its methods,
// and finds it closed in another client.
func checkSharedBreaker() error {
	ctx := context.Background()
	l := &ledger{Flaky: expect.Flaky{Failures: 99}}
	client := NewRetryingLedger(l)
	errs := []error{
		expect.Error("read", client.Read(ctx), expect.ErrFlaky), expect.Equal("calls", l.Calls, 2),
		expect.Error("write", client.Write(ctx), expect.ErrFlaky), expect.Equal("calls", l.Calls, 3),
		expect.Equal("read is refused", client.Read(ctx) != nil, true),
		expect.Equal("write is refused", client.Write(ctx) != nil, true), expect.Equal("calls", l.Calls, 3),
	}
	_ = NewRetryingLedger(l).Write(ctx)
	return errors.Join(append(errs, expect.Equal("calls of another client", l.Calls, 4))...)
}

// checkOwnBreaker gives two clients one circuit breaker.
func checkOwnBreaker() error {
	ctx := context.Background()
	l := &ledger{Flaky: expect.Flaky{Failures: 99}}
	shared := retry.WithBreaker(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 2, RecoveryTimeout: time.Minute}))
	first, second := NewRetryingLedger(l, shared), NewRetryingLedger(l, shared)
	return errors.Join(
		expect.Error("read", first.Read(ctx), expect.ErrFlaky), expect.Equal("calls", l.Calls, 2),
		expect.Equal("refused", second.Write(ctx) != nil, true), expect.Equal("calls", l.Calls, 2),
	)
}

// checkIterators demands one key for all attempts of an iteration, and another one
// for the next iteration over the same iterator.
func checkIterators() error {
	var all []error
	l := &ledger{}
	client := NewRetryingLedger(l)
	for name, each := range map[string]iter.Seq2[string, error]{
		"entries": client.Entries(context.Background()), "import": client.Import(context.Background()),
	} {
		l.Again(1)
		l.keys = nil
		var yielded []string
		for range 2 {
			for key, err := range each {
				yielded = append(yielded, key)
				all = append(all, expect.Error(name, err, nil))
			}
		}
		if len(yielded) != 2 || yielded[0] == yielded[1] {
			all = append(all, fmt.Errorf("%s: the keys of two iterations are %q", name, yielded))
			continue
		}
		all = append(all, expect.Equal(name+" keys", l.keys, []string{yielded[0], yielded[0], yielded[1]}))
	}
	return errors.Join(all...)
}

// checkLayers demands that retries inside retries do not multiply.
func checkLayers() error {
	s := &shop{Flaky: expect.Flaky{Failures: 99}}
	client := NewRetryingShop(s)
	s.inner = client.Inner
	err := client.Outer(context.Background())
	return errors.Join(expect.Error("outer", err, expect.ErrFlaky), expect.Equal("calls", s.Calls, 3))
}

// checkGeneric uses the quota of a generic client.
func checkGeneric() error {
	ctx := context.Background()
	b := &box{expect.Flaky{Failures: 1}}
	client := NewGenericShop(b)
	fast, err := client.Fast(ctx, 1)
	b.Again(1)
	slow, slowErr := client.Slow(ctx, 1)
	return errors.Join(expect.Error("fast", err, nil), expect.Error("slow", slowErr, nil), expect.Equal("results", fast && slow, true))
}
