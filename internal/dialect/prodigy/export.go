package prodigy

import (
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"gopkg.in/yaml.v3"
)

// writeProdigy writes the retry block of a step. Prodigy has every growth, and
// a jitter of any size around the wait: a draw from [low, high] of it is one
// around the middle.
func writeProdigy(c *policy.Policy) ([]byte, error) {
	low, high := foreign.DrawOf(&c.Backoff)
	middle := (low + high) / 2
	if c.Backoff.Jitter == policy.Around {
		middle = 1
	}
	attempts := int64(c.MaxAttempts)
	if attempts == 0 {
		attempts, _ = strconv.ParseInt(foreign.UnlimitedAttempts, 10, 64)
	}
	fields := []*yaml.Node{
		foreign.Scalar("attempts", true), foreign.Scalar(strconv.FormatInt(attempts, 10), false),
		foreign.Scalar("initial_delay", true), foreign.Scalar(foreign.Scaled(c.Backoff.First, middle).String(), true),
		foreign.Scalar("max_delay", true), foreign.Scalar(foreign.Scaled(c.Backoff.Cap, middle).String(), true),
		foreign.Scalar("backoff", true), prodigyGrowth(c, middle),
	}
	if low != high {
		amount := (high - low) / 2 / middle
		if c.Backoff.Jitter == policy.Around {
			amount = c.Backoff.Amount
		}
		if c.Fidelity == policy.Implemented {
			amount *= 2 // the code spreads by half of it
		}
		fields = append(fields, foreign.Scalar("jitter", true), foreign.Scalar("true", false),
			foreign.Scalar("jitter_factor", true), foreign.Scalar(jitterFactor(amount), false))
	}
	if list := retryOn(c); list != nil {
		fields = append(fields, foreign.Scalar("retry_on", true), list)
	}
	if b := c.WaitBudget; b != nil {
		fields = append(fields, foreign.Scalar("retry_budget", true), foreign.Scalar(b.Limit.String(), true))
	}
	fields = append(fields, onFailure(c.OnFailure)...)
	return foreign.Encode(foreign.MappingOf(foreign.Scalar("retry", true), foreign.MappingOf(fields...))), nil
}

// jitterFactor writes a number in the length that a spec can have.
func jitterFactor(f float64) string {
	const longest = 30
	text := foreign.Decimal(f).String()
	return text[:min(len(text), longest)]
}

// prodigyGrowth writes the growth of waits that are scaled.
func prodigyGrowth(c *policy.Policy, by float64) *yaml.Node {
	s := &c.Backoff
	if s.Jitter == policy.Decorrelated {
		return exponential(foreign.ShapeOf(c).Factor)
	}
	switch s.Growth {
	case policy.Linear:
		return foreign.MappingOf(foreign.Scalar("linear", true), foreign.MappingOf(foreign.Scalar("increment", true), foreign.Scalar(foreign.Scaled(s.Step, by).String(), true)))
	case policy.Exponential:
		return exponential(s.Factor)
	case policy.Fibonacci:
		return foreign.Scalar("fibonacci", true)
	case policy.List:
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for _, wait := range s.Waits {
			list.Content = append(list.Content, rustSeconds(foreign.Scaled(wait, by)))
		}
		return foreign.MappingOf(foreign.Scalar("custom", true), foreign.MappingOf(foreign.Scalar("delays", true), list))
	default:
		return foreign.Scalar("fixed", true)
	}
}

func exponential(base float64) *yaml.Node {
	return foreign.MappingOf(foreign.Scalar("exponential", true), foreign.MappingOf(foreign.Scalar("base", true), foreign.Scalar(foreign.Rate(base).String(), false)))
}

// rustSeconds writes a duration as the Rust standard library has it.
func rustSeconds(d time.Duration) *yaml.Node {
	n := foreign.MappingOf(
		foreign.Scalar("secs", true), foreign.Scalar(strconv.FormatInt(int64(d/time.Second), 10), false),
		foreign.Scalar("nanos", true), foreign.Scalar(strconv.FormatInt(int64(d%time.Second), 10), false))
	n.Style = yaml.FlowStyle
	return n
}

// retryOn writes what is retried, as far as Prodigy has words for it.
func retryOn(c *policy.Policy) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, m := range c.Retry {
		switch m := m.(type) {
		case matcher.Class:
			list.Content = append(list.Content, foreign.Scalar(m.Class, true))
		case matcher.Pattern:
			list.Content = append(list.Content, prodigyPattern(m))
		}
	}
	if len(list.Content) == 0 {
		return nil
	}
	return list
}

// foldedClasses recognize the patterns of Prodigy's own matchers by one of the words
// in each.
var foldedClasses = []struct{ word, class string }{
	{"unreachable", "network"}, {"timed out", "timeout"}, {"server error", "server_error"}, {"too many requests", "rate_limit"},
}

func prodigyPattern(m matcher.Pattern) *yaml.Node {
	for _, f := range foldedClasses {
		if m.Fold && strings.Contains(m.Pattern, f.word) {
			return foreign.Scalar(f.class, true)
		}
	}
	return foreign.MappingOf(foreign.Scalar("pattern", true), foreign.Scalar(m.Pattern, true))
}

func onFailure(f policy.OnFailure) []*yaml.Node {
	switch f.Action {
	case "fallback":
		return []*yaml.Node{foreign.Scalar("on_failure", true),
			foreign.MappingOf(foreign.Scalar("fallback", true), foreign.MappingOf(foreign.Scalar("command", true), foreign.Scalar(f.Command, true)))}
	case "continue":
		return []*yaml.Node{foreign.Scalar("on_failure", true), foreign.Scalar(f.Action, true)}
	default:
		return nil
	}
}
