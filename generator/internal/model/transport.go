package model

import (
	"github.com/retrygen/retrygen/schema"
)

// Transport is a generated http.RoundTripper.
type Transport struct {
	Name   string
	Rule   Rule // of requests that no route matches
	Routes []Rule
	// Policies are the policies of the rules, as often as they are used.
	Policies []*Policy
}

// Rule says what becomes of the requests of a route.
type Rule struct {
	Policy     *Policy  // nil: they pass through
	Methods    []string // of the requests; none is all
	Host, Path string
	Keyed      bool
	Safe       bool
	SafeIf     *schema.SafeIf // nil: the method of a request decides
}

// RetriedStatuses returns the statuses that count as failures under a policy:
// those that its error rules retry, or else its dialect; nil is the
// transport's own list.
func (p *Policy) RetriedStatuses() []schema.StatusRange {
	var ranges []schema.StatusRange
	for _, m := range p.Retry {
		switch m := m.(type) {
		case schema.StatusMatcher:
			ranges = append(ranges, m.Ranges...)
		case schema.ClassMatcher:
			switch m.Class {
			case "rate_limit":
				ranges = append(ranges, schema.StatusRange{Low: 429, High: 429})
			case "server_error":
				ranges = append(ranges, schema.StatusRange{Low: 500, High: 599})
			}
		}
	}
	if ranges == nil {
		for _, status := range p.FailedStatuses {
			ranges = append(ranges, schema.StatusRange{Low: status, High: status})
		}
	}
	return ranges
}
