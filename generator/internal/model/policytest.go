package model

import "time"

// PolicyTests is the test of what a spec promises.
type PolicyTests struct {
	OutputPath string
	Policies   []*PolicyTest
	Clients    []*ClientTest
	Transports []*Transport
	// Answering are the methods of which errors in the test have one that returns
	// true.
	Answering []string
}

// PolicyTest is the test of a policy.
type PolicyTest struct {
	*Policy
	// Retried is an error that the policy retries; nil if none can be made.
	Retried *Sample
	Waits   []Bounds
	// Throttled are the waits after an error of a busy server; none if they are those
	// after any other.
	Throttled []Bounds
	Verdicts  []Verdict
	// Statuses are the ranges of HTTP status codes that are retried. HasStatuses is
	// set if the policy distinguishes them.
	Statuses    []int
	HasStatuses bool
	Hints       []HintBounds
	// TimedOut says whether an attempt that its timeout ended is retried; nil if that
	// is not known.
	TimedOut *bool
}

// Bounds are the shortest and the longest wait before a retry.
type Bounds struct {
	Retry             int
	Shortest, Longest time.Duration
}

// HintBounds are the bounds of the first wait after an error that asks for a wait.
type HintBounds struct {
	After time.Duration
	Bounds
}

// Verdict is an error and what a policy does with it.
type Verdict struct {
	What      string
	Error     Sample
	IsRetried bool
}

// ClientTest is the test of a client.
type ClientTest struct {
	*Client
	Stub  string // the name of the type that the client calls
	Calls []*CallTest
}

// CallTest is the test of a method.
type CallTest struct {
	*Method
	Retried *Sample // an error that its policy retries
}
