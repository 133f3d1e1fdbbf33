package main

import (
	"math/rand/v2"
	"runtime"
	"time"

	avast "github.com/avast/retry-go/v5"
	aws "github.com/aws/aws-sdk-go-v2/aws/retry"
	backoff5 "github.com/cenkalti/backoff/v5"
	backoff7 "github.com/cenkalti/backoff/v7"
	"github.com/googleapis/gax-go/v2"
	"github.com/retrygen/retrygen/benchmarks/store"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

// The waits that are computed: exponential from first, by 2, up to longest.
const (
	first   = 100 * time.Millisecond
	longest = 10 * time.Second
	retries = 8
)

// delayComparisons compute waits, over and over for retries 1 to 8. Contenders
// that remember the last wait start anew after them; what they cannot do is
// left out.
func delayComparisons() []comparison {
	return []comparison{
		{title: "A wait without jitter", contenders: []contender{
			{"constant", delays(func(int) time.Duration { return first })},
			{"retrygen", delays(store.GrownPolicy().Delay)},
			{"cenkalti/backoff v7", delays(cenkalti7Delay(0))},
			{"cenkalti/backoff v5", delays(cenkalti5Delay(0))},
			{"avast/retry-go v5", delays(avastDelay(avast.BackOffDelay))},
			{"sethvargo/go-retry", delays(sethvargoDelay(func(b sethvargo.Backoff) sethvargo.Backoff { return b }))},
			{"k8s wait", delays(k8sDelay(0))},
		}},
		{title: "A wait with jitter", contenders: []contender{
			{"rand.Uint64", delays(func(int) time.Duration { return time.Duration(rand.Uint64() >> 1) })},
			{"retrygen, full jitter", delays(store.DrawnPolicy().Delay)},
			{"cenkalti/backoff v7, ± 50 %", delays(cenkalti7Delay(0.5))},
			{"cenkalti/backoff v5, ± 50 %", delays(cenkalti5Delay(0.5))},
			{"avast/retry-go v5, full jitter", delays(avastDelay(avast.FullJitterBackoffDelay))},
			{"sethvargo/go-retry, full jitter", delays(sethvargoDelay(sethvargo.WithFullJitter))},
			{"aws-sdk-go-v2, full jitter", delays(awsDelay())},
			{"gax-go, full jitter", delays(gaxDelay())},
			{"k8s wait, + 100 %", delays(k8sDelay(1))},
		}},
	}
}

// delays computes n waits.
func delays(wait func(retry int) time.Duration) func(n int) error {
	return func(n int) error {
		var sum time.Duration
		for i := range n {
			sum += wait(i%retries + 1)
		}
		runtime.KeepAlive(sum)
		return nil
	}
}

func cenkalti7Delay(jitter float64) func(int) time.Duration {
	b := &backoff7.ExponentialBackOff{InitialInterval: first, RandomizationFactor: jitter, Multiplier: 2, MaxInterval: longest}
	return func(retry int) time.Duration {
		if retry == 1 {
			b.Reset()
		}
		return b.NextBackOff()
	}
}

func cenkalti5Delay(jitter float64) func(int) time.Duration {
	b := &backoff5.ExponentialBackOff{InitialInterval: first, RandomizationFactor: jitter, Multiplier: 2, MaxInterval: longest}
	return func(retry int) time.Duration {
		if retry == 1 {
			b.Reset()
		}
		return b.NextBackOff()
	}
}

func avastDelay(delay avast.DelayTypeFunc) func(int) time.Duration {
	config := avast.New(avast.Delay(first), avast.MaxDelay(longest))
	return func(retry int) time.Duration { return min(delay(uint(retry), errDown, config), longest) }
}

func sethvargoDelay(jitter func(sethvargo.Backoff) sethvargo.Backoff) func(int) time.Duration {
	var b sethvargo.Backoff
	return func(retry int) time.Duration {
		if retry == 1 {
			b = sethvargo.WithCappedDuration(longest, jitter(sethvargo.NewExponential(first)))
		}
		wait, _ := b.Next()
		return wait
	}
}

func awsDelay() func(int) time.Duration {
	b := aws.NewExponentialJitterBackoff(longest)
	return func(retry int) time.Duration {
		wait, _ := b.BackoffDelay(retry, errDown)
		return wait
	}
}

func gaxDelay() func(int) time.Duration {
	var b gax.Backoff
	return func(retry int) time.Duration {
		if retry == 1 {
			b = gax.Backoff{Initial: first, Max: longest, Multiplier: 2}
		}
		return b.Pause()
	}
}

func k8sDelay(jitter float64) func(int) time.Duration {
	var b wait.Backoff
	return func(retry int) time.Duration {
		if retry == 1 {
			b = wait.Backoff{Duration: first, Factor: 2, Jitter: jitter, Steps: attempts, Cap: longest}
		}
		return b.Step()
	}
}
