// Package ownbackoff has policies whose waits are computed by functions of this
// package and of another one.
package ownbackoff

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// ErrBusy is retried.
var ErrBusy = errors.New("busy")

// Store is retried.
type Store interface {
	Plain(ctx context.Context) error
	Capped(ctx context.Context) error
	Drawn(ctx context.Context) error
	Chained(ctx context.Context) error
}

// squares returns 1s, 4s, 9s.
func squares(n int) time.Duration { return time.Duration(n*n) * time.Second }

// halves returns zero to n seconds.
func halves(n int, random uint64) time.Duration {
	return time.Duration(float64(n) * float64(time.Second) * float64(random) / math.MaxUint64)
}

type store struct{ err error }

func (s store) Plain(context.Context) error   { return s.err }
func (s store) Capped(context.Context) error  { return s.err }
func (s store) Drawn(context.Context) error   { return s.err }
func (s store) Chained(context.Context) error { return s.err }

// waits are the waits of a call.
type waits struct{ all []time.Duration }

// Observe notes the wait before a retry.
func (w *waits) Observe(_ context.Context, e retry.Event) {
	if e.Kind == retry.RetryScheduled {
		w.all = append(w.all, e.Delay)
	}
}

// Check compares the waits of the four policies with their functions.
func Check() error {
	ctx := context.Background()
	w := &waits{}
	client := NewRetryingStore(store{os.ErrDeadlineExceeded}, retry.WithObserver(w))
	chained := NewRetryingStore(store{ErrBusy}, retry.WithObserver(w))
	seconds := func(all ...float64) []time.Duration {
		var list []time.Duration
		for _, s := range all {
			list = append(list, time.Duration(s*float64(time.Second)))
		}
		return list
	}
	var errs []error
	for _, c := range []struct {
		what string
		call func(context.Context) error
		want []time.Duration
	}{
		{"plain", client.Plain, seconds(1, 4, 9)},
		{"capped", client.Capped, seconds(1, 4, 5)},
		{"chained", chained.Chained, seconds(1, 2, 2.5)},
	} {
		w.all = nil
		start := time.Now()
		if err := c.call(ctx); err == nil {
			errs = append(errs, fmt.Errorf("%s: no error", c.what))
		}
		total := time.Duration(0)
		for _, wait := range c.want {
			total += wait
		}
		errs = append(errs, expect.Equal(c.what, w.all, c.want), expect.Equal(c.what+" in all", time.Since(start), total))
	}
	shortest, longest := DrawnPolicy().Bounds(2)
	errs = append(errs, expect.Equal("shortest", shortest, 0), expect.Equal("longest", longest, 2*time.Second))
	_, longest = DrawnPolicy().Bounds(9)
	return errors.Join(append(errs, expect.Equal("cap", longest, 3*time.Second))...)
}
