package document

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

// Reader turns the bytes of a file into nodes, and collects what is wrong with
// them. It is one for both syntaxes.
type Reader struct {
	*finding.Report
	name     string
	data     []byte
	nodes    int
	expanded int
	spent    bool // a bound was passed; the rest of the spec is not read
	// subject is the word for what is read.
	subject string
	// scale multiplies the bounds of the file.
	scale int
	// isStream lets a file have several YAML documents.
	isStream bool
	// tags returns the YAML tags that may stand before the value at a place.
	tags func(Pointer) []string
	// origins are the places of values of other files, in those.
	origins Origins
	// last is the place that at returned last, at the byte lastOffset: places
	// are asked for in the order of the file, which may be one long line.
	last       token.Position
	lastOffset int
}

// NewReader returns a reader of the data of a file. The subject is the word for
// what is read, such as "spec". The YAML tags that tags returns for a place may
// stand before the value there; nil is none anywhere.
func NewReader(name string, data []byte, subject string, tags func(Pointer) []string) *Reader {
	return &Reader{Report: new(finding.Report), name: name, data: data, subject: subject, tags: tags, scale: 1}
}

// Read returns the root of the file, or nil if there is nothing to go on with.
func (r *Reader) Read() *Node {
	if !r.decodeText() {
		return nil
	}
	var root *Node
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

// ReadFile reads a file with any value as its root, and marks the values that a
// finding is about as a whole. The node is nil if there is nothing to go on with.
func ReadFile(name string, data []byte, subject string, tags func(Pointer) []string) (*Node, finding.List) {
	return NewReader(name, data, subject, tags).readFile()
}

// modelScale is how much larger a model may be than a spec.
const modelScale = 16

// MaxModel is the largest number of bytes that a model may have.
const MaxModel = modelScale * maxBytes

// ReadModel is ReadFile for a description of a service, which may be larger.
func ReadModel(name string, data []byte) (*Node, finding.List) {
	r := NewReader(name, data, "file", nil)
	r.scale = modelScale
	return r.readFile()
}

func (r *Reader) readFile() (*Node, finding.List) {
	root := r.Read()
	if root != nil {
		root.refuse(r.Report)
	}
	return root, r.Found
}

// ReadStream is ReadFile for a file with several YAML documents: they are the
// items of a list. Another file is its only document.
func ReadStream(name string, data []byte, subject string, tags func(Pointer) []string) (*Node, finding.List) {
	r := NewReader(name, data, subject, tags)
	r.isStream = true
	return r.readFile()
}

// refuse marks the values in n that a finding is about as a whole.
func (n *Node) refuse(r *finding.Report) {
	n.refused = r.RejectedAlone(n.pointer)
	for _, item := range n.items {
		item.refuse(r)
	}
	for _, m := range n.members {
		m.Value.refuse(r)
	}
}

// Name returns the name of the file.
func (r *Reader) Name() string { return r.name }

// IsSpent reports whether a bound was passed, so that a part was not read.
func (r *Reader) IsSpent() bool { return r.spent }

// isJSON reports whether the spec is JSON: by its name, or because it is valid
// JSON. YAML readers refuse or change some valid JSON.
func isJSON(name string, data []byte) bool {
	return strings.EqualFold(path.Ext(name), ".json") || json.Valid(data)
}

// count books a value of the given length, and reports whether it still fits.
func (r *Reader) count(pos token.Position, p Pointer, depth, length int) bool {
	if r.spent {
		return false
	}
	r.nodes++
	r.expanded += length
	message := ""
	switch {
	case depth > maxDepth:
		message = fmt.Sprintf("mappings and lists are nested more than %d deep", maxDepth)
	case r.nodes > maxNodes*r.scale:
		message = fmt.Sprintf("the %s has more than %d keys and values, with every alias counted", r.subject, maxNodes*r.scale)
	case r.expanded > maxExpanded*r.scale:
		message = fmt.Sprintf("the %s has more than %d bytes of text, with every alias counted", r.subject, maxExpanded*r.scale)
	default:
		return true
	}
	r.spent = true
	r.Add(Limit, pos, p, message, fmt.Sprintf("split the %s into several files", r.subject))
	return false
}

// addMember adds a member, whose key stands at pos, to the mapping n, unless its
// key is there already, or cannot be a key. seen are the places of the keys so
// far.
func (r *Reader) addMember(n *Node, m Member, pos token.Position, seen map[string]token.Position) {
	if first, ok := seen[m.Name]; ok {
		r.Add(DuplicateKey, pos, n.pointer.Key(m.Name),
			fmt.Sprintf("the key %s stands here and on line %d", finding.Quote(m.Name), first.Line), "remove one of them")
		return
	}
	switch {
	case m.Name == "":
		r.Reject(Format, pos, n.pointer.Key(""), "the key is empty", "write a name")
		return
	case len(m.Name) > maxKey:
		r.Reject(Limit, pos, n.pointer, fmt.Sprintf("a key has more than %d bytes", maxKey), "choose a shorter name")
		return
	}
	seen[m.Name] = pos
	m.Value.key = pos
	n.members = append(n.members, m)
}

// at returns the place of a byte of the data, or of the character that it is a
// part of: a parser may stop at the last of its bytes.
func (r *Reader) at(offset int) token.Position {
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
