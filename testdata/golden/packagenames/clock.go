// Package packagenames declares the names that generated code would like to
// use for its imports, functions and variables.
package packagenames

import (
	stdcontext "context"
	stderrors "errors"
	"fmt"

	"github.com/retrygen/retrygen/testdata/golden/expect"
	"github.com/retrygen/retrygen/testdata/golden/packagenames/code"
)

func min(a, b string) string { return a + b }

func max(a, b string) string { return b + a }

func time() string { return "now" }

func pattern(err error) bool { return err.Error() == "by pattern" }

type (
	retry   struct{}
	context struct{ retry }
	errors  []error
	bits    int
	wait    int
)

var (
	err        = fmt.Errorf("final")
	regexp     = "r"
	math, call bits
)

func timeDelay() wait { return wait(math + call) }

// Clock has types with these names.
type Clock interface {
	Tick(ctx stdcontext.Context, c context, b bits) (wait, errors, error)
}

type clock struct {
	expect.Flaky
	last error
}

func (c *clock) Tick(_ stdcontext.Context, _ context, b bits) (wait, errors, error) {
	e := c.Try()
	if e != nil && c.last != nil {
		e = c.last
	}
	return wait(b) + timeDelay(), errors{}, e
}

// Check checks a call and the final errors.
func Check() error {
	ctx := stdcontext.Background()
	c := &clock{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingClock(c)
	w, list, e := client.Tick(ctx, context{retry{}}, 3)
	errs := errors{
		expect.Error("tick", e, nil),
		expect.Equal("waited", w, 3),
		expect.Equal("list", list, errors{}),
		expect.Equal("calls", c.Calls, 3),
		expect.Equal("names", min("a", "b")+max("a", "b")+time()+regexp, "abbanowr"),
	}
	for _, final := range []error{err, code.ErrStop, stderrors.New("by pattern"), stderrors.New("is gone")} {
		c.Again(2)
		c.last = final
		_, _, e = client.Tick(ctx, context{}, 3)
		errs = append(errs, expect.Error("final", e, final), expect.Equal("final calls", c.Calls, 1))
	}
	delays := DelayPolicy()
	for n := range 4 {
		shortest, longest := delays.Bounds(n + 1)
		errs = append(errs, expect.Equal("bounds", fmt.Sprint(shortest, " to ", longest), []string{"0s to 10ms", "0s to 15ms", "0s to 15ms", "0s to 15ms"}[n]))
	}
	return stderrors.Join(errs...)
}
