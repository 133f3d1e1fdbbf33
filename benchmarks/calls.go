package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/retrygen/retrygen/benchmarks/store"
	retry "github.com/retrygen/retrygen/runtime"
)

// attempts is how many attempts every contender may make.
const attempts = 10

// errDown is why calls fail.
var errDown = errors.New("unavailable")

// errAnswering is errDown for AWS clients, which ask an error.
var errAnswering error = &unavailable{errDown}

type unavailable struct{ error }

// RetryableError is what AWS clients ask for.
func (*unavailable) RetryableError() bool { return true }

// answering is a store whose errors answer to AWS clients.
type answering struct{ store.Store }

// Get passes a call on.
func (a answering) Get(ctx context.Context, key string) (int, error) {
	v, err := a.Store.Get(ctx, key)
	if err != nil {
		err = errAnswering
	}
	return v, err
}

// steady is a store that works.
type steady struct{}

//go:noinline
func (steady) Get(context.Context, string) (int, error) { return 42, nil }

// flaky is a store whose every call fails some times and then succeeds.
type flaky struct {
	failures int
	left     int
}

//go:noinline
func (f *flaky) Get(context.Context, string) (int, error) {
	if f.left > 0 {
		f.left--
		return 0, errDown
	}
	f.left = f.failures
	return 42, nil
}

// call makes a call with retries, and without waits between them.
type call func(ctx context.Context) (int, error)

// caller is a way to make calls on a store.
type caller struct {
	name string
	on   func(store.Store) call
}

func callComparisons() []comparison {
	var all []comparison
	for failures, title := range []string{"Success at once", "One failure", "", "Three failures"} {
		if title == "" {
			continue
		}
		c := comparison{title: title}
		for _, caller := range callers() {
			var s store.Store = steady{}
			if failures > 0 {
				s = &flaky{failures: failures, left: failures}
			}
			c.contenders = append(c.contenders, contender{caller.name, repeat(caller.on(s))})
		}
		all = append(all, c)
	}
	return append(all, timerComparison(), parallelComparison(), quotaComparison())
}

// parallelComparison has all processors make calls that succeed.
func parallelComparison() comparison {
	c := comparison{title: "Success at once, in parallel"}
	for _, caller := range callers() {
		call := repeat(caller.on(steady{}))
		c.contenders = append(c.contenders, contender{caller.name, func(n int) error {
			var group sync.WaitGroup
			workers := runtime.GOMAXPROCS(0)
			errs := make([]error, workers)
			for i := range workers {
				group.Go(func() { errs[i] = call(n/workers + 1) })
			}
			group.Wait()
			return errors.Join(errs...)
		}})
	}
	return c
}

// quotaComparison has calls succeed under a quota of retries.
func quotaComparison() comparison {
	c := comparison{title: "Success at once, with a quota"}
	for _, caller := range []caller{
		{"direct", direct},
		{"retrygen, generated client", func(s store.Store) call {
			client := store.NewPaying(s)
			return func(ctx context.Context) (int, error) { return client.Get(ctx, "key") }
		}},
		{"retrygen, generated client, and an observer", func(s store.Store) call {
			client := store.NewPaying(s, retry.WithObserver(new(successes)))
			return func(ctx context.Context) (int, error) { return client.Get(ctx, "key") }
		}},
		{"retrygen, DoValue", func(s store.Store) call { return doValue(store.PaidPolicy(), s) }},
		{"aws-sdk-go-v2 retry.Standard", awsWithQuota},
	} {
		c.contenders = append(c.contenders, contender{caller.name, repeat(caller.on(steady{}))})
	}
	return c
}

// successes is an observer that counts successes.
type successes int

// Observe takes no note of other events.
func (*successes) Observe(context.Context, retry.Event) {}

// ObserveSuccess counts.
func (s *successes) ObserveSuccess(_ context.Context, policy, operation string, attempts int) { *s++ }

// perContext is how many calls share a context, since some contenders leave
// something behind in it.
const perContext = 1000

// repeat makes a call n times and checks its result.
func repeat(c call) func(n int) error {
	return func(n int) error {
		for ; n > 0; n -= perContext {
			if err := inContext(c, min(n, perContext)); err != nil {
				return err
			}
		}
		return nil
	}
}

// inContext makes a call n times with a context that can be cancelled.
func inContext(c call, n int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range n {
		if v, err := c(ctx); v != 42 || err != nil {
			return fmt.Errorf("got %d, %v", v, err)
		}
	}
	return nil
}
