package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// typeNames are the types of JSON Schema in the words of findings.
var typeNames = map[string]string{
	"null": "null", "boolean": "true or false", "integer": "a whole number", "number": "a number",
	"string": "text", "array": "a list", "object": "a mapping",
}

func (v violation) explainType() {
	var wanted []string
	for _, t := range v.types() {
		wanted = append(wanted, typeNames[t])
	}
	message := fmt.Sprintf("expected %s, found %s", finding.Enumerate(wanted), v.node.Describe())
	v.report(decode.WrongType, message, v.typeHint())
}

// types returns the types of JSON Schema that the value may have.
func (v violation) types() []string {
	switch types := v.schema["type"].(type) {
	case string:
		return []string{types}
	case []any:
		names := make([]string, len(types))
		for i, t := range types {
			names[i] = fmt.Sprint(t)
		}
		return names
	}
	return nil
}

// typeHint says how to write the value in the right type.
func (v violation) typeHint() string {
	if hint := v.advice(); hint != "" {
		return hint
	}
	isNull := func(t string) bool { return t == "null" }
	n := v.node
	switch wanted := strings.Join(slices.DeleteFunc(v.types(), isNull), " "); {
	case n.Is(document.Null) && missingHints[v.definition()] != "":
		return missingHints[v.definition()]
	case n.Is(document.Null) && wanted == "object":
		return "write {} for the defaults"
	case n.Is(document.Null):
		return "leave the key out for the default"
	case wanted == "boolean" && (n.Text() == "true" || n.Text() == "false"):
		return "write it without quotes"
	case wanted == "boolean":
		return "write true or false"
	case wanted == "array" && n.Is(document.Mapping):
		return "write it as a list: [{…}]"
	case wanted == "array":
		return "write it as a list: [" + finding.Clip(n.Text()) + "]"
	case n.Is(document.Text) && document.IsPlainDecimal(n.Text()):
		return "write it without quotes"
	case n.Is(document.Text) && isNumeric(wanted) && strings.Contains(v.text("description"), "milliseconds"):
		return unitHint(n.Text(), "milliseconds", 1)
	case n.Is(document.Text) && isNumeric(wanted) && strings.Contains(v.text("description"), "seconds"):
		return unitHint(n.Text(), "seconds", 1000)
	case wanted == "string" && n.Is(document.Number):
		return "put it in quotes"
	}
	return ""
}

// isNumeric reports whether a type, or a list of types, has numbers.
func isNumeric(types string) bool {
	return strings.Contains(types, "number") || strings.Contains(types, "integer")
}

// unitHint says how to write a duration as a number.
func unitHint(duration, unit string, milliseconds float64) string {
	value, problem := decode.GoDuration.Parse(duration)
	if problem != nil {
		return "write the number of " + unit
	}
	return fmt.Sprintf("write the number of %s: %s", unit, decimal(float64(value)/1e6/milliseconds))
}
