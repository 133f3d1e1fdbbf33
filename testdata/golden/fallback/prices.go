// Package fallback has policies that do something else when they give up.
package fallback

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Prices tells prices.
type Prices[T any] interface {
	Get(ctx context.Context, items ...string) (prices []T, err error)
	First(failure string, call int) (T, error)
	Note(ctx context.Context, text string) error
}

// Rates has a method with a fallback, and one without.
type Rates interface {
	Rate(ctx context.Context, currency string) (float64, error)
	Set(ctx context.Context, currency string, rate float64) error
}

type prices struct{ expect.Flaky }

func (p *prices) Get(_ context.Context, items ...string) ([]int, error) {
	return make([]int, len(items)), p.Try()
}

func (p *prices) First(string, int) (int, error)     { return 1, p.Try() }
func (p *prices) Note(context.Context, string) error { return p.Try() }

// cache answers for prices that cannot be had.
type cache struct{}

func (cache) Get(_ context.Context, failure error, items ...string) ([]int, error) {
	return []int{len(items)}, expect.Error("failure", failure, expect.ErrFlaky)
}

func (cache) First(failure error, text string, n int) (int, error) {
	return len(text) + n, expect.Error("failure", failure, expect.ErrFlaky)
}

// Check checks that fallbacks answer, and that a client without one is not made.
func Check() error {
	ctx := context.Background()
	p := &prices{expect.Flaky{Failures: 9}}
	if client, err := NewRetryingPrices(p, nil); client != nil || err == nil {
		return errors.New("a client was made without a fallback")
	}
	client, err := NewRetryingPrices(p, cache{})
	if err != nil {
		return err
	}
	list, err := client.Get(ctx, "a", "b")
	errs := []error{
		expect.Error("get", err, nil), expect.Equal("list", list, []int{2}), expect.Equal("calls", p.Calls, 3),
	}
	n, err := client.First("abc", 4)
	errs = append(errs, expect.Error("first", err, nil), expect.Equal("n", n, 7))
	p.Again(9)
	errs = append(errs, expect.Error("note", client.Note(ctx, "x"), nil), expect.Equal("calls", p.Calls, 3))
	return errors.Join(errs...)
}
