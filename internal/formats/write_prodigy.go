package formats

import (
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
	"gopkg.in/yaml.v3"
)

// writeProdigy writes the retry block of a step. Prodigy has every growth, and
// a jitter of any size around the wait: a draw from [low, high] of it is one
// around the middle.
func writeProdigy(c *policy.Policy) ([]byte, error) {
	low, high := drawOf(&c.Backoff)
	middle := (low + high) / 2
	if c.Backoff.Jitter == policy.Around {
		middle = 1
	}
	attempts := int64(c.MaxAttempts)
	if attempts == 0 {
		attempts, _ = strconv.ParseInt(unlimitedAttempts, 10, 64)
	}
	fields := []*yaml.Node{
		scalar("attempts", true), scalar(strconv.FormatInt(attempts, 10), false),
		scalar("initial_delay", true), scalar(scaled(c.Backoff.First, middle).String(), true),
		scalar("max_delay", true), scalar(scaled(c.Backoff.Cap, middle).String(), true),
		scalar("backoff", true), prodigyGrowth(c, middle),
	}
	if low != high {
		amount := (high - low) / 2 / middle
		if c.Backoff.Jitter == policy.Around {
			amount = c.Backoff.Amount
		}
		if c.Fidelity == schema.Implemented {
			amount *= 2 // the code spreads by half of it
		}
		fields = append(fields, scalar("jitter", true), scalar("true", false),
			scalar("jitter_factor", true), scalar(jitterFactor(amount), false))
	}
	if list := retryOn(c); list != nil {
		fields = append(fields, scalar("retry_on", true), list)
	}
	if b := c.WaitBudget; b != nil {
		fields = append(fields, scalar("retry_budget", true), scalar(b.Limit.String(), true))
	}
	fields = append(fields, onFailure(c.OnFailure)...)
	return encode(mappingOf(scalar("retry", true), mappingOf(fields...))), nil
}

func mappingOf(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Content: content}
}

// jitterFactor writes a number in the length that a spec can have.
func jitterFactor(f float64) string {
	const longest = 30
	text := decimal(f).String()
	return text[:min(len(text), longest)]
}

// prodigyGrowth writes the growth of waits that are scaled.
func prodigyGrowth(c *policy.Policy, by float64) *yaml.Node {
	s := &c.Backoff
	if s.Jitter == policy.Decorrelated {
		return exponential(shapeOf(c).factor)
	}
	switch s.Growth {
	case policy.Linear:
		return mappingOf(scalar("linear", true), mappingOf(scalar("increment", true), scalar(scaled(s.Step, by).String(), true)))
	case policy.Exponential:
		return exponential(s.Factor)
	case policy.Fibonacci:
		return scalar("fibonacci", true)
	case policy.List:
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for _, wait := range s.Waits {
			list.Content = append(list.Content, rustSeconds(scaled(wait, by)))
		}
		return mappingOf(scalar("custom", true), mappingOf(scalar("delays", true), list))
	default:
		return scalar("fixed", true)
	}
}

func exponential(base float64) *yaml.Node {
	return mappingOf(scalar("exponential", true), mappingOf(scalar("base", true), scalar(rate(base).String(), false)))
}

// rustSeconds writes a duration as the Rust standard library has it.
func rustSeconds(d time.Duration) *yaml.Node {
	n := mappingOf(
		scalar("secs", true), scalar(strconv.FormatInt(int64(d/time.Second), 10), false),
		scalar("nanos", true), scalar(strconv.FormatInt(int64(d%time.Second), 10), false))
	n.Style = yaml.FlowStyle
	return n
}

// retryOn writes what is retried, as far as Prodigy has words for it.
func retryOn(c *policy.Policy) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, m := range c.Retry {
		switch m := m.(type) {
		case matcher.Class:
			list.Content = append(list.Content, scalar(m.Class, true))
		case matcher.Pattern:
			list.Content = append(list.Content, prodigyPattern(m))
		}
	}
	if len(list.Content) == 0 {
		return nil
	}
	return list
}

// foldedClasses tell the patterns of Prodigy's own matchers by one of the words
// in each.
var foldedClasses = []struct{ word, class string }{
	{"unreachable", "network"}, {"timed out", "timeout"}, {"server error", "server_error"}, {"too many requests", "rate_limit"},
}

func prodigyPattern(m matcher.Pattern) *yaml.Node {
	for _, f := range foldedClasses {
		if m.Fold && strings.Contains(m.Pattern, f.word) {
			return scalar(f.class, true)
		}
	}
	return mappingOf(scalar("pattern", true), scalar(m.Pattern, true))
}

func onFailure(f schema.OnFailure) []*yaml.Node {
	switch f.Action {
	case "fallback":
		return []*yaml.Node{scalar("on_failure", true),
			mappingOf(scalar("fallback", true), mappingOf(scalar("command", true), scalar(f.Command, true)))}
	case "continue":
		return []*yaml.Node{scalar("on_failure", true), scalar(f.Action, true)}
	default:
		return nil
	}
}
