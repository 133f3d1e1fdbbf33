package retry

import (
	"math"
	"math/rand/v2"
	"time"
)

// maxChain bounds how far [Policy.Bounds] and [Policy.Delay] follow a
// decorrelated backoff, which has settled long before.
const maxChain = 1 << 12

// Policy is a retry policy. It never changes and is safe for concurrent use by
// any number of calls.
type Policy struct {
	config    Config
	delay     func(retry int) time.Duration // draws for Delay
	admits    bool                          // attempts have to be admitted, or have separate contexts
	early     bool                          // calls have work before their first attempt
	watched   bool                          // calls have more work than attempts and waits
	waits     bool                          // there may be a wait, or a bound of waits
	clocked   bool
	throttles bool
	// classifies is set if not all errors are retried.
	classifies    bool
	notIdempotent bool
	observers     []SuccessObserver
	source        rand.Source   // nil: the global one
	strategy      RetryStrategy // nil: the policy decides
	clock         clock
}

// New returns a policy. Options are applied after config, in their order.
func New(config Config, opts ...Option) *Policy {
	if config.MaxAttempts < 0 {
		config.MaxAttempts = 1
	}
	p := &Policy{config: config}
	return p.apply(opts)
}

// With returns a copy of the policy with further options applied. The copy
// shares the quota and the breaker of the policy, unless an option says
// otherwise.
func (p *Policy) With(opts ...Option) *Policy {
	twin := *p
	twin.observers = p.observers[:len(p.observers):len(p.observers)]
	return twin.apply(opts)
}

// apply applies options, and computes what the loop would otherwise derive from
// the configuration at every attempt.
func (p *Policy) apply(opts []Option) *Policy {
	for _, opt := range opts {
		opt(p)
	}
	c := &p.config
	if c.Quota == nil && c.QuotaConfig != (QuotaConfig{}) {
		c.Quota = NewQuota(c.QuotaConfig)
	}
	c.QuotaConfig = QuotaConfig{}
	p.delay = p.drawer()
	p.clocked = c.AttemptTimeout > 0 || c.TotalTimeout > 0
	p.admits = p.clocked || c.NestedOnce || c.Breaker != nil || p.strategy != nil
	p.early = p.admits || len(p.observers) > 0
	p.watched = p.early || c.Quota != nil
	p.classifies = c.Classify != nil || p.notIdempotent
	p.throttles = !c.Throttling.isZero()
	p.waits = p.throttles || !c.Backoff.isZero() || c.WaitBudget.Limit != 0 || c.TotalTimeout > 0 || c.Quota != nil
	return p
}

// Name returns the name of the policy.
func (p *Policy) Name() string { return p.config.Name }

// MaxAttempts returns the greatest number of attempts of a call, the first one
// included. 0 is unlimited.
func (p *Policy) MaxAttempts() int { return p.config.MaxAttempts }

// AttemptTimeout returns the bound of one attempt. 0 or less is no bound.
func (p *Policy) AttemptTimeout() time.Duration { return p.config.AttemptTimeout }

// Bounds returns the shortest and the longest wait that the backoff can give
// before a retry, counted from 1. Limits, hints and throttling are not
// considered.
func (p *Policy) Bounds(retry int) (shortest, longest time.Duration) {
	b := &p.config.Backoff
	switch {
	case retry < 1:
		return 0, 0
	case b.Jitter != nil:
		shortest, longest = b.Jitter(retry, 0), b.Jitter(retry, math.MaxUint64)
	case b.Decorrelated != nil:
		for range min(retry, maxChain) {
			shortest, longest = b.Decorrelated(shortest, 0), b.Decorrelated(longest, math.MaxUint64)
		}
	case b.Delay != nil:
		shortest = b.Delay(retry)
		longest = shortest
	}
	return max(shortest, 0), max(longest, 0)
}

// Delay draws the wait before a retry, counted from 1. Limits, hints and
// throttling are not considered.
func (p *Policy) Delay(retry int) time.Duration { return p.delay(retry) }

// drawer returns the function that Delay calls. It is chosen once, so that Delay
// costs no more than the draw.
func (p *Policy) drawer() func(retry int) time.Duration {
	b, source := &p.config.Backoff, p.source
	switch jitter := b.Jitter; {
	case b.Delay != nil:
		return b.Delay
	case jitter != nil && source == nil:
		return func(retry int) time.Duration { return jitter(retry, rand.Uint64()) }
	case jitter != nil:
		return func(retry int) time.Duration { return jitter(retry, source.Uint64()) }
	case b.Decorrelated != nil:
		return p.decorrelated
	}
	return func(int) time.Duration { return 0 }
}

// decorrelated draws every wait up to the given one.
func (p *Policy) decorrelated(retry int) (wait time.Duration) {
	for range min(retry, maxChain) {
		wait = max(p.config.Backoff.Decorrelated(wait, p.random()), 0)
	}
	return wait
}

// draw draws the wait before a retry of a call.
func (c *Call) draw(b *Backoff, retry int) time.Duration {
	switch {
	case b.Delay != nil:
		return max(b.Delay(retry), 0)
	case b.Jitter != nil:
		return max(b.Jitter(retry, c.policy.random()), 0)
	case b.Decorrelated != nil:
		s := c.state()
		s.previous = max(b.Decorrelated(s.previous, c.policy.random()), 0)
		return s.previous
	}
	return 0
}

func (p *Policy) random() uint64 {
	if p.source != nil {
		return p.source.Uint64()
	}
	return rand.Uint64()
}

// Option changes a policy that is being made, see [New] and [Policy.With].
type Option func(*Policy)

// keepTime makes a policy go by the time of a source of random numbers.
func (p *Policy) keepTime(source rand.Source) {
	v, ok := source.(virtualTime)
	if !ok {
		return
	}
	p.clock = clock{v}
	if b := p.config.Breaker; b != nil {
		b.clock = p.clock
	}
	if p.config.Quota == nil && p.config.QuotaConfig != (QuotaConfig{}) {
		p.config.Quota = NewQuota(p.config.QuotaConfig)
	}
	if q := p.config.Quota; q != nil {
		q.clock, q.birth = p.clock, v.Now()
	}
}
