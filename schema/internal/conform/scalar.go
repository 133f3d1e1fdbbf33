package conform

import (
	"encoding/json"
	"math/big"
	"slices"
	"unicode/utf8"
)

// hasType reports whether a value has one of the types that are allowed: a
// name, a list of names, or nil for all.
func hasType(allowed, value any) bool {
	switch allowed := allowed.(type) {
	case string:
		return isType(allowed, value)
	case []any:
		return slices.ContainsFunc(allowed, func(t any) bool { return hasType(t, value) })
	default:
		return true
	}
}

func isType(name string, value any) bool {
	switch value := value.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case json.Number:
		return name == "number" || name == "integer" && rational(value).IsInt()
	case string:
		return name == "string"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	default:
		return false
	}
}

// rational returns a number exactly.
func rational(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return new(big.Rat)
	}
	return r
}

// isEqual reports whether a value is that of the schema. All in the schema that
// values are compared with are scalars.
func isEqual(value, want any) bool {
	if n, ok := value.(json.Number); ok {
		f, ok := want.(float64)
		return ok && rational(n).Cmp(new(big.Rat).SetFloat64(f)) == 0
	}
	switch want.(type) {
	case string, bool, nil:
		return value == want
	default:
		return false
	}
}

// checkString checks the keywords for strings.
func (c *checker) checkString(s map[string]any, at, value, instance string) {
	if least, ok := s["minLength"].(float64); ok && utf8.RuneCountInString(value) < int(least) {
		c.fail(at, "/minLength", instance)
	}
	if expression, ok := s["pattern"].(string); ok && !c.schema.matches(expression, value) {
		c.fail(at, "/pattern", instance)
	}
}

// bounds tells for each bound how a number has to compare with it.
var bounds = map[string]func(order int) bool{
	"minimum":          func(order int) bool { return order >= 0 },
	"maximum":          func(order int) bool { return order <= 0 },
	"exclusiveMinimum": func(order int) bool { return order > 0 },
	"exclusiveMaximum": func(order int) bool { return order < 0 },
}

// checkNumber checks the keywords for numbers.
func (c *checker) checkNumber(s map[string]any, at string, value json.Number, instance string) {
	for keyword, isFine := range bounds {
		bound, ok := s[keyword].(float64)
		if ok && !isFine(rational(value).Cmp(new(big.Rat).SetFloat64(bound))) {
			c.fail(at, "/"+keyword, instance)
		}
	}
}
