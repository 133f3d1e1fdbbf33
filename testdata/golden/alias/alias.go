// Package alias wraps types by other names, and refers to types that have a
// name only by an alias.
package alias

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/alias/target"
	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Gateway is an alias of an interface, Strings of an instance, List of a
// generic type, and Own of a struct.
type (
	Gateway     = target.Gateway
	Strings     = target.Box[string]
	List[E any] = target.Box[[]E]
	Own         = target.Client
	Declined    = target.Declined
)

type text string

func (t text) Error() string { return string(t) }

// Fixed is final, and a constant.
const Fixed = text("fixed")

// Final is final.
var Final = target.ErrFinal

type gateway struct {
	expect.Flaky
	last error
}

func (g *gateway) Charge(_ context.Context, amount target.Amount) (target.Receipt, error) {
	err := g.Try()
	if err != nil && g.last != nil {
		err = g.last
	}
	return target.Receipt{Amount: amount}, err
}

func (g *gateway) Get(_ context.Context, key string) (string, error) { return key, g.Try() }

type list struct{ expect.Flaky }

func (l *list) Get(_ context.Context, key string) ([]int, error) { return []int{len(key)}, l.Try() }

// Check checks the clients, and the errors that are final by an alias.
func Check() error {
	ctx := context.Background()
	g := &gateway{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingGateway(g)
	receipt, err := client.Charge(ctx, 5)
	errs := []error{expect.Error("charge", err, nil), expect.Equal("amount", receipt.Amount, 5), expect.Equal("calls", g.Calls, 3)}
	for _, final := range []error{target.ErrFinal, Fixed, &target.Declined{}} {
		g.Again(2)
		g.last = final
		_, err = client.Charge(ctx, 5)
		errs = append(errs, expect.Error("final", err, final), expect.Equal("final calls", g.Calls, 1))
	}
	g.Again(1)
	text, err := NewRetryingStrings(g).Get(ctx, "key")
	errs = append(errs, expect.Error("get", err, nil), expect.Equal("text", text, "key"))
	l := &list{expect.Flaky{Failures: 1}}
	ints, err := NewRetryingList(l).Get(ctx, "key")
	errs = append(errs, expect.Error("list", err, nil), expect.Equal("list", ints, []int{3}))
	own := &Own{}
	err = NewRetryingOwn(own).Ping()
	return errors.Join(append(errs, expect.Error("ping", err, Final), expect.Equal("ping calls", own.Calls, 1))...)
}
