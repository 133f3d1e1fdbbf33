// Package namedresults has results with names: some, blank ones, and those that
// the generated code would choose for itself.
package namedresults

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Shop sells.
type Shop interface {
	Buy(ctx context.Context, item string) (price int, left int, err error)
	Find(ctx context.Context, item string) (found bool, failure error)
	Blank(ctx context.Context) (_ int, _ error)
	Partly(ctx context.Context) (n int, _ string, err error)
	Clash(ctx context.Context, s string) (call int, time string, retry error)
}

type shop struct{ expect.Flaky }

func (s *shop) Buy(_ context.Context, item string) (price int, left int, err error) {
	return len(item), s.Failures, s.Try()
}

func (s *shop) Find(context.Context, string) (found bool, failure error) { return true, s.Try() }
func (s *shop) Blank(context.Context) (int, error)                       { return 4, s.Try() }
func (s *shop) Partly(context.Context) (int, string, error)              { return 4, "b", s.Try() }

func (s *shop) Clash(_ context.Context, text string) (int, string, error) {
	return len(text), "now", s.Try()
}

// Check checks both shapes of a retried method.
func Check() error {
	s := &shop{}
	return errors.Join(check(s, NewRetryingShop(s)), check(s, NewBoundedShop(s)))
}

func check(s *shop, client Shop) error {
	ctx := context.Background()
	s.Again(1)
	price, left, err := client.Buy(ctx, "abc")
	errs := []error{expect.Error("buy", err, nil), expect.Equal("bought", []int{price, left}, []int{3, 0}), expect.Equal("calls", s.Calls, 2)}
	s.Again(3)
	found, err := client.Find(ctx, "abc")
	errs = append(errs, expect.Error("find", err, expect.ErrFlaky), expect.Equal("found", found, true), expect.Equal("calls", s.Calls, 3))
	s.Again(2)
	n, err := client.Blank(ctx)
	errs = append(errs, expect.Error("blank", err, nil), expect.Equal("n", n, 4))
	n, text, err := client.Partly(ctx)
	errs = append(errs, expect.Error("partly", err, nil), expect.Equal("partly", text, "b"), expect.Equal("n", n, 4))
	n, text, err = client.Clash(ctx, "abcde")
	return errors.Join(append(errs, expect.Error("clash", err, nil), expect.Equal("clash", text, "now"), expect.Equal("n", n, 5))...)
}
