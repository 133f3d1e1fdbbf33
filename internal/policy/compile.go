package policy

import (
	"math"
	"time"

	"github.com/retrygen/retrygen/schema"
)

// maxAttempts is the largest bound of attempts: generated code also builds
// where an int has 32 bits.
const maxAttempts = math.MaxInt32

// Compile returns the compiled form of p. Every policy that [schema.Load]
// accepts compiles; waits and limits that do not fit saturate, and a note says
// so.
func Compile(p *schema.Policy) *Policy {
	c := &Policy{
		Name:           p.Name,
		Description:    p.Description,
		Dialect:        p.Dialect.DialectName(),
		Fidelity:       fidelity(p.Fidelity),
		AttemptTimeout: p.AttemptTimeout,
		TotalTimeout:   p.TotalTimeout,
		Breaker:        p.CircuitBreaker,
		NestedOnce:     p.NestedOnce,
	}
	switch d := p.Dialect.(type) {
	case *schema.Exosphere:
		c.exosphere(d)
	case *schema.Prodigy:
		c.prodigy(d)
	case *schema.Temporal:
		c.temporal(d, p.Pointer)
	case *schema.HTTPX:
		c.httpx(d, p.Pointer)
	case *schema.Smithy:
		c.smithy(d, p.Pointer)
	}
	c.errors(p.Errors)
	c.retryAfter(p.RetryAfter)
	c.quota(p.Quota)
	c.noteSaturation()
	return c
}

func fidelity(f schema.Fidelity) schema.Fidelity {
	if f == "" {
		return schema.Documented
	}
	return f
}

func (p *Policy) documented() bool { return p.Fidelity == schema.Documented }

// attempts sets the bound of attempts to at least 1.
func (p *Policy) attempts(n int64) {
	p.MaxAttempts = int(min(max(n, 1), maxAttempts))
	if n > maxAttempts {
		p.note("attempts end at %d, so that the generated code builds on 32-bit platforms", maxAttempts)
	}
}

// retries sets the bound of attempts to n and the first one. The largest n
// has no successor, and is past every bound without it.
func (p *Policy) retries(n int64) { p.attempts(max(n, n+1)) }

// errors puts the rules beside the dialect block before the dialect's own.
func (p *Policy) errors(e schema.Errors) {
	if e.Retry != nil {
		if len(p.Stop)+len(p.Retry) > 0 {
			p.note("errors.retry takes the place of the error rules of the %s block", p.Dialect)
		}
		p.Stop, p.Retry, p.Otherwise = nil, e.Retry, StopAll
	}
	if len(e.Stop) > 0 {
		p.Stop = append(e.Stop[:len(e.Stop):len(e.Stop)], p.Stop...)
	}
}

// retryAfter overrides what the dialect makes of a hint. A respected hint keeps
// the dialect's way to combine it with the wait, if it has one.
func (p *Policy) retryAfter(r *schema.RetryAfter) {
	switch {
	case r == nil:
		return
	case !r.Respect:
		p.Hint = Hint{Mode: HintIgnored}
		return
	case p.Hint.Mode == HintIgnored:
		p.Hint.Mode = HintReplaces
	}
	if r.Max > 0 {
		p.Hint.Max = r.Max
	}
}

// milliseconds returns n milliseconds, saturated.
func milliseconds(n int64) time.Duration {
	if n > int64(Unlimited/time.Millisecond) {
		return Unlimited
	}
	return time.Duration(max(n, 0)) * time.Millisecond
}

// seconds returns s seconds to the nearest nanosecond, saturated.
func seconds(s float64) time.Duration {
	n := math.Round(s * float64(time.Second))
	switch {
	case n >= math.MaxInt64:
		return Unlimited
	case n > 0:
		return time.Duration(n)
	default:
		return 0
	}
}
