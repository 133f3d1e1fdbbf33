// Package sdk has its generated clients in a package of their own.
package sdk

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// ErrGone is final.
var ErrGone = errors.New("gone")

// User is a user.
type User struct{ Name string }

// UserService manages users.
type UserService interface {
	Get(ctx context.Context, name string) (*User, error)
	Create(ctx context.Context, user *User) (*User, error)
}

// OrderService manages orders.
type OrderService struct{ expect.Flaky }

// Cancel cancels an order.
func (o *OrderService) Cancel(context.Context, int) error { return o.Flaky.Try() }

// Users are users that fail by plan.
type Users struct{ expect.Flaky }

// Get finds a user.
func (u *Users) Get(_ context.Context, name string) (*User, error) {
	if name == "" {
		u.Calls++
		return nil, ErrGone
	}
	return &User{name}, u.Try()
}

// Create makes a user.
func (u *Users) Create(_ context.Context, user *User) (*User, error) { return user, u.Try() }
