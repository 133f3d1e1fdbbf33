package schema

import "github.com/retrygen/retrygen/internal/dialect"

// refusalOf returns why a known key cannot stand where it does, and what to
// write instead. It returns nothing for any other key.
func (v violation) refusalOf(key string) (message, hint string) {
	definition := v.definition()
	if definition == "policy" && key == "engines" {
		return "a policy does not name its engines: they name their policies", "write engines: {temporal: {policies: [NAME]}} next to policies"
	}
	if d := dialect.Named(definition); d != nil {
		return d.Refusal(key)
	}
	return "", ""
}
