package foreign

import (
	"bytes"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"gopkg.in/yaml.v3"
)

// Encode returns YAML text that is safe to print: [Scalar] has put what is to be
// escaped into double quotes. A tree of our own making has nothing that it could
// fail on.
func Encode(root *yaml.Node) []byte {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(root); err != nil {
		return nil
	}
	return []byte(finding.EscapeLines(out.String()))
}

// Tree returns a value for YAML, lists of plain values on one line.
func Tree(v *document.Node) *yaml.Node {
	switch v.Kind() {
	case document.Mapping:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, m := range v.Members() {
			n.Content = append(n.Content, Scalar(m.Name, true), Tree(m.Value))
		}
		return n
	case document.List:
		n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, item := range v.Items() {
			if item.Kind() == document.Mapping || item.Kind() == document.List {
				n.Style = 0
			}
			n.Content = append(n.Content, Tree(item))
		}
		return n
	case document.Null:
		return Scalar("null", false)
	default:
		return Scalar(v.Text(), v.Kind() == document.Text)
	}
}

// Scalar returns a plain value, which is put into quotes if it is text and
// would be read as something else, or has characters that YAML has to escape.
func Scalar(text string, isText bool) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: text}
	if finding.EscapeLines(text) != text {
		n.Style = yaml.DoubleQuotedStyle
	}
	if isText {
		n.Tag = "!!str"
	}
	return n
}

// MappingOf returns a mapping of keys and values that follow each other.
func MappingOf(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Content: content}
}
