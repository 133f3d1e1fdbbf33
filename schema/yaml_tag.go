package schema

// Prodigy spells its choices as YAML tags in some files and as mappings with
// one key in others: "!exponential {base: 3}" is "exponential: {base: 3}".
// These are the tags, by the key that they may stand under.
var prodigyTags = map[string][]string{
	"backoff":    {"fixed", "linear", "exponential", "fibonacci", "custom"},
	"retry_on":   {"network", "timeout", "server_error", "rate_limit", "pattern"},
	"on_failure": {"stop", "continue", "fallback"},
}

// tagsAt returns the tags that may stand before the value at p.
func tagsAt(p Pointer) []string {
	tokens := p.Tokens() // "policies", NAME, "prodigy", KEY
	if len(tokens) < 4 || tokens[0] != "policies" || tokens[2] != "prodigy" {
		return nil
	}
	isList := tokens[3] == "retry_on"
	if isList && len(tokens) == 5 || !isList && len(tokens) == 4 {
		return prodigyTags[tokens[3]]
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
