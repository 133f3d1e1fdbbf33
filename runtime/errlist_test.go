package retry_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

// The lists of errors that clients of Kafka return do not unwrap.
type (
	errorList  []error
	recordList []*recordError
	errorMap   map[string]error
	textList   []string
)

func (errorList) Error() string  { return "several" }
func (recordList) Error() string { return "several" }
func (errorMap) Error() string   { return "several" }
func (textList) Error() string   { return "several" }

type recordError struct{ err error }

func (e *recordError) Error() string { return "record: " + e.err.Error() }
func (e *recordError) Unwrap() error { return e.err }

type statusError int

func (e statusError) Error() string   { return fmt.Sprint("status ", int(e)) }
func (e statusError) StatusCode() int { return int(e) }

func TestErrorsInLists(t *testing.T) {
	busy := errors.New("busy")
	inner := &recordError{busy}
	self := errorList{busy, nil}
	self[1] = self
	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"slice":                  {errorList{nil, errors.New("other"), busy}, true},
		"slice of structs":       {recordList{nil, inner}, true},
		"map":                    {errorMap{"a": nil, "b": busy}, true},
		"wrapped":                {fmt.Errorf("send: %w", errorList{busy}), true},
		"joined":                 {errors.Join(errors.New("other"), errorList{busy}), true},
		"wrapped in the list":    {errorList{fmt.Errorf("send: %w", busy)}, true},
		"a list that has itself": {self, true},
		"two levels":             {errorList{errorList{busy}}, false},
		"none of them":           {errorList{errors.New("other")}, false},
		"nothing in it":          {errorList{}, false},
		"no errors":              {textList{"busy"}, false},
	} {
		classify := func(err error) retry.Class {
			if errors.Is(err, busy) {
				return retry.Retry
			}
			return retry.Stop
		}
		p := retry.New(retry.Config{MaxAttempts: 2, Classify: classify})
		attempts := 0
		err := p.Do(context.Background(), func(context.Context) error { attempts++; return test.err })
		if (attempts == 2) != test.want {
			t.Errorf("%s: %d attempts", name, attempts)
		}
		if failure, ok := errors.AsType[*retry.RetryError](err); ok && fmt.Sprintf("%T", failure.Last) != fmt.Sprintf("%T", test.err) {
			t.Errorf("%s: the error has become %T", name, failure.Last)
		}
	}
}

func TestMatchersLookIntoLists(t *testing.T) {
	if got := retry.Status(errorList{errors.New("other"), statusError(503)}); got != 503 {
		t.Errorf("status %d", got)
	}
	if !retry.IsTimeout(errorMap{"a": retry.ErrAttemptTimeout}) {
		t.Error("no timeout")
	}
}

// TestListsAreNeverKnownToBeSafe: a batch may have been carried out in part.
func TestListsAreNeverKnownToBeSafe(t *testing.T) {
	p := retry.New(retry.Config{MaxAttempts: 2}, retry.NotIdempotent())
	for _, test := range []struct {
		err  error
		want int
	}{{statusError(429), 2}, {errorList{statusError(429)}, 1}} {
		attempts := 0
		_ = p.Do(context.Background(), func(context.Context) error { attempts++; return test.err })
		if attempts != test.want {
			t.Errorf("%T: %d attempts", test.err, attempts)
		}
	}
}
