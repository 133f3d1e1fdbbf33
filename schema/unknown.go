package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/document"
)

// explainUnknown reports the keys of a mapping that the schema does not have.
func (v violation) explainUnknown() {
	known, _ := v.schema["properties"].(map[string]any)
	for _, m := range v.node.Members() {
		if known[m.Name] != nil {
			continue
		}
		if message, hint := v.refusalOf(m.Name); message != "" {
			v.ctx.Value(m.Value).ReportKey(decode.NotSupported, message, hint)
			continue
		}
		v.ctx.Value(m.Value).ReportKey(decode.UnknownKey, "unknown field", v.suggest(m.Name))
	}
	v.explainAbsence()
}

// explainAbsence reports a mapping with unknown keys that has none of the keys one
// of which it needs. Editors report the unknown keys alone: one of them may be
// meant to be the missing key.
func (v violation) explainAbsence() {
	for absence, definition := range absences {
		if definition == v.definition() {
			v.path = []string{"definitions", absence, "errorMessage"}
			v.schema = v.known.at(v.path[:2])
			v.explainNeither()
		}
	}
}

// suggest returns the hint for an unknown key: another spelling of a key that
// is known here, the place where the key belongs, the key of this system for
// what another calls so, or the nearest key.
func (v violation) suggest(name string) string {
	names := append(v.names(false), v.names(true)...)
	if near, ok := v.ctx.Nearest(name, names); ok && document.Fold(near) == document.Fold(name) {
		return didYouMean(near)
	}
	if hint := v.misplaced(name); hint != "" {
		return hint
	}
	if hint := translate(v.definition(), name); hint != "" {
		return hint
	}
	if near, ok := v.ctx.Nearest(name, names); ok {
		return didYouMean(near)
	}
	return v.keysHere()
}

// names returns the keys of the schema, sorted; the second spellings that
// editors do not suggest are among them if all is set.
func (v violation) names(all bool) []string {
	known, _ := v.schema["properties"].(map[string]any)
	names := make([]string, 0, len(known))
	for name, schema := range known {
		if s, _ := schema.(map[string]any); all || s["doNotSuggest"] != true || s["allOf"] != nil && name == strings.ToLower(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// keysHere lists the keys of the schema.
func (v violation) keysHere() string {
	names := v.names(false)
	if len(names) == 1 {
		return "the key here is " + names[0]
	}
	return "the keys here are " + strings.Join(names, ", ")
}

func didYouMean(name string) string { return fmt.Sprintf("did you mean %q?", name) }

// misplaced says where a key belongs that stands next to a dialect block
// instead of in it, or the other way round.
func (v violation) misplaced(name string) string {
	has := func(definition string) bool {
		properties, _ := v.known.lookup(Pointer("/definitions/" + definition + "/properties/*"))
		return properties[name] != nil
	}
	here := v.definition()
	switch {
	case name == "backoff" && !v.node.Get(name).Has("func"):
		return "" // what other systems call the growth
	case dialect.Named(here) != nil && has("policy"):
		return fmt.Sprintf("%s stands next to the %s block, not in it", name, here)
	case here != "policy":
		return ""
	}
	for _, d := range dialect.Names() {
		if v.node.Has(d) && has(d) {
			return fmt.Sprintf("%s belongs in the %s block", name, d)
		}
	}
	return ""
}
