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
	// NextField is the field that holds what the client wraps.
	NextField string
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
