// Package check uses the generated package of its parent.
package check

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
	"github.com/retrygen/retrygen/testdata/golden/sdk"
	"github.com/retrygen/retrygen/testdata/golden/sdk/retrying"
)

// Check checks both clients.
func Check() error {
	ctx := context.Background()
	u := &sdk.Users{Flaky: expect.Flaky{Failures: 2}}
	users := retrying.NewUsers(u)
	user, err := users.Get(ctx, "a")
	errs := []error{expect.Error("get", err, nil), expect.Equal("user", user.Name, "a"), expect.Equal("calls", u.Calls, 3)}
	u.Again(2)
	_, err = users.Get(ctx, "")
	errs = append(errs, expect.Error("gone", err, sdk.ErrGone), expect.Equal("calls", u.Calls, 1))
	u.Again(2)
	user, err = users.Create(ctx, &sdk.User{Name: "b"})
	errs = append(errs, expect.Error("create", err, nil), expect.Equal("user", user.Name, "b"), expect.Equal("calls", u.Calls, 3))
	o := &sdk.OrderService{Flaky: expect.Flaky{Failures: 3}}
	err = retrying.NewOrders(o).Cancel(ctx, 1)
	return errors.Join(append(errs, expect.Error("cancel", err, expect.ErrFlaky), expect.Equal("calls", o.Calls, 3))...)
}
