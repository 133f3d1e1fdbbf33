package simulate

import (
	"context"
	"errors"
	"fmt"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
)

// operation is the name of the calls of a simulation.
const operation = "Simulated.Call"

// Check returns why a policy cannot be simulated.
func Check(p *policy.Policy) error {
	if p.BackoffFunc != nil {
		return fmt.Errorf("policy %s cannot be simulated: the Go function %s computes its waits", p.Name, p.BackoffFunc)
	}
	return nil
}

// config returns the configuration that generated code has for a policy, without
// the breaker.
func config(p *policy.Policy) retry.Config {
	c := retry.Config{
		Name:           p.Name,
		MaxAttempts:    p.MaxAttempts,
		AttemptTimeout: p.AttemptTimeout,
		TotalTimeout:   p.TotalTimeout,
		Backoff:        backoff(&p.Backoff),
		Classify:       newClassifier(p).classify,
		RetryAfter:     retry.RetryAfter{Mode: hintModes[p.Hint.Mode], Max: p.Hint.Max},
		NestedOnce:     p.NestedOnce,
	}
	if b := p.WaitBudget; b != nil {
		c.WaitBudget = retry.WaitBudget{Limit: b.Limit, Truncate: b.Truncate}
		if b.Limit == 0 {
			c.WaitBudget.Limit = -1 // none at all; 0 would be no bound
		}
	}
	if p.OnFailure.Action == "continue" {
		c.OnFailure = retry.Continue
	}
	if q := p.Quota; q != nil {
		c.QuotaConfig = retry.QuotaConfig{
			Capacity: int(q.Capacity), RetryCost: int(q.RetryCost), ThrottleCost: int(q.ThrottleCost), TimeoutCost: int(q.TimeoutCost),
			SuccessRefund: q.SuccessRefund, RefillPerSecond: q.RefillPerSecond, Ratio: q.Ratio,
		}
	}
	return c
}

// breaker returns a circuit breaker of the policy, or nil.
func breaker(p *policy.Policy) *retry.Breaker {
	b := p.Breaker
	if b == nil {
		return nil
	}
	return retry.NewBreaker(retry.BreakerConfig{
		FailureThreshold: int(b.FailureThreshold), RecoveryTimeout: b.RecoveryTimeout,
		Probes: int(b.HalfOpenProbes), SuccessThreshold: int(b.HalfOpenProbes),
	})
}

// hintModes are the ways to combine hints, as the runtime names them.
var hintModes = map[policy.HintMode]retry.HintMode{
	policy.HintReplaces: retry.Replace, policy.HintIgnored: retry.Ignore,
	policy.HintAtLeast: retry.AtLeast, policy.HintClamped: retry.Clamp5s,
}

// backoff returns the waits of a schedule, which generated code shares to the
// nanosecond.
func backoff(s *policy.Schedule) retry.Backoff {
	if s.Jitter == policy.Decorrelated {
		return retry.Backoff{Decorrelated: s.DelayAfter}
	}
	return retry.Backoff{Jitter: s.Delay}
}

// startsEarly reports whether calls of the policy begin before their first
// attempt, as generated code begins them.
func startsEarly(p *policy.Policy) bool {
	return p.AttemptTimeout > 0 || p.TotalTimeout > 0 || p.Breaker != nil || p.NestedOnce
}

// classifier has the classes of the errors of the models under a policy.
type classifier struct {
	stop, retry *matcher.Set
	otherwise   policy.Verdict
	known       map[*failure]retry.Class
	unknown     retry.Class // of an error that is none of them
}

func newClassifier(p *policy.Policy) *classifier {
	c := &classifier{stop: matcher.NewSet(p.Stop), retry: matcher.NewSet(p.Retry), otherwise: p.Otherwise, known: map[*failure]retry.Class{}}
	for _, f := range []*failure{errUnavailable, errTimeout, errConflict} {
		c.known[f] = c.classOf(f.facts())
	}
	c.unknown = c.classOf(matcher.Failure{})
	return c
}

// classOf returns the class that generated code gives a failure.
func (c *classifier) classOf(f matcher.Failure) retry.Class {
	switch {
	case c.stop.Matches(f):
		return retry.Final
	case c.retry.Matches(f), c.otherwise == policy.RetryAll, c.otherwise == policy.RetryUnlessMarked,
		c.otherwise == policy.RetryIfSafe && f.RetrySafe:
		return retry.Retry
	default:
		return retry.Stop
	}
}

func (c *classifier) class(f *failure) retry.Class { return c.known[f] }

// classify is the classification of a retry policy. The error of a client inside
// another one wraps what the server answered.
func (c *classifier) classify(err error) retry.Class {
	var f *failure
	switch {
	case errors.As(err, &f):
		return c.known[f]
	case errors.Is(err, context.DeadlineExceeded):
		return c.known[errTimeout]
	default:
		return c.unknown
	}
}
