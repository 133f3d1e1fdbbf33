package grpc

import (
	"errors"
	"math"
	"slices"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// writeServiceConfig writes a service config whose policy is for every method.
// gRPC draws from ± 0.2 of the wait: the waits are those in the middle of the
// draw.
func writeServiceConfig(c *policy.Policy) ([]byte, error) {
	if c.MaxAttempts == 1 {
		return nil, errors.New("a policy without retries is a service config without a retryPolicy")
	}
	codes := retryableCodes(c)
	if len(codes) == 0 {
		return nil, errors.New("nothing that the policy retries has a gRPC status code")
	}
	h := foreign.ShapeOf(c)
	first, longest := h.Middle()
	attempts := clampedAttempts
	if c.MaxAttempts > 0 {
		attempts = min(c.MaxAttempts, clampedAttempts)
	}
	config := foreign.Object{{Name: "name", Value: []foreign.Object{{}}}}
	if c.TotalTimeout > 0 {
		config = append(config, foreign.Field{Name: "timeout", Value: foreign.ProtoSeconds(c.TotalTimeout)})
	}
	retry := foreign.Object{
		{Name: "maxAttempts", Value: attempts},
		{Name: "initialBackoff", Value: foreign.ProtoSeconds(max(first, 1))},
		{Name: "maxBackoff", Value: foreign.ProtoSeconds(max(longest, 1))},
		{Name: "backoffMultiplier", Value: foreign.Rate(max(h.Factor, 1e-9))},
		{Name: "retryableStatusCodes", Value: codes},
	}
	root := foreign.Object{{Name: "methodConfig", Value: []foreign.Object{append(config, foreign.Field{Name: "retryPolicy", Value: retry})}}}
	if q := c.Quota; q != nil && q.Ratio && q.Capacity <= 1000 && q.SuccessRefund > 0 {
		ratio := math.Round(q.SuccessRefund*1000) / 1000
		root = append(root, foreign.Field{Name: "retryThrottling", Value: foreign.Object{{Name: "maxTokens", Value: q.Capacity}, {Name: "tokenRatio", Value: foreign.Decimal(max(ratio, 0.001))}}})
	}
	return foreign.Indented(root)
}

// retryableCodes returns the codes that a policy retries: those that it names,
// and those that its classes and HTTP statuses are called in gRPC.
func retryableCodes(c *policy.Policy) []string {
	retry, isAll := codesOf(c.Retry), c.Otherwise == policy.RetryAll || c.Otherwise == policy.RetryUnlessMarked
	stop := codesOf(c.Stop)
	var codes []string
	for _, code := range matcher.GRPCCodes {
		if (isAll || slices.Contains(retry, code)) && !slices.Contains(stop, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

// classCodes are the classes of errors in gRPC's words.
var classCodes = map[string][]string{
	"timeout":      {"DEADLINE_EXCEEDED"},
	"network":      {"UNAVAILABLE"},
	"server_error": {"INTERNAL", "UNAVAILABLE"},
	"rate_limit":   {"RESOURCE_EXHAUSTED"},
}

// statusCodes are the codes that gRPC gives to HTTP statuses (its document
// http-grpc-status-mapping); any other is UNKNOWN.
var statusCodes = map[int]string{
	400: "INTERNAL", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "UNIMPLEMENTED",
	429: "UNAVAILABLE", 502: "UNAVAILABLE", 503: "UNAVAILABLE", 504: "UNAVAILABLE",
}

func codesOf(matchers []matcher.Matcher) []string {
	var codes []string
	for _, m := range matchers {
		switch m := m.(type) {
		case matcher.GRPC:
			codes = append(codes, m.Codes...)
		case matcher.Class:
			codes = append(codes, classCodes[m.Class]...)
		case matcher.Status:
			for status, code := range statusCodes {
				if hasStatus(m, status) {
					codes = append(codes, code)
				}
			}
		}
	}
	return codes
}

func hasStatus(m matcher.Status, status int) bool {
	return slices.ContainsFunc(m.Ranges, func(r matcher.Range) bool { return r.Low <= status && status <= r.High })
}

// grpcFailures returns the failures of a gRPC call: each has a code. A timeout
// is one of them, by another name.
func grpcFailures(_, _ *policy.Classifier) []matcher.Failure {
	terms := matcher.GRPC{Codes: matcher.GRPCCodes}.Terms()
	failures := make([]matcher.Failure, len(terms))
	for i, t := range terms {
		failures[i] = matcher.Failed(t)
		if t.Value == "DEADLINE_EXCEEDED" {
			failures[i].Facts = append(failures[i].Facts, matcher.Class{Class: "timeout"}.Terms()...)
		}
	}
	return failures
}
