package schema

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/finding"
)

// recoveryTimeout is how long a breaker stays open unless the spec says so.
const recoveryTimeout = 30 * time.Second

func decodeCircuitBreaker(n decode.Value) *CircuitBreaker {
	if !n.IsSet() {
		return nil
	}
	o := n.Object("circuitBreaker")
	b := &CircuitBreaker{
		Pointer:          n.Pointer(),
		FailureThreshold: o.Get("failure_threshold").Integer(5),
		RecoveryTimeout:  recoveryTimeout,
		HalfOpenProbes:   o.Get("half_open_probes").Integer(1),
	}
	if timeout := o.Get("recovery_timeout"); timeout.IsSet() {
		b.RecoveryTimeout = timeout.Positive("a breaker that recovers at once stops nothing", "leave the key out for 30s")
	}
	b.Scope, b.Name = decodeSharing(o, "breaker")
	return b
}

// checkBreakers refuses breakers that several policies share and that differ:
// the first one used would win, and the others would say nothing.
func checkBreakers(ctx *decode.Context, s *Spec) {
	first := map[string]*Policy{}
	for _, p := range s.Policies {
		b := p.CircuitBreaker
		if b == nil || b.Scope != "process" || b.Name == "" {
			continue
		}
		if first[b.Name] == nil {
			first[b.Name] = p
		}
		if !isSameBreaker(b, first[b.Name].CircuitBreaker) {
			ctx.Add(decode.Contradiction, s.KeyPosition(b.Pointer), b.Pointer,
				fmt.Sprintf("policy %s gives other amounts for the breaker %s", finding.Clip(first[b.Name].Name), finding.Quote(b.Name)),
				"give both the same amounts, or other names")
		}
	}
	for _, c := range s.Clients {
		checkClientBreaker(ctx, c, s)
	}
}

func checkClientBreaker(ctx *decode.Context, c *Client, s *Spec) {
	var first *Policy
	for _, name := range c.PolicyNames() {
		p := s.Policy(name)
		switch {
		case p == nil || p.CircuitBreaker == nil || p.CircuitBreaker.Scope != "client":
		case first == nil:
			first = p
		case !isSameBreaker(p.CircuitBreaker, first.CircuitBreaker):
			ctx.Add(decode.Contradiction, s.KeyPosition(c.Pointer), c.Pointer,
				fmt.Sprintf("the policies %s and %s share a breaker here, and give it different amounts", finding.Clip(first.Name), finding.Clip(p.Name)),
				"give both the same amounts, or scope: policy")
			return
		}
	}
}

// isSameBreaker reports whether both breakers are the same, wherever they stand.
func isSameBreaker(b, other *CircuitBreaker) bool {
	x, y := *b, *other
	x.Pointer, y.Pointer = "", ""
	return x == y
}
