package schema

import (
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema/internal/conform"
)

// violation is a keyword of the JSON Schema that a value does not satisfy.
type violation struct {
	*decoder
	schema  map[string]any // the schema that has the keyword
	path    []string       // of the keyword in the JSON Schema
	keyword string
	node    *node   // the value, or the mapping around it if its key is wrong
	key     *member // the key that is wrong; nil if the value is
	known   *definitions
}

// validate checks the spec against the JSON Schema, and adds a finding for
// each value that no earlier finding is about.
func (d *decoder) validate() {
	rules, err := loadRules()
	if err != nil {
		d.Add(RuleInternal, d.root.pos, "", err.Error(), "please report this")
		return
	}
	found := rules.Check(plain(d.root))
	if len(found) == 0 {
		return
	}
	known, err := loadDefinitions()
	if err != nil {
		d.Add(RuleInternal, d.root.pos, "", err.Error(), "please report this")
		return
	}
	index := make(map[Pointer]*node)
	indexNodes(index, d.root)
	for _, violation := range found {
		d.explain(known, index, violation)
	}
}

func indexNodes(index map[Pointer]*node, n *node) {
	index[n.pointer] = n
	for _, m := range n.members {
		indexNodes(index, m.value)
	}
	for _, item := range n.items {
		indexNodes(index, item)
	}
}

// explain adds the findings for one violation.
func (d *decoder) explain(known *definitions, index map[Pointer]*node, found conform.Violation) {
	p := Pointer(found.Instance)
	schema, path := known.lookup(found.Keyword)
	v := violation{decoder: d, schema: schema, path: path, keyword: path[len(path)-1], node: index[p], known: known}
	if v.node == nil {
		v.node = d.root // the validator names a place that the spec does not have
	}
	if parent, ok := p.Parent(); ok && v.isKey() {
		v.node = index[parent]
		v.key = v.node.member(p.Last())
	}
	if !d.IsRejected(p) {
		v.explain()
	}
}

// isKey reports whether the schema is one that keys must satisfy, or forbids
// a key altogether.
func (v violation) isKey() bool {
	return slices.Contains(v.path, "propertyNames") || v.isForbidden()
}

// isForbidden reports whether the schema is the "false" beside a key that
// excludes it.
func (v violation) isForbidden() bool {
	return v.stands(2, "properties") && v.stands(4, "dependencies")
}

// stands reports whether the nth token of the path from its end, from 1, is
// the given one.
func (v violation) stands(n int, token string) bool {
	return len(v.path) >= n && v.path[len(v.path)-n] == token
}

// lastToken returns the key or index of the value at p in the one around it.
func lastToken(p Pointer) string {
	token := string(p[strings.LastIndexByte(string(p), '/')+1:])
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
}

// fail adds a finding about the value or the key that the violation is about.
func (v violation) fail(rule *finding.Rule, message, hint string) {
	if v.key == nil {
		v.Add(rule, v.node.pos, v.node.pointer, message, hint)
		return
	}
	v.Add(rule, v.key.pos, v.key.value.pointer, message, hint)
}

// failKey adds a finding about the mapping itself, at the key that it stands
// under: something is missing in it.
func (v violation) failKey(rule *finding.Rule, message, hint string) {
	pos := v.node.pos
	if parent, ok := v.node.pointer.Parent(); ok {
		if m := v.find(parent).member(v.node.pointer.Last()); m != nil {
			pos = m.pos
		}
	}
	v.Add(rule, pos, v.node.pointer, message, hint)
}

// find returns the value at p, or nil.
func (d *decoder) find(p Pointer) *node {
	n := d.root
	if p == "" {
		return n
	}
	for token := range strings.SplitSeq(string(p[1:]), "/") {
		m := n.member(lastToken(Pointer("/" + token)))
		if m == nil {
			return nil
		}
		n = m.value
	}
	return n
}
