// Package locals has methods, parameters and results with the names of the
// fields and variables of generated code.
package locals

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

type runner interface {
	next(ctx context.Context, next int, call string, opts ...int) (int, error)
	call(ctx context.Context, r, c, err int) (result string, failure error)
	opts(ctx context.Context, err error) error
	err() (retries int, retryCall bool, err error)
	quick(result, data int) (int, []byte, error)
}

type robot struct{ expect.Flaky }

func (r *robot) next(_ context.Context, next int, call string, opts ...int) (int, error) {
	return next + len(call) + len(opts), r.Try()
}

func (r *robot) call(_ context.Context, a, b, c int) (string, error) {
	return string(rune('a' + a + b + c)), r.Try()
}

func (r *robot) opts(_ context.Context, err error) error { return errors.Join(err, r.Try()) }

func (r *robot) err() (int, bool, error) { return r.Failures, true, r.Try() }

func (r *robot) quick(result, data int) (int, []byte, error) {
	return result, []byte{byte(data)}, r.Try()
}

// Check checks arguments and results.
func Check() error {
	ctx := context.Background()
	r := &robot{expect.Flaky{Failures: 2}}
	client := NewRetryingRunner(r)
	n, err := client.next(ctx, 10, "ab", 1, 2)
	errs := []error{expect.Error("next", err, nil), expect.Equal("next", n, 14), expect.Equal("calls", r.Calls, 3)}
	r.Again(1)
	text, err := client.call(ctx, 1, 2, 3)
	errs = append(errs, expect.Error("call", err, nil), expect.Equal("call", text, "g"))
	r.Again(1)
	errs = append(errs, expect.Error("opts", client.opts(ctx, nil), nil))
	r.Again(3)
	n, ok, err := client.err()
	errs = append(errs, expect.Error("err", err, expect.ErrFlaky), expect.Equal("err", n, 0), expect.Equal("ok", ok, true))
	r.Again(1)
	n, data, err := client.quick(3, 4)
	return errors.Join(append(errs, expect.Error("quick", err, nil), expect.Equal("quick", n, 3), expect.Equal("data", data, []byte{4}))...)
}
