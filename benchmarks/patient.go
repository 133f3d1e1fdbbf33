package main

import (
	"context"
	"time"

	avast "github.com/avast/retry-go/v5"
	backoff5 "github.com/cenkalti/backoff/v5"
	backoff7 "github.com/cenkalti/backoff/v7"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/googleapis/gax-go/v2"
	"github.com/retrygen/retrygen/benchmarks/store"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

// pause is the wait before every retry of a patient caller: next to nothing, so
// that what is measured is the work of waiting.
const pause = time.Microsecond

// timerComparison has calls fail three times and wait after each, with real
// timers.
func timerComparison() comparison {
	c := comparison{title: "Three failures, with timers"}
	for _, caller := range patientCallers() {
		s := &flaky{failures: 3, left: 3}
		c.contenders = append(c.contenders, contender{caller.name, repeat(caller.on(s))})
	}
	return c
}

// patientCallers are the callers that wait by themselves.
func patientCallers() []caller {
	return []caller{
		{"direct, one timer", directPatient},
		{"retrygen, generated client", func(s store.Store) call {
			client := store.NewPatient(s)
			return func(ctx context.Context) (int, error) { return client.Get(ctx, "key") }
		}},
		{"cenkalti/backoff v7", cenkalti7Patient},
		{"cenkalti/backoff v5", cenkalti5Patient},
		{"avast/retry-go v5", avastPatient},
		{"sethvargo/go-retry", sethvargoPatient},
		{"failsafe-go", failsafePatient},
		{"gax-go", gaxPatient},
		{"k8s wait", k8sPatient},
	}
}

// directPatient is a loop written by hand for this store.
func directPatient(s store.Store) call {
	return func(ctx context.Context) (int, error) {
		v, err := s.Get(ctx, "key")
		if err == nil {
			return v, nil
		}
		timer := time.NewTimer(pause)
		defer timer.Stop()
		for {
			select {
			case <-timer.C:
			case <-ctx.Done():
				return v, ctx.Err()
			}
			if v, err = s.Get(ctx, "key"); err == nil {
				return v, nil
			}
			timer.Reset(pause)
		}
	}
}

func cenkalti7Patient(s store.Store) call {
	return func(ctx context.Context) (int, error) {
		return backoff7.Retry(ctx, func() (int, error) { return s.Get(ctx, "key") },
			backoff7.WithBackOff(backoff7.NewConstantBackOff(pause)), backoff7.WithMaxTries(attempts))
	}
}

func cenkalti5Patient(s store.Store) call {
	return func(ctx context.Context) (int, error) {
		return backoff5.Retry(ctx, func() (int, error) { return s.Get(ctx, "key") },
			backoff5.WithBackOff(backoff5.NewConstantBackOff(pause)), backoff5.WithMaxTries(attempts))
	}
}

func avastPatient(s store.Store) call {
	return func(ctx context.Context) (int, error) {
		retrier := avast.NewWithData[int](avast.Context(ctx), avast.Attempts(attempts), avast.Delay(pause), avast.DelayType(avast.FixedDelay))
		return retrier.Do(func() (int, error) { return s.Get(ctx, "key") })
	}
}

func sethvargoPatient(s store.Store) call {
	return func(ctx context.Context) (int, error) {
		return sethvargo.DoValue(ctx, sethvargo.WithMaxRetries(attempts-1, sethvargo.NewConstant(pause)), func(ctx context.Context) (int, error) {
			v, err := s.Get(ctx, "key")
			if err != nil {
				err = sethvargo.RetryableError(err)
			}
			return v, err
		})
	}
}

func failsafePatient(s store.Store) call {
	executor := failsafe.With(retrypolicy.NewBuilder[int]().WithMaxAttempts(attempts).WithDelay(pause).Build())
	return func(ctx context.Context) (int, error) {
		return executor.WithContext(ctx).Get(func() (int, error) { return s.Get(ctx, "key") })
	}
}

// patientGax retries every error after a pause.
type patientGax struct{ gaxRetryer }

func (r *patientGax) Retry(err error) (time.Duration, bool) {
	_, again := r.gaxRetryer.Retry(err)
	return pause, again
}

func gaxPatient(s store.Store) call {
	retrying := gax.WithRetry(func() gax.Retryer { return &patientGax{gaxRetryer{attempts}} })
	return func(ctx context.Context) (v int, err error) {
		err = gax.Invoke(ctx, func(ctx context.Context, _ gax.CallSettings) (err error) {
			v, err = s.Get(ctx, "key")
			return err
		}, retrying)
		return v, err
	}
}

func k8sPatient(s store.Store) call {
	return func(ctx context.Context) (v int, err error) {
		err = wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Steps: attempts, Duration: pause}, func(ctx context.Context) (bool, error) {
			var failed error
			v, failed = s.Get(ctx, "key")
			return failed == nil, nil
		})
		return v, err
	}
}
