package main

import (
	"context"
	"slices"
	"time"

	avast "github.com/avast/retry-go/v5"
	aws "github.com/aws/aws-sdk-go-v2/aws/retry"
	backoff5 "github.com/cenkalti/backoff/v5"
	backoff7 "github.com/cenkalti/backoff/v7"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/googleapis/gax-go/v2"
	"github.com/retrygen/retrygen/benchmarks/store"
	retry "github.com/retrygen/retrygen/runtime"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
)

// callers are all the ways to make calls without a wait, the call without
// retries first.
func callers() []caller {
	return slices.Concat([]caller{
		{"direct", direct},
		{"retrygen, generated client", generated},
		{"retrygen, DoValue", func(s store.Store) call { return doValue(store.ReadPolicy(), s) }},
	}, others(0), []caller{
		{"avast/retry-go v5, no context", avastShared},
		{"aws-sdk-go-v2 retry.Standard", func(s store.Store) call { return awsStandard(answering{s}) }},
	})
}

// others are the ways of other libraries that wait by themselves, each time as
// long.
func others(pause time.Duration) []caller {
	return []caller{
		{"cenkalti/backoff v7", func(s store.Store) call { return cenkalti7(s, pause) }},
		{"cenkalti/backoff v5", func(s store.Store) call { return cenkalti5(s, pause) }},
		{"avast/retry-go v5", func(s store.Store) call { return avastPerCall(s, pause) }},
		{"sethvargo/go-retry", func(s store.Store) call { return sethvargoDo(s, pause) }},
		{"failsafe-go", func(s store.Store) call { return failsafeGet(s, pause) }},
		{"gax-go", func(s store.Store) call { return gaxInvoke(s, pause) }},
		{"k8s wait", func(s store.Store) call { return k8sWait(s, pause) }},
	}
}

func direct(s store.Store) call {
	return func(ctx context.Context) (int, error) {
		for {
			if v, err := s.Get(ctx, "key"); err == nil {
				return v, nil
			}
		}
	}
}

func generated(s store.Store) call {
	client := store.NewRetrying(s)
	return func(ctx context.Context) (int, error) { return client.Get(ctx, "key") }
}

func doValue(p *retry.Policy, s store.Store) call {
	return func(ctx context.Context) (int, error) {
		return retry.DoValue(ctx, p, func(ctx context.Context) (int, error) { return s.Get(ctx, "key") })
	}
}

func cenkalti7(s store.Store, pause time.Duration) call {
	return func(ctx context.Context) (int, error) {
		return backoff7.Retry(ctx, func() (int, error) { return s.Get(ctx, "key") },
			backoff7.WithBackOff(backoff7.NewConstantBackOff(pause)), backoff7.WithMaxTries(attempts))
	}
}

func cenkalti5(s store.Store, pause time.Duration) call {
	return func(ctx context.Context) (int, error) {
		return backoff5.Retry(ctx, func() (int, error) { return s.Get(ctx, "key") },
			backoff5.WithBackOff(backoff5.NewConstantBackOff(pause)), backoff5.WithMaxTries(attempts))
	}
}

// avastPerCall makes a retrier for each call, which is the way to give it the
// context of the call.
func avastPerCall(s store.Store, pause time.Duration) call {
	return func(ctx context.Context) (int, error) {
		retrier := avast.NewWithData[int](avast.Context(ctx), avast.Attempts(attempts), avast.Delay(pause), avast.DelayType(avast.FixedDelay))
		return retrier.Do(func() (int, error) { return s.Get(ctx, "key") })
	}
}

func avastShared(s store.Store) call {
	retrier := avast.NewWithData[int](avast.Attempts(attempts), avast.Delay(0), avast.DelayType(avast.FixedDelay))
	return func(ctx context.Context) (int, error) {
		return retrier.Do(func() (int, error) { return s.Get(ctx, "key") })
	}
}

// sethvargoDo makes a backoff for each call, because backoffs remember.
func sethvargoDo(s store.Store, pause time.Duration) call {
	return func(ctx context.Context) (int, error) {
		same := sethvargo.BackoffFunc(func() (time.Duration, bool) { return pause, false })
		return sethvargo.DoValue(ctx, sethvargo.WithMaxRetries(attempts-1, same), func(ctx context.Context) (int, error) {
			v, err := s.Get(ctx, "key")
			if err != nil {
				err = sethvargo.RetryableError(err)
			}
			return v, err
		})
	}
}

func failsafeGet(s store.Store, pause time.Duration) call {
	executor := failsafe.With(retrypolicy.NewBuilder[int]().WithMaxAttempts(attempts).WithDelay(pause).Build())
	return func(ctx context.Context) (int, error) {
		return executor.WithContext(ctx).Get(func() (int, error) { return s.Get(ctx, "key") })
	}
}

func awsStandard(s store.Store) call {
	return awsLoop(s, aws.NewStandard(func(o *aws.StandardOptions) {
		o.MaxAttempts, o.RateLimiter, o.Backoff = attempts, ratelimit.None, noDelay{}
	}))
}

func awsWithQuota(s store.Store) call {
	return awsLoop(s, aws.NewStandard(func(o *aws.StandardOptions) { o.MaxAttempts, o.Backoff = attempts, noDelay{} }))
}

// noDelay is a backoff for AWS clients that never waits.
type noDelay struct{}

func (noDelay) BackoffDelay(int, error) (time.Duration, error) { return 0, nil }

// awsLoop does with a retryer what the middleware of AWS clients does.
func awsLoop(s store.Store, r *aws.Standard) call {
	return func(ctx context.Context) (int, error) {
		release, err := r.GetAttemptToken(ctx)
		if err != nil {
			return 0, err
		}
		for attempt := 1; ; attempt++ {
			v, err := s.Get(ctx, "key")
			if releaseErr := release(err); releaseErr != nil {
				return v, releaseErr
			}
			if err == nil || !r.IsErrorRetryable(err) || attempt >= r.MaxAttempts() {
				return v, err
			}
			if release, err = r.GetRetryToken(ctx, err); err != nil {
				return v, err
			}
			if _, err := r.RetryDelay(attempt, err); err != nil {
				return v, err
			}
		}
	}
}

// gaxRetryer retries every error after a pause.
type gaxRetryer struct {
	left  int
	pause time.Duration
}

func (r *gaxRetryer) Retry(error) (time.Duration, bool) {
	r.left--
	return r.pause, r.left > 0
}

func gaxInvoke(s store.Store, pause time.Duration) call {
	retrying := gax.WithRetry(func() gax.Retryer { return &gaxRetryer{attempts, pause} })
	return func(ctx context.Context) (v int, err error) {
		err = gax.Invoke(ctx, func(ctx context.Context, _ gax.CallSettings) (err error) {
			v, err = s.Get(ctx, "key")
			return err
		}, retrying)
		return v, err
	}
}

func k8sWait(s store.Store, pause time.Duration) call {
	return func(ctx context.Context) (v int, err error) {
		err = wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Steps: attempts, Duration: pause}, func(ctx context.Context) (bool, error) {
			var failed error
			v, failed = s.Get(ctx, "key")
			return failed == nil, nil
		})
		return v, err
	}
}
