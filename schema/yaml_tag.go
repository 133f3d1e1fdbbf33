package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"gopkg.in/yaml.v3"
)

// Prodigy spells its choices as YAML tags in some files and as mappings with
// one key in others: "!exponential {base: 3}" is "exponential: {base: 3}".
// These are the tags, by the key that they may stand under.
var prodigyTags = map[string][]string{
	"backoff":    {"fixed", "linear", "exponential", "fibonacci", "custom"},
	"retry_on":   {"network", "timeout", "server_error", "rate_limit", "pattern"},
	"on_failure": {"stop", "continue", "fallback"},
}

// explicitTag returns the tag that is written before y, if there is one.
func explicitTag(y *yaml.Node) (string, bool) {
	return y.Tag, y.Style&yaml.TaggedStyle != 0
}

// tagged returns the value of y, written with a tag, as the mapping that it
// stands for.
func (r *yamlReader) tagged(y *yaml.Node, n *node, tag string, depth int) *node {
	name := strings.TrimPrefix(tag, "!")
	choices := r.tags(n.pointer)
	if !slices.Contains(choices, name) {
		r.rejectTag(n, tag, choices)
		return r.untagged(y, n, depth)
	}
	inner := &node{pointer: n.pointer.Key(name), pos: n.pos}
	if inner = r.untagged(y, inner, depth+1); inner == nil {
		return nil
	}
	n.kind, n.tagged = mapping, true
	n.members = []member{{name, n.pos, inner}}
	return n
}

func (r *yamlReader) rejectTag(n *node, tag string, choices []string) {
	hint := "remove the tag"
	if len(choices) > 0 {
		hint = "the tags that may stand here are !" + strings.Join(choices, ", !")
	}
	r.Reject(RuleYAMLFeature, n.pos, n.pointer, fmt.Sprintf("the tag %s is not allowed here", finding.Clip(tag)), hint)
}

// tagsAt returns the tags that may stand before the value at p.
func tagsAt(p Pointer) []string {
	tokens := strings.Split(string(p), "/") // "", "policies", NAME, "prodigy", KEY
	if len(tokens) < 5 || tokens[1] != "policies" || tokens[3] != "prodigy" {
		return nil
	}
	isList := tokens[4] == "retry_on"
	if isList && len(tokens) == 6 || !isList && len(tokens) == 5 {
		return prodigyTags[tokens[4]]
	}
	return nil
}

// foreignTags returns the tags that may stand before the value at p of a file
// of Prodigy's own, wherever in it the policy is.
func foreignTags(p Pointer) []string {
	parent, _ := p.Parent()
	if key := p.Last(); key != "retry_on" && prodigyTags[key] != nil {
		return prodigyTags[key]
	}
	if parent.Last() == "retry_on" {
		return prodigyTags["retry_on"]
	}
	return nil
}
