package document

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io"

	"github.com/retrygen/retrygen/internal/finding"
	"gopkg.in/yaml.v3"
)

// yamlReader walks the syntax tree of a YAML spec. Only the syntax is left to
// the YAML package: its decoder would coerce 3.7 to 3, expand aliases without
// bound, and lose unknown keys.
type yamlReader struct {
	*Reader
	active map[*yaml.Node]bool // the values around the current one
}

// readYAML returns the root of a YAML spec, or nil if there is none.
func (r *Reader) readYAML() *Node {
	if !r.checkDirectives() {
		return nil
	}
	documents, err := r.parseYAML()
	if err != nil {
		r.reportYAML(err)
		return nil
	}
	y := yamlReader{r, make(map[*yaml.Node]bool)}
	switch {
	case len(documents) > 1:
		return y.value(stream(documents), "", 1)
	case len(documents) == 1 && len(documents[0].Content) == 1:
		return y.value(documents[0].Content[0], "", 1)
	default:
		return nil
	}
}

// stream returns a list of the values of several documents.
func stream(documents []*yaml.Node) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode, Line: 1, Column: 1}
	for _, document := range documents {
		list.Content = append(list.Content, document.Content...)
	}
	return list
}

// checkDirectives refuses lines that begin with "%". Reading them can take
// quadratic time, and a spec needs none.
func (r *Reader) checkDirectives() bool {
	offset := 0
	if !bytes.HasPrefix(r.data, []byte("%")) {
		offset = bytes.Index(r.data, []byte("\n%")) + 1
		if offset == 0 {
			return true
		}
	}
	r.Add(YAMLFeature, r.at(offset), "", "YAML directives are not allowed", "remove the line")
	return false
}

// errReaderFailed says that the YAML package panicked.
var errReaderFailed = errors.New("the YAML reader failed")

// parseYAML returns the documents of a stream, or else the first one, and reports
// the second.
func (r *Reader) parseYAML() (documents []*yaml.Node, err error) {
	defer func() {
		if recover() != nil {
			documents, err = nil, errReaderFailed
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(r.data))
	for {
		next := new(yaml.Node)
		switch err := decoder.Decode(next); {
		case errors.Is(err, io.EOF) && documents != nil:
			return documents, nil
		case err != nil:
			return nil, err
		case documents != nil && !r.isStream:
			r.Add(YAMLFeature, r.inside(next.Line, next.Column), "", "a second document begins here", "keep one document in a file")
			return documents, nil
		}
		documents = append(documents, next)
	}
}

// value returns the value of y, which stands at p in depth-1 others.
func (r *yamlReader) value(y *yaml.Node, p Pointer, depth int) *Node {
	pos := r.inside(y.Line, y.Column)
	if y.Kind == yaml.AliasNode {
		y = y.Alias
	}
	if r.active[y] {
		r.Reject(YAMLFeature, pos, p, "an alias stands for a value that contains it", "write the value out")
		return &Node{kind: Null, pointer: p, pos: pos}
	}
	if !r.count(pos, p, depth, len(y.Value)) {
		return nil
	}
	r.active[y] = true
	defer delete(r.active, y)

	n := &Node{pointer: p, pos: pos}
	if name, ok := explicitTag(y); ok {
		return r.tagged(y, n, name, depth)
	}
	return r.untagged(y, n, depth)
}

func (r *yamlReader) untagged(y *yaml.Node, n *Node, depth int) *Node {
	switch y.Kind {
	case yaml.MappingNode:
		n.kind = Mapping
		r.members(y, n, depth)
	case yaml.SequenceNode:
		n.kind = List
		for i, c := range y.Content {
			if item := r.value(c, n.pointer.Index(i), depth+1); item != nil {
				n.items = append(n.items, item)
			}
		}
	default:
		r.scalar(y, n)
	}
	if r.spent {
		return nil
	}
	return n
}

func (r *yamlReader) scalar(y *yaml.Node, n *Node) {
	if y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		n.kind, n.text = Text, y.Value
		return
	}
	if message, hint := readPlain(n, y.Value); message != "" {
		r.Reject(Scalar, n.pos, n.pointer, message, hint)
	}
}

func (r *yamlReader) members(y *yaml.Node, n *Node, depth int) {
	seen := make(map[string]token.Position)
	for i := 0; i+1 < len(y.Content) && !r.spent; i += 2 {
		name, ok := r.key(y.Content[i], n.pointer)
		if !ok {
			continue
		}
		pos := r.inside(y.Content[i].Line, y.Content[i].Column)
		value := r.value(y.Content[i+1], n.pointer.Key(name), depth+1)
		if value == nil {
			continue
		}
		if value.kind == Null && value.text == "" {
			value.pos = pos // nothing is written, so there is no place but the key
		}
		r.addMember(n, Member{name, value}, pos, seen)
	}
}

// key returns the text of a key of the mapping at p.
func (r *yamlReader) key(y *yaml.Node, p Pointer) (string, bool) {
	pos := r.inside(y.Line, y.Column)
	if y.Kind == yaml.AliasNode {
		y = y.Alias
	}
	if y.Tag == "!!merge" && y.Style == 0 {
		r.Add(YAMLFeature, pos, p, "merge keys are not allowed", "write the keys out, or use an alias for a whole value")
		return "", false
	}
	n := &Node{pos: pos, pointer: p}
	if y.Kind == yaml.ScalarNode && y.Style&yaml.TaggedStyle == 0 && r.count(pos, p, 1, len(y.Value)) {
		quoted := y.Style != 0
		if message, _ := readPlain(n, y.Value); quoted || message == "" && n.kind == Text {
			return y.Value, true
		}
		r.Add(YAMLFeature, pos, p, fmt.Sprintf("the key %s is not text", finding.Clip(y.Value)), "put it in quotes")
		return "", false
	}
	if !r.spent {
		r.Add(YAMLFeature, pos, p, "a key is not plain text", "write keys as plain words")
	}
	return "", false
}
