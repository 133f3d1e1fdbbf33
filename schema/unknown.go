package schema

import (
	"fmt"
	"slices"
	"strings"
)

// explainUnknown reports the keys of a mapping that the schema does not have.
func (v violation) explainUnknown() {
	known, _ := v.schema["properties"].(map[string]any)
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, m := range v.node.members {
		p := m.value.pointer
		switch {
		case known[m.name] != nil:
		case v.isUnbuilt(m.name):
			v.report(RuleNotSupported, m.pos, p, fmt.Sprintf("the key %s is not supported yet", quote(m.name)), "remove it")
		default:
			v.report(RuleUnknownKey, m.pos, p, "unknown field", v.suggest(m.name, names))
		}
	}
}

// suggest returns the hint for an unknown key: another spelling of a key that
// is known here, the key of this system for what another calls so, the place
// where the key belongs, or the nearest key.
func (v violation) suggest(name string, names []string) string {
	for _, candidate := range names {
		if fold(candidate) == fold(name) {
			return didYouMean(candidate)
		}
	}
	if hint := translate(v.definition(), name); hint != "" {
		return hint
	}
	if hint := v.misplaced(name); hint != "" {
		return hint
	}
	if near, ok := Nearest(name, names); ok {
		return didYouMean(near)
	}
	if len(names) > 12 {
		return ""
	}
	return "the keys here are " + strings.Join(names, ", ")
}

func didYouMean(name string) string { return fmt.Sprintf("did you mean %q?", name) }

// misplaced tells where a key belongs that stands beside a dialect block
// instead of in it, or the other way round.
func (v violation) misplaced(name string) string {
	known, err := loadDefinitions()
	if err != nil {
		return ""
	}
	has := func(definition string) bool {
		schema, _ := known.lookup("#/definitions/" + definition + "/properties/" + name)
		return schema[name] != nil
	}
	here := v.definition()
	isDialect := func(d string) bool { return slices.ContainsFunc(dialects, func(e dialect) bool { return e.name == d }) }
	switch {
	case isDialect(here) && has("policy"):
		return fmt.Sprintf("%s stands beside the %s block, not in it", name, here)
	case here != "policy":
		return ""
	}
	for _, d := range dialects {
		if v.node.has(d.name) && has(d.name) {
			return fmt.Sprintf("%s belongs into the %s block", name, d.name)
		}
	}
	return ""
}
