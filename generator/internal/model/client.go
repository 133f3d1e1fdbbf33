package model

import (
	"fmt"
	"go/types"
	"time"
)

// Link returns the wrapped type as the documentation names it.
func (c *Client) Link() string {
	if c.IsForeign() {
		return fmt.Sprintf("[%s.%s]", c.Wrapped.Pkg().Name(), c.Target)
	}
	return "[" + c.Target + "]"
}

// IsForeign reports whether the wrapped type is of another package.
func (c *Client) IsForeign() bool {
	return c.Wrapped.Pkg() != nil && c.Wrapped.Pkg().Path() != c.OutputPath
}

// StartsFirst reports whether a policy has to know of a call before its first
// attempt.
func (f *PolicyField) StartsFirst() bool {
	p := f.Policy
	return f.AttemptTimeout > 0 || p.AttemptTimeout > 0 || p.TotalTimeout > 0 || p.Breaker != nil || p.NestedOnce
}

// Shared returns the type that holds the policies of the client together with
// those of others, or "".
func (c *Client) Shared() string {
	if c.Root != nil {
		return c.Root.PoliciesType
	}
	return c.PoliciesType
}

// WithChildren returns clients, each with the clients that it returns.
func WithChildren(clients []*Client) []*Client {
	var all []*Client
	for _, c := range clients {
		all = append(append(all, c), c.Children...)
	}
	return all
}

// Client is a generated client.
type Client struct {
	Name       string
	Target     string // the wrapped type, as the documentation names it
	TypeParams []TypeParam
	// Wrapped is the declaration of the wrapped type. An interface is
	// implemented as it is; for any other type the client declares the
	// interface api.
	Wrapped  types.Object
	IsStruct bool
	Api      string
	// Operation is what the names of its operations begin with.
	Operation string
	// Root is the client whose methods lead to this one, and whose policies it
	// shares; nil for a client of the spec. Such a client implements Type.
	Root *Client
	Type types.Type
	// Children are the clients that a client of the spec returns, also by methods
	// of each other.
	Children []*Client
	// MakeFunc is the function that wraps what a method returns; empty if no
	// method returns such a client.
	MakeFunc string
	// PoliciesType is the type that holds the policies of a client of the spec and
	// of its children; empty if it has none.
	PoliciesType string
	// NextField is the field that holds what the client wraps.
	NextField string
	// Fallback is the interface of what answers when policies give up, and
	// FallbackField the field that holds it; empty if no policy asks for it.
	Fallback, FallbackField string
	// OutputPath is the import path of the output.
	OutputPath string
	Receiver   string
	Fields     []*PolicyField
	Methods    []*Method
}

// TypeParam is a type parameter of a generic client.
type TypeParam struct {
	*types.TypeParam
	Name string
}

// PolicyField is a field of a client that holds a policy.
type PolicyField struct {
	Name   string
	Policy *Policy
	// Strategy is the name of the client's method that returns the strategy of
	// the policy.
	Strategy string
	// Method is the method that gives the field its own limits, or empty.
	Method string
	// AttemptTimeout replaces the one of the policy; 0 keeps it.
	AttemptTimeout time.Duration
	// IsUnsafe is set for methods that must not be repeated.
	IsUnsafe bool
}
