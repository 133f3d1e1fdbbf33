// Package constraints has generic interfaces with constraints of all kinds, and
// type parameters with names that the generated code wants for itself.
package constraints

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Index finds things.
type Index[
	K cmp.Ordered,
	N interface {
		~int | ~int64
		fmt.Stringer
	},
	L ~[]N,
	F interface {
		comparable
		Less(F) bool
	},
] interface {
	Find(ctx context.Context, key K, among L) (N, error)
	Best(ctx context.Context, candidates ...F) (F, error)
}

// Clash has type parameters that are called like a package, like parameters of
// the constructor, and like nothing at all.
type Clash[retry, next, opts any, _ fmt.Stringer, RetryingClash any] interface {
	Do(ctx context.Context, r retry, n next, o opts) (RetryingClash, error)
}

// T is a type that a nameless type parameter must not hide.
type T int

// Nameless has a type parameter without a name.
type Nameless[_ any] interface {
	Do(ctx context.Context, t T) (T, error)
}

type nameless struct{ expect.Flaky }

func (n *nameless) Do(_ context.Context, t T) (T, error) { return t, n.Try() }

// Number is a number that prints itself.
type Number int

// String returns the number in words.
func (n Number) String() string { return fmt.Sprintf("number %d", int(n)) }

// Less reports whether n is smaller than m.
func (n Number) Less(m Number) bool { return n < m }

type index struct{ expect.Flaky }

func (i *index) Find(_ context.Context, key string, among []Number) (Number, error) {
	return among[len(key)], i.Try()
}

func (i *index) Best(_ context.Context, candidates ...Number) (Number, error) {
	return candidates[0], i.Try()
}

type clash struct{ expect.Flaky }

func (c *clash) Do(_ context.Context, r int, n string, o bool) (string, error) {
	return fmt.Sprint(r, n, o), c.Try()
}

// Check checks instances of both clients.
func Check() error {
	ctx := context.Background()
	i := &index{expect.Flaky{Failures: 2}}
	numbers := NewRetryingIndex[string, Number, []Number, Number](i)
	n, err := numbers.Find(ctx, "a", []Number{1, 2})
	errs := []error{expect.Error("find", err, nil), expect.Equal("found", n, 2), expect.Equal("calls", i.Calls, 3)}
	i.Again(1)
	n, err = numbers.Best(ctx, 5, 6)
	errs = append(errs, expect.Error("best", err, nil), expect.Equal("best", n, 5))

	c := &clash{expect.Flaky{Failures: 1}}
	text, err := NewRetryingClash[int, string, bool, Number, string](c).Do(ctx, 1, "two", true)
	d := &nameless{expect.Flaky{Failures: 1}}
	value, doErr := NewRetryingNameless[int](d).Do(ctx, 4)
	errs = append(errs, expect.Error("nameless", doErr, nil), expect.Equal("value", value, 4))
	return errors.Join(append(errs, expect.Error("do", err, nil), expect.Equal("text", text, "1twotrue"), expect.Equal("calls", c.Calls, 2))...)
}
