package main

import (
	"context"
	"slices"
	"time"

	"github.com/retrygen/retrygen/benchmarks/store"
)

// pause is the wait before every retry of a patient caller: next to nothing, so
// that what is measured is the work of waiting.
const pause = time.Microsecond

// timerComparison has calls fail three times and wait after each, with real
// timers.
func timerComparison() comparison {
	c := comparison{title: "Three failures, with timers"}
	for _, caller := range patientCallers() {
		s := &flaky{failures: 3, left: 3}
		c.contenders = append(c.contenders, contender{caller.name, repeat(caller.on(s))})
	}
	return c
}

// patientCallers are the ways to make calls with a wait before every retry.
func patientCallers() []caller {
	return slices.Concat([]caller{
		{"direct, one timer", directPatient},
		{"retrygen, generated client", func(s store.Store) call {
			client := store.NewPatient(s)
			return func(ctx context.Context) (int, error) { return client.Get(ctx, "key") }
		}},
	}, others(pause))
}

// directPatient is a loop written by hand for this store.
func directPatient(s store.Store) call {
	return func(ctx context.Context) (int, error) {
		v, err := s.Get(ctx, "key")
		if err == nil {
			return v, nil
		}
		timer := time.NewTimer(pause)
		defer timer.Stop()
		for {
			select {
			case <-timer.C:
			case <-ctx.Done():
				return v, ctx.Err()
			}
			if v, err = s.Get(ctx, "key"); err == nil {
				return v, nil
			}
			timer.Reset(pause)
		}
	}
}
