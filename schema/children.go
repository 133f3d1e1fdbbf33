package schema

import (
	"slices"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// Children say which of the methods that return an interface return a client
// that retries.
type Children struct {
	Pointer Pointer
	// IsAll is set for all such methods, by the rules of the client.
	IsAll bool
	Named []Child // in the order of the file, unless IsAll is set
}

// Child says what becomes of the interface that a method returns.
type Child struct {
	Accessor string // the name of the method, or a pattern
	Pointer  Pointer
	// IsNone is set if the method returns what it returns.
	IsNone bool
	Name   string // of the generated type; empty is the name of the client followed by the method's
	// HasPolicy is set if the spec names a policy for the child, so that the
	// rules of the client that returns it say nothing about its methods.
	HasPolicy bool
	MethodRules
	Children *Children // nil is as for the client that returns it
}

// Match returns what the children say about a method, or nil if they leave it
// out. Tie is another entry that says as much, or nil.
func (c *Children) Match(accessor string) (child, tie *Child) {
	best, other := MatchMethod(c.Accessors(), accessor)
	if best >= 0 {
		child = &c.Named[best]
	}
	if other >= 0 {
		tie = &c.Named[other]
	}
	return child, tie
}

// Accessors returns the names and patterns of the entries.
func (c *Children) Accessors() []string {
	names := make([]string, len(c.Named))
	for i, child := range c.Named {
		names[i] = child.Accessor
	}
	return names
}

// rules returns the rules of the children, and of theirs.
func (c *Children) rules() []*MethodRules {
	if c == nil {
		return nil
	}
	var all []*MethodRules
	for i := range c.Named {
		all = append(append(all, &c.Named[i].MethodRules), c.Named[i].Children.rules()...)
	}
	return all
}

// decodeChildren reads the children of a client whose policy is given; nil if
// there are none.
func decodeChildren(n decode.Value, policy string, s *Spec) *Children {
	if !n.IsSet() {
		return nil
	}
	c := &Children{Pointer: n.Pointer()}
	switch {
	case n.Is(document.Mapping):
		for _, m := range n.Members() {
			c.Named = append(c.Named, decodeChild(m, policy, s))
		}
	case n.Is(document.List):
		for _, item := range n.Items() {
			if slices.Contains(c.Accessors(), item.Word("")) {
				item.Report(decode.UnusedField, finding.Quote(item.Word(""))+" stands twice in the list", "remove it")
			}
			c.Named = append(c.Named, Child{Accessor: item.Word(""), Pointer: item.Pointer(), MethodRules: MethodRules{Policy: policy}})
		}
	default:
		c.IsAll = n.Word("") == "all"
	}
	return c
}

// decodeChild reads one child of a client whose policy is given.
func decodeChild(m decode.Member, policy string, s *Spec) Child {
	c := Child{Accessor: m.Name, Pointer: m.Value.Pointer(), MethodRules: MethodRules{Policy: policy}}
	if m.Value.Is(document.Text) {
		c.Policy = decodePolicyName(m.Value, s)
		c.IsNone, c.HasPolicy = m.Value.Text() == noPolicy, true
		return c
	}
	o := m.Value.Object("child")
	c.Name = o.Get("name").Word("")
	if n := o.Get("policy"); n.IsSet() {
		c.Policy, c.HasPolicy = decodePolicyName(n, s), true
	}
	if name := o.Member("name"); name.IsSet() && IsPattern(c.Accessor) {
		name.ReportKey(decode.NoEffect, "name has no effect, because the pattern stands for several methods", "name one method, or remove it")
		c.Name = ""
	}
	c.decodeMethods(o, s)
	c.Children = decodeChildren(o.Get("children"), c.Policy, s)
	return c
}
