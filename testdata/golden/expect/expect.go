// Package expect is what the checks of the golden cases share: calls that fail
// a number of times, and comparisons that say what differs.
package expect

import (
	"errors"
	"fmt"
	"reflect"
)

// ErrFlaky is the error of a call that fails by plan.
var ErrFlaky = errors.New("flaky")

// Flaky fails as often as planned and counts the calls.
type Flaky struct {
	Failures int // how many calls still fail
	Calls    int // how many calls there were
}

// Try counts a call and returns its planned error.
func (f *Flaky) Try() error {
	f.Calls++
	if f.Failures > 0 {
		f.Failures--
		return ErrFlaky
	}
	return nil
}

// Again plans failures and forgets the calls so far.
func (f *Flaky) Again(failures int) { f.Failures, f.Calls = failures, 0 }

// Equal returns an error unless got is deeply equal to want.
func Equal[T any](what string, got, want T) error {
	if reflect.DeepEqual(got, want) {
		return nil
	}
	return fmt.Errorf("%s: got %v, want %v", what, got, want)
}

// Error returns an error unless got matches want.
func Error(what string, got, want error) error {
	if errors.Is(got, want) {
		return nil
	}
	return fmt.Errorf("%s: got error %v, want %v", what, got, want)
}
