package lockstep

import (
	"context"
	"math"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	seth "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

func send() error { return nil }

func constant() error {
	return backoff.Retry(send, backoff.NewConstantBackOff(time.Second)) // want `constant: backoff.Retry waits by backoff.NewConstantBackOff, without jitter`
}

func limited() error {
	return backoff.Retry(send, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3)) // want `RA108`
}

func variable() error {
	b := backoff.NewConstantBackOff(time.Second)
	return backoff.Retry(send, b) // want `RA108`
}

func fixedDelay() error {
	return avast.Do(send, avast.DelayType(avast.FixedDelay)) // want `retry.FixedDelay`
}

func backOffDelay() error {
	return avast.Do(send, avast.DelayType(avast.BackOffDelay)) // want `retry.BackOffDelay`
}

func sethConstant(ctx context.Context) error {
	return seth.Do(ctx, seth.NewConstant(time.Second), func(context.Context) error { return send() }) // want `retry.NewConstant`
}

func sethExponential(ctx context.Context) error {
	b := seth.WithMaxRetries(3, seth.NewExponential(time.Second))
	return seth.Do(ctx, b, func(context.Context) error { return send() }) // want `retry.NewExponential`
}

func sethShort(ctx context.Context) error {
	return seth.Exponential(ctx, time.Second, func(context.Context) error { return send() }) // want `retry.Exponential`
}

func kube() error {
	return retry.OnError(wait.Backoff{Steps: 3, Duration: time.Second, Factor: 2}, func(error) bool { return true }, send) // want `wait.Backoff`
}

func kubeVariable() error {
	b := wait.Backoff{Steps: 3, Duration: time.Second}
	return retry.RetryOnConflict(b, send) // want `wait.Backoff`
}

func loop() {
	for send() != nil {
		time.Sleep(time.Second) // want `time.Sleep\(time.Second\) is the same in every instance`
	}
}

func growing() {
	wait := time.Second
	for send() != nil {
		time.Sleep(wait) // want `time.Sleep\(wait\)`
		wait *= 2
	}
}

func power() error {
	var err error
	for i := 0; i < 4; i++ {
		if err = send(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second) // want `RA108`
	}
	return err
}
