package lint

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// horizon is how many retries of a policy are looked at. Nobody means more,
// and a spec may ask for two billion.
const horizon = 1_000

// subject is what a rule judges: one policy of a spec.
type subject struct {
	spec     *schema.Spec
	policy   *schema.Policy
	compiled *policy.Policy
	// waits are the shortest and the longest wait before every retry, whatever
	// the error. Most rules ask for all of them.
	waits [][2]time.Duration
	code  Code
}

func newSubject(spec *schema.Spec, p *schema.Policy, code Code) *subject {
	s := &subject{spec: spec, policy: p, compiled: policy.Compile(p), code: code}
	s.waits = make([][2]time.Duration, s.retries())
	for i := range s.waits {
		shortest, longest := s.compiled.Backoff.Bounds(i + 1)
		if s.compiled.Throttling != nil {
			low, high := s.compiled.Throttling.Bounds(i + 1)
			shortest, longest = min(shortest, low), max(longest, high)
		}
		s.waits[i] = [2]time.Duration{shortest, longest}
	}
	return s
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
func (s *subject) about(k knob, message, hint string) []finding {
	at, written := s.locate(k)
	return []finding{{at: at, key: !written, message: message, hint: hint}}
}

// retries returns how many retries the policy allows, at most [horizon].
func (s *subject) retries() int {
	if s.compiled.MaxAttempts == 0 {
		return horizon
	}
	return min(s.compiled.MaxAttempts-1, horizon)
}

// schedules returns the schedules of the policy.
func (s *subject) schedules() []*policy.Schedule {
	if s.compiled.Throttling != nil {
		return []*policy.Schedule{&s.compiled.Backoff, s.compiled.Throttling}
	}
	return []*policy.Schedule{&s.compiled.Backoff}
}

// bounds returns the shortest and the longest wait before a retry.
func (s *subject) bounds(retry int) (shortest, longest time.Duration) {
	return s.waits[retry-1][0], s.waits[retry-1][1]
}

// longest returns the longest wait of the policy.
func (s *subject) longest() time.Duration {
	var all time.Duration
	for _, w := range s.waits {
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

// count returns "1 retry" or "2 retries".
func count(n int, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return fmt.Sprintf("%d %s", n, plural)
}
