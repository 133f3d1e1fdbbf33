// Package samename refers to packages that share a name with each other, with
// the runtime, or not with their own directory.
package samename

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
	"github.com/retrygen/retrygen/testdata/golden/samename/first/pay"
	other "github.com/retrygen/retrygen/testdata/golden/samename/go-renamed"
	"github.com/retrygen/retrygen/testdata/golden/samename/retry"
	secondpay "github.com/retrygen/retrygen/testdata/golden/samename/second/pay"
)

// Gateway has types of all of these packages.
type Gateway interface {
	Pay(ctx context.Context, a pay.Payment, b secondpay.Payment) (*secondpay.Payment, error)
	Describe(ctx context.Context, p retry.Policy) (other.Thing, error)
}

type gateway struct {
	expect.Flaky
	last error
}

func (g *gateway) try() error {
	if err := g.Try(); err == nil || g.last == nil {
		return err
	}
	return g.last
}

func (g *gateway) Pay(_ context.Context, a pay.Payment, b secondpay.Payment) (*secondpay.Payment, error) {
	return &secondpay.Payment{Amount: a.Amount + b.Amount}, g.try()
}

func (g *gateway) Describe(_ context.Context, p retry.Policy) (other.Thing, error) {
	return other.Thing{Size: len(p.Name)}, g.try()
}

// Check checks the results and the final errors of each package.
func Check() error {
	ctx := context.Background()
	g := &gateway{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingGateway(g)
	paid, err := client.Pay(ctx, pay.Payment{Amount: 1}, secondpay.Payment{Amount: 2})
	errs := []error{expect.Error("pay", err, nil), expect.Equal("paid", paid.Amount, 3), expect.Equal("calls", g.Calls, 3)}
	for _, stop := range []error{retry.ErrStop, secondpay.ErrStop, other.ErrStop} {
		g.Again(2)
		g.last = stop
		_, err := client.Describe(ctx, retry.Policy{Name: "x"})
		errs = append(errs, expect.Error("stop", err, stop), expect.Equal("stop calls", g.Calls, 1))
	}
	g.Again(2)
	g.last = pay.ErrStop
	thing, err := client.Describe(ctx, retry.Policy{Name: "x"})
	return errors.Join(append(errs, expect.Error("describe", err, nil), expect.Equal("thing", thing.Size, 1))...)
}
