// Package variadic has methods with variadic parameters.
package variadic

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Bus delivers messages.
type Bus interface {
	Publish(ctx context.Context, topic string, messages ...[]byte) error
	Sum(ctx context.Context, numbers ...int) (int, error)
	Log(format string, args ...any)
	Any(...any) error
}

type bus struct {
	expect.Flaky
	got []any
}

func (b *bus) Publish(_ context.Context, topic string, messages ...[]byte) error {
	b.got = []any{topic, len(messages), messages == nil}
	return b.Try()
}

func (b *bus) Sum(_ context.Context, numbers ...int) (int, error) {
	sum := 0
	for _, n := range numbers {
		sum += n
	}
	return sum, b.Try()
}

func (b *bus) Log(format string, args ...any) { b.got = append([]any{format}, args...) }

func (b *bus) Any(values ...any) error {
	b.got = values
	return b.Try()
}

// Check checks that variadic arguments arrive one by one at every attempt.
func Check() error {
	ctx := context.Background()
	b := &bus{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingBus(b)
	errs := []error{
		expect.Error("publish", client.Publish(ctx, "a", []byte("x"), []byte("y")), nil),
		expect.Equal("calls", b.Calls, 3),
		expect.Equal("messages", b.got, []any{"a", 2, false}),
		expect.Error("publish none", client.Publish(ctx, "b"), nil),
		expect.Equal("no messages", b.got, []any{"b", 0, true}),
	}
	b.Again(1)
	sum, err := client.Sum(ctx, 1, 2, 3)
	client.Log("%d %d", 1, 2)
	errs = append(errs,
		expect.Error("sum", err, nil),
		expect.Equal("sum", sum, 6),
		expect.Equal("calls", b.Calls, 2),
		expect.Equal("log", b.got, []any{"%d %d", 1, 2}),
		expect.Error("any", client.Any(1, "two"), nil),
		expect.Equal("any", b.got, []any{1, "two"}),
	)
	return errors.Join(errs...)
}
