// Package flaky calls generated clients whose wrapped client fails by plan.
package flaky

import (
	"errors"
	"fmt"
	"testing"
)

// Script is what a fake client does: it fails a number of times with one error.
type Script struct {
	err      error
	failures int
	calls    int
}

// Next counts a call, and returns what it ends with.
func (s *Script) Next() error {
	s.calls++
	if s.calls <= s.failures {
		return s.err
	}
	return nil
}

// Check makes calls through a generated client. After each of the transient
// errors, twice and wrapped, the third attempt succeeds; after each of the
// permanent errors there is no second attempt.
func Check(t *testing.T, call func(*Script) error, transient, permanent []error) {
	t.Helper()
	for _, err := range transient {
		for _, err := range []error{err, fmt.Errorf("call: %w", errors.Join(errors.New("other"), err))} {
			s := &Script{err: err, failures: 2}
			if got := call(s); got != nil || s.calls != 3 {
				t.Errorf("%T %v: %d calls and %v, want 3 calls and success", err, err, s.calls, got)
			}
		}
	}
	for _, err := range permanent {
		s := &Script{err: err, failures: 99}
		if got := call(s); fmt.Sprint(got) != fmt.Sprint(err) || s.calls != 1 {
			t.Errorf("%T %v: %d calls and %v, want 1 call and the error", err, err, s.calls, got)
		}
	}
}
