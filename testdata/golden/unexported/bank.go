// Package unexported wraps an unexported interface with an unexported method
// and unexported types, some of which share their name with a parameter.
package unexported

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

type (
	account struct{ id int }
	amount  int
	b       struct{ n int }
)

var errGone = errors.New("gone")

type conflict struct{}

func (*conflict) Error() string { return "conflict" }

func isFinal(err error) bool { return err.Error() == "final" }

type bank interface {
	Open(ctx context.Context, account string) (*account, amount, error)
	Move(ctx context.Context, account account, amount amount) (account, b, error)
	audit(ctx context.Context) error
}

type vault struct {
	expect.Flaky
	last error
}

func (v *vault) Open(_ context.Context, name string) (*account, amount, error) {
	return &account{len(name)}, 5, v.Try()
}

func (v *vault) Move(_ context.Context, from account, n amount) (account, b, error) {
	return from, b{int(n)}, v.Try()
}

func (v *vault) audit(context.Context) error {
	if err := v.Try(); err == nil || v.last == nil {
		return err
	}
	return v.last
}

// Check checks results and final errors.
func Check() error {
	ctx := context.Background()
	v := &vault{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingBank(v)
	opened, balance, err := client.Open(ctx, "abc")
	errs := []error{
		expect.Error("open", err, nil),
		expect.Equal("opened", *opened, account{3}),
		expect.Equal("balance", balance, 5),
		expect.Equal("calls", v.Calls, 3),
	}
	v.Again(1)
	moved, left, err := client.Move(ctx, account{1}, 2)
	errs = append(errs, expect.Error("move", err, nil), expect.Equal("moved", moved, account{1}), expect.Equal("left", left, b{2}))
	for _, final := range []error{errGone, &conflict{}, errors.New("final")} {
		v.Again(2)
		v.last = final
		errs = append(errs, expect.Error("audit", client.audit(ctx), final), expect.Equal("audits", v.Calls, 1))
	}
	return errors.Join(errs...)
}
