package editors

import (
	"encoding/json"
	"fmt"
)

// name returns the name of a document that the settings give a schema.
func name(kind string, i int) string { return fmt.Sprintf("%s%d.retry.yaml", kind, i) }

// sample returns a value of the right type for a property: YAML in one line.
func sample(property map[string]any) string {
	for _, keyword := range []string{"default", "const"} {
		if value, ok := property[keyword]; ok {
			return inline(value)
		}
	}
	for _, keyword := range []string{"examples", "enum"} {
		if values, _ := property[keyword].([]any); len(values) > 0 {
			return inline(values[0])
		}
	}
	switch property["type"] {
	case "object":
		return "{}"
	case "null":
		return "null"
	default:
		return "text"
	}
}

// inline returns a value as JSON, which is YAML too.
func inline(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "null"
	}
	return string(text)
}
