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

type prices struct{ expect.Flaky }

func (p *prices) Get(_ context.Context, items ...string) ([]int, error) {
	return make([]int, len(items)), p.Try()
}

func (p *prices) First(string, int) (int, error)     { return 1, p.Try() }
func (p *prices) Note(context.Context, string) error { return p.Try() }

// Check checks fallbacks that are set and such that are not.
func Check() error {
	ctx := context.Background()
	p := &prices{expect.Flaky{Failures: 9}}
	client := NewRetryingPrices(p)
	_, err := client.Get(ctx, "a")
	errs := []error{expect.Error("get", err, expect.ErrFlaky), expect.Equal("calls", p.Calls, 3)}

	client.GetFallback = func(_ context.Context, failure error, items ...string) ([]int, error) {
		return []int{len(items)}, expect.Error("failure", failure, expect.ErrFlaky)
	}
	client.FirstFallback = func(failure error, text string, n int) (int, error) {
		return len(text) + n, expect.Error("failure", failure, expect.ErrFlaky)
	}
	list, err := client.Get(ctx, "a", "b")
	errs = append(errs, expect.Error("get", err, nil), expect.Equal("list", list, []int{2}))
	n, err := client.First("abc", 4)
	errs = append(errs, expect.Error("first", err, nil), expect.Equal("n", n, 7))
	p.Again(9)
	errs = append(errs, expect.Error("note", client.Note(ctx, "x"), nil), expect.Equal("calls", p.Calls, 3))
	return errors.Join(errs...)
}
