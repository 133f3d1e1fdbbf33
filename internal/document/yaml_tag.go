package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"gopkg.in/yaml.v3"
)

// explicitTag returns the tag that is written before y, if there is one.
func explicitTag(y *yaml.Node) (string, bool) {
	return y.Tag, y.Style&yaml.TaggedStyle != 0
}

// tagged returns the value of y, written with a tag, as the mapping that it
// stands for.
func (r *yamlReader) tagged(y *yaml.Node, n *Node, tag string, depth int) *Node {
	name := strings.TrimPrefix(tag, "!")
	var choices []string
	if r.tags != nil {
		choices = r.tags(n.pointer)
	}
	if !slices.Contains(choices, name) {
		r.rejectTag(n, tag, choices)
		return r.untagged(y, n, depth)
	}
	inner := &Node{pointer: n.pointer.Key(name), pos: n.pos}
	if inner = r.untagged(y, inner, depth+1); inner == nil {
		return nil
	}
	n.kind, n.tagged = Mapping, true
	inner.key = n.pos
	n.members = []Member{{name, inner}}
	return n
}

func (r *yamlReader) rejectTag(n *Node, tag string, choices []string) {
	hint := "remove the tag"
	if len(choices) > 0 {
		hint = "the tags that may stand here are !" + strings.Join(choices, ", !")
	}
	r.Reject(YAMLFeature, n.pos, n.pointer, fmt.Sprintf("the tag %s is not allowed here", finding.Clip(tag)), hint)
}
