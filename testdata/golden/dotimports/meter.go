// Package dotimports imports packages with a dot, or by a name that a
// declaration of the generated file would like to have.
package dotimports

import (
	"context"
	"errors"
	chargeDelay "fmt"
	//lint:ignore ST1001 the dot is what the case is about
	. "time"

	//lint:ignore ST1001 the dot is what the case is about
	. "github.com/retrygen/retrygen/testdata/golden/dotimports/names"
	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// ErrStopped is final.
var ErrStopped = ErrStop

// Meter measures.
type Meter interface {
	Measure(ctx context.Context, from Time, d Duration) (Span, error)
}

type meter struct {
	expect.Flaky
	last error
}

func (t *meter) Measure(_ context.Context, from Time, d Duration) (Span, error) {
	if err := t.Try(); err != nil && t.last != nil {
		return 0, t.last
	} else if err != nil {
		return 0, err
	}
	return Span(len(chargeDelay.Sprint(from.Add(d).Year()))), nil
}

// Check checks the results and how long the retries wait.
func Check() error {
	ctx := context.Background()
	t := &meter{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingMeter(t)
	start := Now()
	span, err := client.Measure(ctx, start, Hour)
	errs := []error{
		expect.Error("measure", err, nil),
		expect.Equal("span", span, 4),
		expect.Equal("waited", Since(start), 25*Millisecond),
	}
	t.Again(3)
	t.last = ErrStopped
	_, err = client.Measure(ctx, start, Hour)
	return errors.Join(append(errs, expect.Error("stopped", err, ErrStop), expect.Equal("calls", t.Calls, 1))...)
}
