// Package hostile has a spec whose texts would like to be code.
package hostile

import (
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Target has a method for each policy.
type Target interface {
	A() error
	B() error
	C() error
	D() error
}

type target struct {
	expect.Flaky
	last error
}

func (t *target) A() error {
	if t.last != nil {
		_ = t.Try()
		return t.last
	}
	return t.Try()
}

func (t *target) B() error { return t.Try() }
func (t *target) C() error { return t.Try() }
func (t *target) D() error { return t.Try() }

// refused answers for D once its policy has given up.
type refused struct{}

func (refused) D(failure error) error { return expect.Error("failure", failure, expect.ErrFlaky) }

// Check checks that all methods retry, and that the pattern came through whole.
func Check() error {
	t := &target{}
	client, err := NewRetryingTarget(t, refused{})
	errs := []error{err}
	for name, call := range map[string]func() error{"A": client.A, "B": client.B, "C": client.C, "D": client.D} {
		t.Again(2)
		errs = append(errs, expect.Error(name, call(), nil), expect.Equal(name+" calls", t.Calls, 3))
	}
	t.Again(2)
	t.last = errors.New("x `\"\\*/ //go:embed x")
	return errors.Join(append(errs, expect.Error("final", client.A(), t.last), expect.Equal("final calls", t.Calls, 1))...)
}
