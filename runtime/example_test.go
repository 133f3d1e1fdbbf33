package retry_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// errBusy stands for an error of the operation.
var errBusy = errors.New("busy")

// busyTwice returns an operation that succeeds at its third attempt.
func busyTwice() func(context.Context) error {
	n := 0
	return func(context.Context) error {
		n++
		fmt.Println("attempt", n)
		if n < 3 {
			return errBusy
		}
		return nil
	}
}

func doubling(retry int) time.Duration { return time.Millisecond << (retry - 1) }

func ExamplePolicy_Do() {
	policy := retry.New(retry.Config{Name: "lookup", MaxAttempts: 4, Backoff: retry.Backoff{Delay: doubling}})
	err := policy.Do(context.Background(), busyTwice())
	fmt.Println("error:", err)
	// Output:
	// attempt 1
	// attempt 2
	// attempt 3
	// error: <nil>
}

func ExamplePolicy_Attempts() {
	policy := retry.New(retry.Config{Name: "lookup", MaxAttempts: 2, Backoff: retry.Backoff{Delay: doubling}})
	lookup := busyTwice()
	var err error
	for attempt := range policy.Attempts(context.Background()) {
		err = attempt.Done(lookup(attempt.Context()))
	}
	fmt.Println("error:", err)
	// Output:
	// attempt 1
	// attempt 2
	// error: policy lookup: gave up after 2 attempts: attempts used up: busy
}

func ExampleRetryError() {
	policy := retry.New(retry.Config{MaxAttempts: 4, Backoff: retry.Backoff{Delay: func(int) time.Duration { return time.Hour }}})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := policy.Do(ctx, busyTwice())
	if e, ok := errors.AsType[*retry.RetryError](err); ok {
		fmt.Println(e.Reason, "after", e.Attempts, "attempt; it would have waited", e.Wait)
	}
	fmt.Println("busy:", errors.Is(err, errBusy))
	// Output:
	// attempt 1
	// next attempt would miss the deadline after 1 attempt; it would have waited 1h0m0s
	// busy: true
}

func ExamplePrune() {
	policy := retry.New(retry.Config{})
	err := policy.Do(context.Background(), func(context.Context) error {
		fmt.Println("called")
		return retry.Prune(errBusy)
	})
	fmt.Println(err == errBusy)
	// Output:
	// called
	// true
}

func ExampleDisabled() {
	policy := retry.New(retry.Config{MaxAttempts: 4})
	err := policy.Do(retry.Disabled(context.Background()), busyTwice())
	fmt.Println("error:", err)
	// Output:
	// attempt 1
	// error: busy
}
