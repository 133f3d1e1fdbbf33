package retrytest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// Policy says which policy waits are compared with. It is given the policy of the
// method, which is nil if the method passes through.
type Policy func(own *retry.Policy) *retry.Policy

// WithinPolicy stands for the policy of the method itself.
func WithinPolicy(own *retry.Policy) *retry.Policy { return own }

// Within stands for another policy, for example one with options.
func Within(p *retry.Policy) Policy {
	return func(*retry.Policy) *retry.Policy { return p }
}

// Want reports an error unless the method has seen n attempts, over all calls.
func (s *Script) Want(n int) {
	s.fake.t.Helper()
	if got := len(s.records()); got != n {
		s.fake.errorf("%s saw %d attempts, want %d", s.name(), got, n)
	}
}

// WantWaits reports each wait between the end of an attempt and the beginning of the
// next one that the policy could not have drawn, hints included. Time is exact under
// testing/synctest only, or by the virtual clock of an engine. Calls are distinguished by
// their idempotency keys or what the engine calls them, or else by which attempts the
// policy retries: without keys, make one call at a time.
func (s *Script) WantWaits(policy Policy) {
	s.fake.t.Helper()
	p := policy(s.config.Policy)
	if p == nil {
		s.fake.errorf("%s follows no policy that its waits could be compared with", s.config.Name)
		return
	}
	compared := 0
	for _, call := range s.calls(p) {
		for i, wait := range call.waits() {
			compared++
			if shortest, longest, ok := within(p, call, i+1, wait); !ok {
				s.fake.errorf("%s waited %v before retry %d, and policy %s waits %s", s.name(), wait, i+1, p.Name(), span(shortest, longest))
			}
		}
	}
	if compared == 0 {
		s.fake.errorf("%s was not retried, so that there is no wait to compare", s.name())
	}
}

// span returns a range in words.
func span(shortest, longest time.Duration) string {
	if shortest == longest {
		return shortest.String()
	}
	return fmt.Sprintf("%v to %v", shortest, longest)
}

// WantOneKey reports attempts that showed no idempotency key, and retries that
// showed another key than the attempt before: see [retry.IdempotencyKey]. Make one
// call at a time.
func (s *Script) WantOneKey() {
	s.fake.t.Helper()
	attempts := s.records()
	if len(attempts) == 0 {
		s.fake.errorf("%s was not called, so that there is no key to compare", s.name())
	}
	for i, a := range attempts {
		if a.key == "" {
			s.fake.errorf("%s: attempt %d showed no idempotency key", s.name(), i+1)
			return
		}
	}
	if s.config.Policy == nil {
		return
	}
	for _, call := range bySequence(s.config.Policy, attempts) {
		for i, a := range call[1:] {
			if a.key != call[i].key {
				s.fake.errorf("%s: a retry showed the idempotency key %q, and the attempt before %q", s.name(), a.key, call[i].key)
				return
			}
		}
	}
}

// records returns what the attempts have shown so far, in the order in which they
// began.
func (s *Script) records() []record {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	var all []record
	for _, a := range s.attempts {
		all = append(all, *a)
	}
	return all
}

// call is the attempts of one call.
type call []record

// waits returns the time between the attempts.
func (c call) waits() []time.Duration {
	var all []time.Duration
	for i := 1; i < len(c); i++ {
		all = append(all, c[i].begin.Sub(c[i-1].end))
	}
	return all
}

// calls returns the attempts of each call that the policy has retried.
func (s *Script) calls(p *retry.Policy) []call {
	byID := map[string][]record{}
	var ids []string
	for _, a := range s.records() {
		if !slices.Contains(ids, a.call) {
			ids = append(ids, a.call)
		}
		byID[a.call] = append(byID[a.call], a)
	}
	var all []call
	for _, id := range ids {
		all = append(all, bySequence(p, byID[id])...)
	}
	return all
}

// bySequence divides attempts into calls: an attempt after one whose error the policy
// retries is of the same call.
func bySequence(p *retry.Policy, attempts []record) []call {
	var all []call
	for _, a := range attempts {
		if last := len(all) - 1; last >= 0 && continues(p, all[last]) {
			all[last] = append(all[last], a)
		} else {
			all = append(all, call{a})
		}
	}
	return all
}

// continues reports whether the policy retries the last attempt of a call.
func continues(p *retry.Policy, c call) bool {
	last := c[len(c)-1]
	if !last.isOver || last.err == nil {
		return false
	}
	if p.MaxAttempts() > 0 && len(c) >= p.MaxAttempts() {
		return p.Decide(len(c), last.err).Uncounted
	}
	return last.ctxEnded || p.Decide(len(c), last.err).Reason == 0
}

// within reports whether the policy could have drawn the wait before a retry, counted
// from 1, and returns the bounds.
func within(p *retry.Policy, c call, n int, wait time.Duration) (shortest, longest time.Duration, ok bool) {
	shortest = drawn(p, c, n, 0)
	longest = drawn(p, c, n, math.MaxUint64)
	if shortest <= wait && wait <= longest {
		return shortest, longest, true
	}
	var before time.Duration
	for _, w := range c.waits()[:n-1] {
		before += w
	}
	budget := longestSum(p, c)
	return shortest, longest, wait < shortest && before+wait == budget
}

// constant is a source of one number.
type constant uint64

// Uint64 returns the number.
func (c constant) Uint64() uint64 { return uint64(c) }

// drawn returns the wait before a retry of a call, as the policy draws it from a
// number.
func drawn(p *retry.Policy, c call, n int, number uint64) time.Duration {
	counted := 0
	for _, a := range c[:n] {
		if !p.Decide(1, a.err).Uncounted {
			counted++
		}
	}
	return p.With(retry.WithRand(constant(number))).Decide(counted, c[n-1].err).Wait
}

// longestSum returns the sum of the waits of a call with these errors if each is as
// long as it can be: a wait may be cut to what is left of it.
func longestSum(p *retry.Policy, c call) time.Duration {
	const enough = 1000
	strategy := p.With(retry.WithRand(constant(math.MaxUint64)), retry.WithQuota(nil), retry.WithBreaker(nil)).Strategy()
	token, err := strategy.AcquireInitialRetryToken(context.Background(), "")
	var sum time.Duration
	for i := 0; err == nil && i < enough; i++ {
		sum += token.RetryDelay()
		token, err = strategy.RefreshRetryTokenForRetry(token, c[min(i, len(c)-1)].failure())
	}
	return sum
}

// failure returns the error of an attempt, or one like those before.
func (a record) failure() error {
	if a.err == nil {
		return Network()
	}
	return a.err
}

// words joins values for a message.
func words(values []string) string { return strings.Join(values, ", ") }
