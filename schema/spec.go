package schema

import (
	"go/token"
	"time"
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
	// CopyRuntime asks for a runtime of the output's own in internal/retry.
	CopyRuntime bool
	// Policies are the retry policies, in the order of the file.
	Policies []*Policy
	// Clients are the clients to generate, in the order of the file.
	Clients []*Client
	// Engines are the systems beside the clients that follow policies.
	Engines Engines
	// Layers are the others that retry the same calls; nil if the spec does not
	// tell.
	Layers *Layers

	document *Document
}

// Position returns the place of the value at p, or of the nearest value around
// it that the document has.
func (s *Spec) Position(p Pointer) token.Position { return s.document.Position(p) }

// KeyPosition returns the place of the key of the member at p, or, where p is
// no object member, its position.
func (s *Spec) KeyPosition(p Pointer) token.Position { return s.document.KeyPosition(p) }

// Policy returns the policy with the given name, or nil.
func (s *Spec) Policy(name string) *Policy {
	for _, p := range s.Policies {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Fidelity says which reading a policy follows where the documentation of its
// system and its code differ.
type Fidelity string

// The two readings.
const (
	Documented  Fidelity = "documented"  // what the documentation says; the default
	Implemented Fidelity = "implemented" // what the released code does
)

// Policy is one retry policy in the words of its dialect.
type Policy struct {
	Name        string
	Pointer     Pointer // "/policies/NAME"
	Description string  // empty if there is none
	Fidelity    Fidelity
	Dialect     Dialect
	// AttemptTimeout bounds one attempt; 0 is no bound.
	AttemptTimeout time.Duration
	// TotalTimeout bounds the whole call, waits included; 0 is no bound.
	TotalTimeout time.Duration
	Errors       Errors
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

// Dialect is the dialect block of a policy: one of [*Exosphere], [*Prodigy],
// [*Temporal], [*HTTPX] and [*Smithy].
type Dialect interface {
	// DialectName returns the key of the block, for example "exosphere".
	DialectName() string
}

// Errors are the error rules beside a dialect block. Stop is asked first. If
// Retry is given, nothing else is retried.
type Errors struct {
	Stop  []Matcher
	Retry []Matcher // nil: the dialect's own rule; empty: nothing is retried
}

// RetryAfter is what is made of the delay that an error asks for.
type RetryAfter struct {
	Respect bool          // default true
	Max     time.Duration // the longest such delay; 0 is no bound
}

// Matcher matches errors, looking through wrapping. Its kind is its type:
// [ClassMatcher], [GoMatcher], [StatusMatcher], [GRPCMatcher],
// [PatternMatcher], [TypeMatcher] or [FuncMatcher].
type Matcher interface{ At() Pointer }

// ClassMatcher matches a class of errors that every program knows.
type ClassMatcher struct {
	Pointer Pointer
	Class   string // "timeout", "network", "server_error" or "rate_limit"
}

// GoMatcher matches a Go error value by errors.Is, or a Go error type by
// errors.As.
type GoMatcher struct {
	Pointer Pointer
	Name    GoName
}

// StatusMatcher matches errors that carry an HTTP status code.
type StatusMatcher struct {
	Pointer Pointer
	Ranges  []StatusRange
}

// StatusRange is a range of HTTP status codes, both ends included.
type StatusRange struct{ Low, High int }

// GRPCMatcher matches errors that carry a gRPC status code.
type GRPCMatcher struct {
	Pointer Pointer
	Codes   []string // upper case, for example "UNAVAILABLE"
}

// PatternMatcher matches errors whose text matches a regular expression (RE2).
type PatternMatcher struct {
	Pointer Pointer
	Pattern string
	// Fold is set for the substrings of Prodigy's own matchers, which ignore
	// case; the pattern is then already quoted and folded.
	Fold bool
}

// TypeMatcher matches errors by the name of their type: what they answer to
// ErrorType() string or Type() string, else the Go type name without package.
type TypeMatcher struct {
	Pointer Pointer
	Type    string
}

// FuncMatcher matches errors for which a Go function of type func(error) bool
// returns true.
type FuncMatcher struct {
	Pointer Pointer
	Name    GoName
}

// At returns where the matcher stands in the spec.
func (m ClassMatcher) At() Pointer { return m.Pointer }

// At returns where the matcher stands in the spec.
func (m GoMatcher) At() Pointer { return m.Pointer }

// At returns where the matcher stands in the spec.
func (m StatusMatcher) At() Pointer { return m.Pointer }

// At returns where the matcher stands in the spec.
func (m GRPCMatcher) At() Pointer { return m.Pointer }

// At returns where the matcher stands in the spec.
func (m PatternMatcher) At() Pointer { return m.Pointer }

// At returns where the matcher stands in the spec.
func (m TypeMatcher) At() Pointer { return m.Pointer }

// At returns where the matcher stands in the spec.
func (m FuncMatcher) At() Pointer { return m.Pointer }

// GoName is the name of a Go declaration as a spec writes it:
// "ErrDeclined", "*ValidationError", "context.Canceled", "./pay.Gateway",
// "*example.com/sdk.Client".
type GoName struct {
	// Star is set if the name begins with "*": the pointer type.
	Star bool
	// Path is the import path, "./"-relative to the directory of the spec, a
	// package name, or empty for the package in the directory of the spec.
	Path string
	// Name is the Go identifier.
	Name string
}

// String returns the name as a spec writes it.
func (n GoName) String() string {
	text := n.Name
	if n.Path != "" {
		text = n.Path + "." + text
	}
	if n.Star {
		text = "*" + text
	}
	return text
}

// Client is a Go type to generate that wraps a user's own type.
type Client struct {
	Name    string // the name of the generated type
	Pointer Pointer
	Wraps   GoName
	// Policy is the policy of the methods that Methods does not name; empty
	// lets them pass through.
	Policy  string
	Methods []Method // in the order of the file
	// HTTP is set for a client that is an http.RoundTripper. Then Wraps and
	// Methods are empty.
	HTTP *HTTPClient
}

// Method says how one method of a client retries.
type Method struct {
	Name    string
	Pointer Pointer
	// Policy names the policy; empty ("none" in the spec) passes the method
	// through.
	Policy string
	// AttemptTimeout replaces that of the policy; 0 keeps it.
	AttemptTimeout time.Duration
	// Idempotency is "safe", "keyed", "unsafe", or empty if the spec does not
	// say.
	Idempotency string
	// Replayable declares that parameters such as an io.Reader may be passed
	// to every attempt.
	Replayable bool
}
