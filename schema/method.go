package schema

import (
	"path"
	"slices"
	"strings"
	"time"
)

// MethodRules say how the methods of a client retry.
type MethodRules struct {
	// Policy is the policy of the methods that Methods does not name; empty
	// lets them pass through.
	Policy  string
	Methods []Method // in the order of the file
	// Idempotency says whether methods may be repeated, where their entry in
	// Methods does not say it.
	Idempotency []MethodIdempotency
	// Operations are the operations of the model that the methods are generated from; nil
	// if the spec names none.
	Operations []Operation
	// Error is the method of results that has the error of the call, where
	// their type has it; empty is Err or FirstErr.
	Error string
}

// Rules returns the rules of the client and of its children.
func (c *Client) Rules() []*MethodRules {
	return append([]*MethodRules{&c.MethodRules}, c.Children.rules()...)
}

// AllMethods returns what the client says about single methods.
func (c *Client) AllMethods() []Method {
	var all []Method
	for _, r := range c.Rules() {
		all = append(all, r.Methods...)
	}
	return all
}

// Says reports whether a method under a policy has an idempotency, or can have it.
func (r *MethodRules) Says(idempotency, policy string) bool {
	says := func(m MethodIdempotency) bool { return m.Idempotency == idempotency }
	return slices.ContainsFunc(r.Methods, func(m Method) bool { return m.Policy == policy && m.Idempotency == idempotency }) ||
		slices.ContainsFunc(r.Idempotency, says) && slices.Contains(r.policyNames(), policy)
}

// policyNames returns the names of the policies of the methods.
func (r *MethodRules) policyNames() []string {
	names := []string{r.Policy}
	for _, m := range r.Methods {
		names = append(names, m.Policy)
	}
	for _, o := range r.Operations {
		names = append(names, o.Policy)
	}
	return names
}

// Operation is an operation of a model.
type Operation struct {
	ID string // its name, or its verb and path
	// Policy names the policy of its setting; empty if it says nothing, or if its
	// setting cannot be read.
	Policy      string
	SaysNothing bool
	IsSafe      bool // it may be repeated
}

// Method says how one method of a client retries, or those that a pattern matches.
type Method struct {
	// Name is the name of the method, or a pattern in which a star stands for
	// any letters, or none.
	Name    string
	Pointer Pointer
	// Policy names the policy; empty ("none" in the spec) passes the method
	// through.
	Policy string
	// AttemptTimeout replaces the policy's; 0 keeps it.
	AttemptTimeout time.Duration
	// Idempotency is "safe", "keyed", "unsafe", or empty if the spec does not
	// say.
	Idempotency string
	// Replayable declares that parameters such as an io.Reader may be passed
	// to every attempt.
	Replayable bool
	// Error is the method of the result that has the error of the call; empty
	// is the one that the client names.
	Error string
}

// MethodIdempotency says whether the methods that it names may be repeated.
type MethodIdempotency struct {
	Name        string // of a method, or a pattern
	Pointer     Pointer
	Idempotency string // "safe", "keyed" or "unsafe"
}

// IsPattern reports whether a name stands for several methods.
func IsPattern(name string) bool { return strings.Contains(name, "*") }

// MatchesMethod reports whether a name or a pattern of a spec stands for a method.
func MatchesMethod(name, method string) bool {
	matched, err := path.Match(name, method)
	return matched && err == nil
}

// MatchMethod returns the index of the name that decides about a method: its
// own, else the pattern with the most letters; −1 if there is none.
// Tie is the index of another pattern with as many letters, or −1.
func MatchMethod(names []string, method string) (best, tie int) {
	best, tie = slices.Index(names, method), -1
	if best >= 0 {
		return best, tie
	}
	for i, name := range names {
		switch {
		case !MatchesMethod(name, method):
		case best < 0 || letters(name) > letters(names[best]):
			best, tie = i, -1
		case letters(name) == letters(names[best]):
			tie = i
		}
	}
	return best, tie
}

// letters returns how many letters of a method's name a pattern gives.
func letters(pattern string) int { return len(pattern) - strings.Count(pattern, "*") }
