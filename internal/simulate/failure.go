package simulate

import (
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
)

// failure is an error that the model makes. It describes itself by the methods
// that the runtime asks, and answers to the terms that a policy may list.
type failure struct {
	text      string
	status    int    // of HTTP; 0 is none
	code      string // of gRPC
	class     string // that matches it next to its status; empty is none
	retrySafe bool
	timeout   bool
}

// The errors of the models.
var (
	errUnavailable = &failure{text: "unavailable", status: 503, code: "UNAVAILABLE", class: "server_error", retrySafe: true}
	errTimeout     = &failure{text: "timeout", code: "DEADLINE_EXCEEDED", class: "timeout", timeout: true}
	errConflict    = &failure{text: "conflict", status: 409, code: "ABORTED", retrySafe: true}
)

// Error returns the text of the error.
func (f *failure) Error() string { return f.text }

// HTTPStatusCode returns the status of HTTP.
func (f *failure) HTTPStatusCode() int { return f.status }

// Timeout reports whether the error is a timeout.
func (f *failure) Timeout() bool { return f.timeout }

// RetrySafe implements [retry.RetrySafer].
func (f *failure) RetrySafe() (safe, known bool) { return f.retrySafe, f.retrySafe }

// facts returns what matchers can see of the failure.
func (f *failure) facts() matcher.Failure {
	facts := matcher.Failure{Label: f.text, RetrySafe: f.retrySafe}
	if f.status > 0 {
		facts.Facts = append(facts.Facts, matcher.StatusFailure(f.status).Facts...)
	}
	facts.Facts = append(facts.Facts, matcher.GRPC{Codes: []string{f.code}}.Terms()...)
	if f.class != "" {
		facts.Facts = append(facts.Facts, matcher.ClassFailure(f.class).Facts...)
	}
	return facts
}

// failures returns the errors that can occur in a scenario.
func (m *Model) failures(p *policy.Policy) []*failure {
	var all []*failure
	hasTimeout := m.Timeout > 0 || p.AttemptTimeout > 0
	switch {
	case m.Scenario == Contention:
		return []*failure{errConflict}
	case m.Scenario == Outage || m.Scenario == Flaky || m.Capacity > 0:
		all = append(all, errUnavailable)
	}
	if hasTimeout {
		all = append(all, errTimeout)
	}
	return all
}

// retriesNone reports whether the policy retries none of the errors that can
// occur.
func (m *Model) retriesNone(p *policy.Policy) bool {
	if p.MaxAttempts == 1 {
		return false
	}
	c := newClassifier(p)
	for _, f := range m.failures(p) {
		class := c.class(f)
		if class == retry.Retry || class == retry.Stop && f.timeout && p.AttemptTimeout > 0 {
			return false
		}
	}
	return true
}
