// Package streams has results that are consumed while they arrive.
package streams

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Feed tells news.
type Feed interface {
	Watch(ctx context.Context) (<-chan string, error)
	Each(ctx context.Context) iter.Seq[string]
	Pairs(ctx context.Context) (iter.Seq2[int, string], error)
	Walk(ctx context.Context) func(yield func(string, error) bool)
	Latest(ctx context.Context) (string, error)
}

type feed struct{ expect.Flaky }

func (f *feed) Watch(context.Context) (<-chan string, error) { return nil, f.Try() }

func (f *feed) Each(context.Context) iter.Seq[string] { return slices.Values([]string{"a", "b"}) }

func (f *feed) Pairs(context.Context) (iter.Seq2[int, string], error) {
	return slices.All([]string{"a"}), f.Try()
}

func (f *feed) Walk(context.Context) func(yield func(string, error) bool) {
	return func(yield func(string, error) bool) { yield("a", f.Try()) }
}

func (f *feed) Latest(context.Context) (string, error) { return "a", f.Try() }

// Check checks that calls are retried by their error, and that streams without
// one pass through.
func Check() error {
	ctx := context.Background()
	f := &feed{expect.Flaky{Failures: 9}}
	client := NewRetryingFeed(f)
	_, err := client.Watch(ctx)
	errs := []error{
		expect.Error("watch", err, expect.ErrFlaky),
		expect.Equal("watch calls", f.Calls, 3),
		expect.Equal("each", slices.Collect(client.Each(ctx)), []string{"a", "b"}),
	}
	_, err = client.Pairs(ctx)
	errs = append(errs, expect.Error("pairs", err, expect.ErrFlaky), expect.Equal("pairs calls", f.Calls, 6))
	f.Again(9)
	for text, err := range client.Walk(ctx) {
		errs = append(errs, expect.Equal("text", text, "a"), expect.Error("walk", err, expect.ErrFlaky))
	}
	errs = append(errs, expect.Equal("walk calls", f.Calls, 3))
	f.Again(2)
	text, err := client.Latest(ctx)
	return errors.Join(append(errs, expect.Error("latest", err, nil), expect.Equal("text", text, "a"), expect.Equal("calls", f.Calls, 3))...)
}
