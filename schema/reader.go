package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/retrygen/retrygen/internal/finding"
)

// Bounds on a spec. A thousand policies fit; a bomb does not.
const (
	maxBytes    = 1 << 20 // of the file
	maxDepth    = 32      // of mappings and lists in each other
	maxNodes    = 50_000  // keys and values, with every alias counted as what it stands for
	maxExpanded = 4 << 20 // bytes of text, counted so too
	maxKey      = 128     // bytes of a key
)

// reader turns the bytes of a spec into nodes. It is one for both syntaxes.
type reader struct {
	*finding.Report
	name     string
	data     []byte
	nodes    int
	expanded int
	spent    bool // a bound was passed; the rest of the spec is not read
	// subject is the word for what is read; empty is "spec".
	subject string
	// tags returns the YAML tags that may stand before the value at a place.
	tags func(Pointer) []string
	// origins are the pointers of values of other files, in those.
	origins map[Pointer]Pointer
	// last is the place that at returned last, at the byte lastOffset: places
	// are asked for in the order of the file, which may be one long line.
	last       token.Position
	lastOffset int
}

// read returns the root of the spec, or nil if there is nothing to go on with.
func (r *reader) read() *node {
	r.tags = tagsAt
	root := r.readAny()
	if root == nil {
		return nil
	}
	if root.kind != mapping {
		r.Add(RuleWrongType, root.pos, "", "a spec is a mapping, and this is "+root.describe(),
			`begin it with "version: 1"`)
		return nil
	}
	return root
}

// readAny returns the root of a file, or nil if there is nothing to go on with.
func (r *reader) readAny() *node {
	if !r.decodeText() {
		return nil
	}
	var root *node
	if isJSON(r.name, r.data) {
		root = r.readJSON()
	} else {
		root = r.readYAML()
	}
	if r.spent {
		return nil
	}
	return root
}

// isJSON reports whether the spec is JSON: by its name, or because it is valid
// JSON. YAML readers refuse or change some valid JSON.
func isJSON(name string, data []byte) bool {
	return strings.EqualFold(path.Ext(name), ".json") || json.Valid(data)
}

// count books a value of the given length, and reports whether it still fits.
func (r *reader) count(pos token.Position, p Pointer, depth, length int) bool {
	if r.spent {
		return false
	}
	r.nodes++
	r.expanded += length
	message := ""
	switch {
	case depth > maxDepth:
		message = fmt.Sprintf("mappings and lists are nested more than %d deep", maxDepth)
	case r.nodes > maxNodes:
		message = fmt.Sprintf("the %s has more than %d keys and values, with every alias counted", r.what(), maxNodes)
	case r.expanded > maxExpanded:
		message = fmt.Sprintf("the %s has more than %d bytes of text, with every alias counted", r.what(), maxExpanded)
	default:
		return true
	}
	r.spent = true
	r.Add(RuleLimit, pos, p, message, r.limitHint())
	return false
}

// addMember adds a member to the mapping n, unless its key is there already, or
// cannot be a key.
// seen are the places of the keys so far.
func (r *reader) addMember(n *node, m member, seen map[string]token.Position) {
	if first, ok := seen[m.name]; ok {
		r.Add(RuleDuplicateKey, m.pos, n.pointer.Key(m.name),
			fmt.Sprintf("the key %s stands here and on line %d", finding.Quote(m.name), first.Line), "remove one of them")
		return
	}
	switch {
	case m.name == "":
		r.Reject(RuleFormat, m.pos, n.pointer.Key(""), "the key is empty", "write a name")
		return
	case len(m.name) > maxKey:
		r.Reject(RuleLimit, m.pos, n.pointer, fmt.Sprintf("a key has more than %d bytes", maxKey), "choose a shorter name")
		return
	}
	seen[m.name] = m.pos
	n.members = append(n.members, m)
}

// at returns the place of a byte of the data, or of the character that it is a
// part of: a parser may stop at the last of its bytes.
func (r *reader) at(offset int) token.Position {
	offset = min(max(offset, 0), len(r.data))
	for offset > 0 && offset < len(r.data) && !utf8.RuneStart(r.data[offset]) {
		offset--
	}
	if offset < r.lastOffset || r.last.Line == 0 {
		r.last, r.lastOffset = token.Position{Filename: r.name, Line: 1, Column: 1}, 0
	}
	passed := r.data[r.lastOffset:offset]
	if i := bytes.LastIndexByte(passed, '\n'); i >= 0 {
		r.last.Line += bytes.Count(passed, []byte{'\n'})
		r.last.Column = 1
		passed = passed[i+1:]
	}
	r.last.Column += utf8.RuneCount(passed)
	r.lastOffset = offset
	return r.last
}
