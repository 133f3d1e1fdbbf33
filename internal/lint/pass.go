package lint

import (
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// horizon is how many retries of a policy are looked at. Nobody means more,
// and a spec may ask for two billion.
const horizon = 1_000

// pass is one policy of a spec, as the rules check it.
type pass struct {
	spec     *schema.Spec
	policy   *schema.Policy
	compiled *policy.Policy
	dialect  dialect.Dialect
	// waits are the shortest and the longest wait before every retry, after any
	// error. Most rules ask for all of them.
	waits [][2]time.Duration
	code  Code
}

func newPass(spec *schema.Spec, of *schema.Policy, code Code) *pass {
	p := &pass{spec: spec, policy: of, compiled: compile.Policy(of), dialect: dialect.Named(of.Dialect.DialectName()), code: code}
	p.waits = make([][2]time.Duration, p.retries())
	for i := range p.waits {
		shortest, longest := p.compiled.Backoff.Bounds(i + 1)
		if p.compiled.Throttling != nil {
			low, high := p.compiled.Throttling.Bounds(i + 1)
			shortest, longest = min(shortest, low), max(longest, high)
		}
		p.waits[i] = [2]time.Duration{shortest, longest}
	}
	return p
}

// finding is what a rule has to say, at the value at a pointer or at its key.
type finding struct {
	at            schema.Pointer
	key           bool
	message, hint string
}

// one returns a single finding about a value.
func one(at schema.Pointer, message, hint string) []finding {
	return []finding{{at: at, message: message, hint: hint}}
}

// about returns a single finding about what a key sets: at its value, or at
// the key of the dialect block if it is not written there.
func (p *pass) about(k parameter, message, hint string) []finding {
	at, written := p.locate(k)
	return []finding{{at: at, key: !written, message: message, hint: hint}}
}

// retries returns how many retries the policy allows, at most [horizon].
func (p *pass) retries() int {
	if p.compiled.MaxAttempts == 0 {
		return horizon
	}
	return min(p.compiled.MaxAttempts-1, horizon)
}

// schedules returns the schedules of the policy.
func (p *pass) schedules() []*policy.Schedule {
	if p.compiled.Throttling != nil {
		return []*policy.Schedule{&p.compiled.Backoff, p.compiled.Throttling}
	}
	return []*policy.Schedule{&p.compiled.Backoff}
}

// bounds returns the shortest and the longest wait before a retry.
func (p *pass) bounds(retry int) (shortest, longest time.Duration) {
	return p.waits[retry-1][0], p.waits[retry-1][1]
}

// longest returns the longest wait of the policy.
func (p *pass) longest() time.Duration {
	var all time.Duration
	for _, w := range p.waits {
		all = max(all, w[1])
	}
	return all
}

// add returns a + b, or the longest duration if that is longer.
func add(a, b time.Duration) time.Duration {
	if a > policy.Unlimited-b {
		return policy.Unlimited
	}
	return a + b
}

// times returns n × d, or the longest duration if that is longer.
func times(n int, d time.Duration) time.Duration {
	if n > 0 && d > policy.Unlimited/time.Duration(n) {
		return policy.Unlimited
	}
	return time.Duration(n) * d
}
