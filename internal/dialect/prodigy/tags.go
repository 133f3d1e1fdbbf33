package prodigy

import "github.com/retrygen/retrygen/internal/finding"

// Prodigy spells its choices as YAML tags in some files and as mappings with
// one key in others: "!exponential {base: 3}" is "exponential: {base: 3}".
// These are the tags, by the key that they may stand under.
var tags = map[string][]string{
	"backoff":    {"fixed", "linear", "exponential", "fibonacci", "custom"},
	"retry_on":   {"network", "timeout", "server_error", "rate_limit", "pattern"},
	"on_failure": {"stop", "continue", "fallback"},
}

// TagsAt returns the tags that may stand before the value at p of a spec.
func TagsAt(p finding.Pointer) []string {
	tokens := p.Tokens() // "policies", NAME, "prodigy", KEY
	if len(tokens) < 4 || tokens[0] != "policies" || tokens[2] != "prodigy" {
		return nil
	}
	isList := tokens[3] == "retry_on"
	if isList && len(tokens) == 5 || !isList && len(tokens) == 4 {
		return tags[tokens[3]]
	}
	return nil
}

// FileTagsAt returns the tags that may stand before the value at p of a file
// of Prodigy, wherever in it the policy is.
func FileTagsAt(p finding.Pointer) []string {
	parent, _ := p.Parent()
	if key := p.Last(); key != "retry_on" && tags[key] != nil {
		return tags[key]
	}
	if parent.Last() == "retry_on" {
		return tags["retry_on"]
	}
	return nil
}
