package intest

import (
	"context"
	"errors"
	"testing"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

var errOnlyInTests = errors.New("only in tests")

// probe is declared in a test file.
type probe interface {
	read(ctx context.Context) (Reading, error)
}

type stick struct {
	expect.Flaky
	last error
}

func (s *stick) read(context.Context) (Reading, error) {
	err := s.Try()
	if err != nil && s.last != nil {
		err = s.last
	}
	return 3, err
}

func TestProbe(t *testing.T) {
	s := &stick{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingProbe(s)
	reading, err := client.read(t.Context())
	if reading != 3 || err != nil || s.Calls != 3 {
		t.Errorf("read: %v, %v after %d calls", reading, err, s.Calls)
	}
	s.Again(1)
	s.last = errOnlyInTests
	if _, err := client.read(t.Context()); !errors.Is(err, errOnlyInTests) || s.Calls != 1 {
		t.Errorf("final: %v after %d calls", err, s.Calls)
	}
}
