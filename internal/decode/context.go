// Package decode reads the values of a document into Go values, and reports
// what is wrong with them. A value of another type than expected reads as its
// default: the JSON Schema reports types, ranges, choices, and unknown and
// missing keys.
package decode

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// Context is what the decoding of one document shares. [NewContext] makes one.
type Context struct {
	*finding.Report
	// asked are the keys that were asked for, by the definition of the schema
	// that describes them.
	asked map[string]map[string]bool
	// counted are the values of a sort so far.
	counted map[string]int
	// unreadable is a value that could not be read; the schema must refuse it.
	unreadable *document.Node
}

// NewContext returns a context that adds findings to a report.
func NewContext(report *finding.Report) *Context {
	return &Context{Report: report, asked: make(map[string]map[string]bool), counted: make(map[string]int)}
}

// Value returns a node as a value to decode. The node may be nil.
func (c *Context) Value(n *document.Node) Value { return Value{n, c} }

// Asked returns the keys that [Object.Get] was asked for, by the definition of
// the JSON Schema that describes them.
func (c *Context) Asked() map[string]map[string]bool { return c.asked }

// Unreadable returns the first value that could not be read and that no finding
// is about, or nil.
func (c *Context) Unreadable() *document.Node { return c.unreadable }

// Count returns how many values of a sort there are so far, this one included.
// It is how a document is bounded as a whole.
func (c *Context) Count(sort string) int {
	c.counted[sort]++
	return c.counted[sort]
}

// maxSuggested bounds the findings for which [Context.Nearest] looks for a
// name, so that a hostile document does not take long.
const maxSuggested = 200

// Nearest is [document.Nearest] for hints. A document with very many mistakes
// gets none for the later ones.
func (c *Context) Nearest(name string, candidates []string) (string, bool) {
	if len(c.Found) > maxSuggested {
		return "", false
	}
	return document.Nearest(name, candidates)
}
