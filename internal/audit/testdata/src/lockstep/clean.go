package lockstep

import (
	"context"
	"math/rand/v2"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	seth "github.com/sethvargo/go-retry"
	"helper"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

func exponential() error { return backoff.Retry(send, backoff.NewExponentialBackOff()) }

func byDefault() error { return avast.Do(send) }

func randomDelay() error {
	return avast.Do(send, avast.DelayType(avast.CombineDelay(avast.BackOffDelay, avast.RandomDelay)), avast.MaxJitter(time.Second))
}

func jittered(ctx context.Context) error {
	return seth.Do(ctx, seth.WithJitter(time.Second, seth.NewConstant(time.Second)), func(context.Context) error { return send() })
}

func percent(ctx context.Context) error {
	b := seth.NewExponential(time.Second)
	return seth.Do(ctx, seth.WithJitterPercent(10, b), func(context.Context) error { return send() })
}

func kubeJitter() error {
	return retry.OnError(wait.Backoff{Steps: 3, Duration: time.Second, Jitter: 0.1}, func(error) bool { return true }, send)
}

func kubeDefault() error { return retry.RetryOnConflict(retry.DefaultRetry, send) }

func random() {
	for send() != nil {
		time.Sleep(time.Duration(rand.Int64N(1000)) * time.Millisecond)
	}
}

func randomVariable() {
	for send() != nil {
		wait := time.Second + rand.N(time.Second)
		time.Sleep(wait)
	}
}

func fromFunction(next func() time.Duration) {
	for send() != nil {
		time.Sleep(next())
	}
}

func noWait() error {
	var err error
	for range 3 {
		if err = send(); err == nil {
			return nil
		}
	}
	return err
}

func poll(ready func() bool) {
	for !ready() {
		time.Sleep(time.Second)
	}
}

func daemon() {
	for {
		_ = send()
		time.Sleep(time.Second)
	}
}

func byFact() error { return helper.Again(3, send) }
