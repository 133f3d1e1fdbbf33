package externaltest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/retrygen/retrygen/testdata/golden/expect"
	"github.com/retrygen/retrygen/testdata/golden/externaltest"
)

var errOnlyInTests = errors.New("only in tests")

type local interface {
	externaltest.Probe
	name() (string, error)
}

type stick struct {
	expect.Flaky
	last error
}

func (s *stick) Read(context.Context) (externaltest.Reading, error) {
	err := s.Try()
	if err != nil && s.last != nil {
		err = s.last
	}
	return 3, err
}

func (s *stick) name() (string, error) { return "stick", s.Try() }

func TestProbe(t *testing.T) {
	s := &stick{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingProbe(s)
	reading, err := client.Read(t.Context())
	if reading != 3 || err != nil || s.Calls != 3 {
		t.Errorf("read: %v, %v after %d calls", reading, err, s.Calls)
	}
	s.Again(2)
	if name, err := NewRetryingLocal(s).name(); name != "stick" || err != nil || s.Calls != 3 {
		t.Errorf("name: %q, %v after %d calls", name, err, s.Calls)
	}
	for _, final := range []error{externaltest.ErrGone, errOnlyInTests} {
		s.Again(1)
		s.last = final
		if _, err := client.Read(t.Context()); !errors.Is(err, final) || s.Calls != 1 {
			t.Errorf("final: %v after %d calls", err, s.Calls)
		}
	}
}
