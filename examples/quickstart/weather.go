// Package quickstart shows the first use of retrygen: an interface over a
// flaky service, and a generated client that retries its calls.
package quickstart

import (
	"context"
	"errors"
	"fmt"
)

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate

// ErrUnknownCity is final: no retry makes a city known.
var ErrUnknownCity = errors.New("unknown city")

// ErrBusy is returned by a station that has too much to do. It passes.
var ErrBusy = errors.New("station is busy")

// Station reports the weather.
type Station interface {
	// Temperature returns the temperature of a city in degrees Celsius. It
	// returns ErrUnknownCity for a city without a station.
	Temperature(ctx context.Context, city string) (celsius float64, err error)
	// Cities returns the cities that have a station.
	Cities() []string
}

// FlakyStation is a [Station] in memory that fails its first calls.
type FlakyStation struct {
	// Failures is how many calls still fail with ErrBusy.
	Failures int
	// Calls counts the calls so far.
	Calls int
}

// Temperature fails with ErrBusy while there are failures left.
func (s *FlakyStation) Temperature(_ context.Context, city string) (celsius float64, err error) {
	s.Calls++
	if city != "Bern" {
		return 0, fmt.Errorf("look up %q: %w", city, ErrUnknownCity)
	}
	if s.Failures > 0 {
		s.Failures--
		return 0, ErrBusy
	}
	return 21.5, nil
}

// Cities returns the only city.
func (s *FlakyStation) Cities() []string { return []string{"Bern"} }
