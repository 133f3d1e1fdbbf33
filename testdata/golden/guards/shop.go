// Package guards has policies with quotas, a circuit breaker, idempotency keys
// and layers.
package guards

import (
	"context"
	"errors"

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

type box struct{ expect.Flaky }

func (b *box) Fast(_ context.Context, n int) (bool, error) { return n > 0, b.Try() }
func (b *box) Slow(_ context.Context, n int) (bool, error) { return n > 0, b.Try() }

// Check checks each guard.
func Check() error {
	return errors.Join(checkQuota(), checkKeys(), checkBreaker(), checkLayers(), checkGeneric())
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
