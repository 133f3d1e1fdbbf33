// Package shadowedimport has parameters and results with the names of packages
// that the generated file imports.
package shadowedimport

import (
	stdcontext "context"
	"errors"
	stdtime "time"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Calendar plans.
type Calendar interface {
	Add(context stdcontext.Context, time stdtime.Time, retry int, errors []string) (bits int, math error)
	Move(context stdcontext.Context, time, retry stdtime.Duration) (stdtime.Time, error)
	Clear(time string) (retry error)
}

type calendar struct {
	expect.Flaky
	times    []stdtime.Time
	contexts []stdcontext.Context
}

func (c *calendar) Add(context stdcontext.Context, time stdtime.Time, retry int, errors []string) (bits int, math error) {
	c.times = append(c.times, time)
	return retry + len(errors), c.Try()
}

func (c *calendar) Move(context stdcontext.Context, time, retry stdtime.Duration) (stdtime.Time, error) {
	c.contexts = append(c.contexts, context)
	return stdtime.Unix(0, int64(time+retry)), c.Try()
}

func (c *calendar) Clear(time string) (retry error) { return c.Try() }

// Check checks that arguments and results keep their places.
func Check() error {
	ctx := stdcontext.Background()
	c := &calendar{Flaky: expect.Flaky{Failures: 1}}
	client := NewRetryingCalendar(c)
	now := stdtime.Now()
	sum, err := client.Add(ctx, now, 3, []string{"a"})
	errs := []error{
		expect.Error("add", err, nil),
		expect.Equal("sum", sum, 4),
		expect.Equal("times", c.times, []stdtime.Time{now, now}),
	}
	c.Again(2)
	moved, err := client.Move(ctx, 1, 2)
	errs = append(errs,
		expect.Error("move", err, nil),
		expect.Equal("moved", moved, stdtime.Unix(0, 3)),
		expect.Equal("calls", c.Calls, 3),
	)
	for _, attempt := range c.contexts {
		_, bounded := attempt.Deadline()
		errs = append(errs, expect.Equal("bounded", bounded, true))
	}
	c.Again(3)
	err = client.Clear("all")
	errs = append(errs, expect.Error("clear", err, expect.ErrFlaky), expect.Equal("calls", c.Calls, 3))
	return errors.Join(errs...)
}
