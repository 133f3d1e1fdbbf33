package schema

import (
	"slices"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// violation is a keyword of the JSON Schema that a value does not satisfy, with
// what a finding about it needs.
type violation struct {
	ctx     *decode.Context
	known   *definitions
	schema  map[string]any // the schema that has the keyword
	path    []string       // of the keyword in the JSON Schema
	keyword string
	node    *document.Node // the value, or the mapping around it if its key is wrong
	key     *document.Node // the value whose key is wrong; nil if the value is
}

func newViolation(ctx *decode.Context, known *definitions, index map[Pointer]*document.Node, broken brokenKeyword) violation {
	schema, path := known.lookup(broken.keyword)
	v := violation{ctx: ctx, known: known, schema: schema, path: path, keyword: path[len(path)-1], node: index[broken.instance]}
	if v.node == nil {
		v.node = index[""] // the validator names a place that the spec does not have
	}
	if parent, ok := broken.instance.Parent(); ok && v.isKey() {
		v.node, v.key = index[parent], index[broken.instance]
	}
	return v
}

// isKey reports whether the schema is one that keys must satisfy, or forbids
// a key altogether.
func (v violation) isKey() bool {
	return slices.Contains(v.path, "propertyNames") || v.isForbidden()
}

// isForbidden reports whether the schema is the "false" of a key that another
// key excludes.
func (v violation) isForbidden() bool {
	return v.stands(2, "properties") && v.stands(4, "dependencies")
}

// stands reports whether the nth token of the path from its end, from 1, is
// the given one.
func (v violation) stands(n int, token string) bool {
	return len(v.path) >= n && v.path[len(v.path)-n] == token
}

// definition returns the name of the definition that the violation is in; it
// is empty for the document.
func (v violation) definition() string {
	if len(v.path) > 2 && v.path[0] == "definitions" {
		return v.path[1]
	}
	return ""
}

// report adds a finding about the value or the key that the violation is about.
func (v violation) report(rule *finding.Rule, message, hint string) {
	if v.key == nil {
		v.ctx.Value(v.node).Report(rule, message, hint)
		return
	}
	v.ctx.Value(v.key).ReportKey(rule, message, hint)
}

// reportMapping adds a finding about the mapping itself, at the key that it
// stands under: something is missing in it.
func (v violation) reportMapping(rule *finding.Rule, message, hint string) {
	v.ctx.Value(v.node).ReportKey(rule, message, hint)
}
