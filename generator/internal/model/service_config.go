package model

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// serviceConfig is the part of the service config of gRPC (gRFC A6) that
// retries.
type serviceConfig struct {
	MethodConfig    []methodConfig   `json:"methodConfig"`
	RetryThrottling *retryThrottling `json:"retryThrottling,omitempty"`
}

type methodConfig struct {
	Name        []methodName     `json:"name"`
	Timeout     string           `json:"timeout,omitempty"`
	RetryPolicy *grpcRetryPolicy `json:"retryPolicy,omitempty"`
}

type methodName struct {
	Service string `json:"service"`
	Method  string `json:"method"`
}

type grpcRetryPolicy struct {
	MaxAttempts          int         `json:"maxAttempts"`
	InitialBackoff       string      `json:"initialBackoff"`
	MaxBackoff           string      `json:"maxBackoff"`
	BackoffMultiplier    json.Number `json:"backoffMultiplier"`
	RetryableStatusCodes []string    `json:"retryableStatusCodes"`
}

type retryThrottling struct {
	MaxTokens  int64       `json:"maxTokens"`
	TokenRatio json.Number `json:"tokenRatio"`
}

// grpcJitter is the spread of the waits of gRPC around the backoff.
const grpcJitter = 0.2

// maxGRPCAttempts is what clients of gRPC cut maxAttempts to.
const maxGRPCAttempts = 5

// ServiceConfig returns the service config that says all of a stub's policies
// exactly, or "" if there is none.
func (s *Stub) ServiceConfig() string {
	used := s.Policies()
	if len(used) == 0 || slices.ContainsFunc(used, func(p *Policy) bool { return !p.isServiceConfig() }) {
		return ""
	}
	config := serviceConfig{}
	if !config.throttle(used) {
		return ""
	}
	for _, p := range used {
		entry := methodConfig{RetryPolicy: p.grpcRetryPolicy()}
		if p.TotalTimeout > 0 {
			entry.Timeout = protoSeconds(p.TotalTimeout)
		}
		for _, m := range s.Methods {
			service, method, ok := strings.Cut(strings.TrimPrefix(m.Procedure, "/"), "/")
			if !ok {
				return ""
			}
			if m.Policy == p {
				entry.Name = append(entry.Name, methodName{service, method})
			}
		}
		config.MethodConfig = append(config.MethodConfig, entry)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if encoder.Encode(config) != nil {
		return "" // its texts are all valid
	}
	return strings.TrimSpace(b.String())
}

// throttle sets the throttling that policies share, as a client has one, and
// reports whether they do.
func (c *serviceConfig) throttle(used []*Policy) bool {
	first := used[0].Quota
	for _, p := range used[1:] {
		isShared := first != nil && p.Quota != nil && first.Scope == "client" && p.Quota.Scope == "client"
		if (first != nil || p.Quota != nil) && !isShared {
			return false
		}
	}
	if first != nil {
		c.RetryThrottling = &retryThrottling{first.Capacity, jsonNumber(first.SuccessRefund)}
	}
	return true
}

// isServiceConfig reports whether a service config can say the policy exactly:
// its waits, its limits and which errors are retried.
func (p *Policy) isServiceConfig() bool {
	q := p.Quota
	hasOther := p.AttemptTimeout > 0 || p.Breaker != nil || p.WaitBudget != nil || p.NestedOnce ||
		p.Hint != policy.Hint{} && !p.Hint.ByCap || p.OnFailure.Action == "continue" || p.OnFailure.Action == "fallback" ||
		q != nil && (!q.Ratio || q.Scope == "process" || q.Capacity > 1000)
	return !hasOther && p.hasGRPCWaits() && p.hasGRPCErrors() && p.MaxAttempts > 1 && p.MaxAttempts <= maxGRPCAttempts
}

// hasGRPCWaits reports whether gRPC has such waits: a capped power of
// a factor, and then a fifth more or less.
func (p *Policy) hasGRPCWaits() bool {
	s := &p.Backoff
	isPower := s.Growth == policy.Constant || s.Growth == policy.Exponential && s.Factor > 0 && s.Factor <= 1e6
	return isPower && p.Throttling == nil && s.First > 0 && s.Cap > 0 && s.Cap < policy.Unlimited &&
		s.Jitter == policy.Around && s.Amount == grpcJitter && !s.CapAfterJitter && s.Unit <= time.Nanosecond
}

// hasGRPCErrors reports whether it is status codes alone that are retried.
func (p *Policy) hasGRPCErrors() bool {
	isCode := func(m schema.Matcher) bool { _, ok := m.(schema.GRPCMatcher); return ok }
	return len(p.Stop) == 0 && len(p.Retry) > 0 && p.Otherwise == policy.StopAll &&
		!slices.ContainsFunc(p.Retry, func(m schema.Matcher) bool { return !isCode(m) })
}

// grpcRetryPolicy returns the policy in the words of gRPC.
func (p *Policy) grpcRetryPolicy() *grpcRetryPolicy {
	factor := 1.0
	if p.Backoff.Growth == policy.Exponential {
		factor = p.Backoff.Factor
	}
	codes := []string{}
	for _, m := range p.Retry {
		for _, code := range m.(schema.GRPCMatcher).Codes {
			if !slices.Contains(codes, code) {
				codes = append(codes, code)
			}
		}
	}
	return &grpcRetryPolicy{
		MaxAttempts:          p.MaxAttempts,
		InitialBackoff:       protoSeconds(p.Backoff.First),
		MaxBackoff:           protoSeconds(p.Backoff.Cap),
		BackoffMultiplier:    jsonNumber(factor),
		RetryableStatusCodes: codes,
	}
}

// protoSeconds returns a duration as proto JSON has it: "1.5s".
func protoSeconds(d time.Duration) string {
	whole := strconv.FormatInt(int64(d/time.Second), 10)
	fraction := strconv.FormatInt(int64(time.Second+d%time.Second), 10)[1:]
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		whole += "." + fraction
	}
	return whole + "s"
}

// jsonNumber returns the shortest decimal that reads back as f.
func jsonNumber(f float64) json.Number {
	return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
}
