package schema

import (
	"go/token"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/buildtag"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// Spec is a spec file: plain data, with the defaults of its dialects filled in.
type Spec struct {
	// Name is the file name as it was given to [Load].
	Name string
	// Package is the Go package name of the output, or empty for the name of
	// the package in the output directory.
	Package string
	// Output is the output file, or the output directory if it ends in "/",
	// relative to the spec. It is never empty: the default is NAME_retry.go.
	Output string
	// Build is the build constraint of the output; nil is none.
	Build buildtag.Expr
	// CopyRuntime asks for a runtime of the output's own in the folder retry.
	CopyRuntime bool
	// Tests asks for a test of what the spec promises, next to the output.
	Tests bool
	// Policies are the retry policies, in the order of the file.
	Policies []*Policy
	// Clients are the clients to generate, in the order of the file.
	Clients []*Client
	// Engines are the systems next to the clients that follow policies.
	Engines Engines
	// Layers are the others that retry the same calls; nil if the spec does not
	// say.
	Layers *Layers

	places     *document.Places
	origins    document.Origins
	directives []Directive
}

// AskForTests makes the spec say tests: true, unless its output is a test file.
func (s *Spec) AskForTests() { s.Tests = !strings.HasSuffix(s.Output, "_test.go") }

// Position returns the place of the value at p, or of the nearest value around
// it that the document has.
func (s *Spec) Position(p Pointer) token.Position { return s.places.Position(p) }

// KeyPosition returns the place of the key of the member at p, or, where p is
// no object member, its position.
func (s *Spec) KeyPosition(p Pointer) token.Position { return s.places.KeyPosition(p) }

// Policy returns the policy with the given name, or nil.
func (s *Spec) Policy(name string) *Policy {
	for _, p := range s.Policies {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Policy is one retry policy in the words of its dialect.
type Policy struct {
	Name        string
	Pointer     Pointer // "/policies/NAME"
	Description string  // empty if there is none
	Fidelity    Fidelity
	Dialect     Dialect
	// Origin is the system of the file that the policy was read from, if the
	// words of the dialect only carry it; nil is the system of the dialect.
	Origin *policy.Origin
	// AttemptTimeout bounds one attempt; 0 is no bound.
	AttemptTimeout time.Duration
	// TotalTimeout bounds the whole call, waits included; 0 is no bound.
	TotalTimeout time.Duration
	Errors       Errors
	// Backoff is the function that computes the waits; nil is the dialect's own
	// rule.
	Backoff *Backoff
	// RetryAfter says what is made of the delay that an error asks for; nil is
	// the dialect's own rule.
	RetryAfter *RetryAfter
	// Quota bounds the retries of all calls together; nil is the dialect's own
	// rule.
	Quota *Quota
	// CircuitBreaker stops calls to a dependency that is down; nil is none.
	CircuitBreaker *CircuitBreaker
	// NestedOnce lets a call that is made by an attempt of another one make
	// one attempt only ("nested: once").
	NestedOnce bool
}

// Errors are the error rules next to a dialect block. Stop is asked first. If
// Retry is given, nothing else is retried.
type Errors struct {
	Stop  []Matcher
	Retry []Matcher // nil: the dialect's own rule; empty: nothing is retried
}

// Backoff is a Go function that computes the waits.
type Backoff struct {
	Func GoName
	// IsCapped is set if the dialect block gives a cap, which bounds the waits of
	// the function as well.
	IsCapped bool
}

// RetryAfter is what is made of the delay that an error asks for.
type RetryAfter struct {
	Respect bool          // default true
	Max     time.Duration // the longest such delay; 0 is no bound
}

// Matcher is one item of a list of errors.
type Matcher = matcher.Matcher

// Client is a Go type to generate that wraps a user's own type.
type Client struct {
	Name    string // the name of the generated type
	Pointer Pointer
	Wraps   GoName
	MethodRules
	// Operation is what the names of operations begin with; empty is the name of
	// the wrapped type.
	Operation string
	// Children say which methods return a client that retries; nil is none.
	Children *Children
	// Fake is the double of the wrapped type for tests; nil is none.
	Fake *Fake
	// HTTP is set for a client that is an http.RoundTripper. Then Wraps,
	// MethodRules, Children and Fake are empty.
	HTTP *HTTPClient
}
