package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// explain adds the finding for a keyword that failed.
func (v violation) explain() {
	if v.isForbidden() {
		v.explainForbidden()
		return
	}
	switch v.keyword {
	case "type":
		v.explainType()
	case "enum":
		v.explainEnum()
	case "minimum", "maximum", "exclusiveMinimum":
		v.explainRange()
	case "pattern":
		v.explainPattern()
	case "required":
		v.explainRequired()
	case "additionalProperties":
		v.explainUnknown()
	case "minItems", "maxItems", "minProperties", "minLength", "additionalItems":
		v.explainSize()
	default:
		message, hint := halves(v.text("errorMessage"))
		if v.keyword == "not" && v.awaitsSupport() {
			return
		}
		v.failKeyOrValue(v.ruleOf(), message, hint)
	}
}

// ruleOf returns the rule behind a keyword that the schema words itself.
func (v violation) ruleOf() string {
	switch {
	case v.keyword == "not" && v.node.kind == mapping:
		return RuleExactlyOne
	case v.keyword == "not":
		return RuleOutOfRange
	default:
		return RuleChoice
	}
}

// failKeyOrValue places the finding at the key of a mapping, and at any other
// value itself.
func (v violation) failKeyOrValue(rule, message, hint string) {
	if v.node.kind == mapping {
		v.failKey(rule, message, hint)
		return
	}
	v.fail(rule, message, hint)
}

// text returns a text of the schema, or "".
func (v violation) text(keyword string) string {
	text, _ := v.schema[keyword].(string)
	return text
}

// advice returns the hint that the schema gives editors for a bad value.
func (v violation) advice() string {
	for _, keyword := range []string{"patternErrorMessage", "errorMessage"} {
		if _, hint := halves(v.text(keyword)); hint != "" {
			return hint
		}
	}
	return ""
}

// typeNames are the types of JSON Schema in the words of findings.
var typeNames = map[string]string{
	"null": "null", "boolean": "true or false", "integer": "a whole number", "number": "a number",
	"string": "text", "array": "a list", "object": "a mapping",
}

func (v violation) explainType() {
	var wanted []string
	switch types := v.schema["type"].(type) {
	case string:
		wanted = []string{typeNames[types]}
	case []any:
		for _, t := range types {
			wanted = append(wanted, typeNames[fmt.Sprint(t)])
		}
	}
	message := fmt.Sprintf("expected %s, found %s", enumerate(wanted), v.node.describe())
	v.fail(RuleWrongType, message, v.typeHint())
}

// typeHint tells how to write the value in the right type.
func (v violation) typeHint() string {
	if hint := v.advice(); hint != "" {
		return hint
	}
	n := v.node
	switch wanted := fmt.Sprint(v.schema["type"]); {
	case n.kind == null && wanted == "object":
		return "write {} for the defaults"
	case n.kind == null:
		return "leave the key out for the default"
	case wanted == "boolean" && n.kind == text:
		return "write true or false without quotes"
	case wanted == "array":
		return "write it as a list: [" + clip(n.text) + "]"
	case n.kind == text && plainDecimal.MatchString(n.text):
		return "write it without quotes"
	case wanted == "string" && n.kind == number:
		return "put it in quotes"
	}
	return ""
}

func (v violation) explainEnum() {
	choices := make([]string, 0, 16)
	for _, choice := range v.schema["enum"].([]any) {
		choices = append(choices, fmt.Sprint(choice))
	}
	hint := "write " + enumerate(choices)
	if near, ok := Nearest(v.node.text, choices); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	v.fail(RuleChoice, fmt.Sprintf("%s is not one of the values of this key", quote(v.node.text)), hint)
}

func (v violation) explainRange() {
	limit, _ := v.schema[v.keyword].(float64)
	relation := map[string]string{
		"minimum": "less than", "maximum": "more than", "exclusiveMinimum": "not above",
	}[v.keyword]
	v.fail(RuleOutOfRange, fmt.Sprintf("%s is %s %s", clip(v.node.text), relation, decimal(limit)), v.rangeHint())
}

func (v violation) rangeHint() string {
	low, hasLow := v.schema["minimum"].(float64)
	high, hasHigh := v.schema["maximum"].(float64)
	switch {
	case v.schema["exclusiveMinimum"] != nil:
		return "write a number above " + decimal(v.schema["exclusiveMinimum"].(float64))
	case hasLow && hasHigh:
		return fmt.Sprintf("write a number from %s to %s", decimal(low), decimal(high))
	case hasLow:
		return fmt.Sprintf("write a number of %s or more", decimal(low))
	}
	return ""
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// explainPattern uses what the schema tells editors: "Not a thing. Write …".
func (v violation) explainPattern() {
	subject := v.node.text
	if v.key != "" {
		subject = v.key
	}
	message, hint := halves(v.text("patternErrorMessage"))
	v.fail(RuleFormat, quote(subject)+" is "+message, hint)
}

func (v violation) explainRequired() {
	if v.awaitsSupport() {
		return
	}
	var missing []string
	for _, name := range v.schema["required"].([]any) {
		if !v.node.has(fmt.Sprint(name)) {
			missing = append(missing, strconv.Quote(fmt.Sprint(name)))
		}
	}
	noun := "the key "
	if len(missing) > 1 {
		noun = "the keys "
	}
	v.failKey(RuleMissingKey, noun+strings.Join(missing, " and ")+map[bool]string{true: " are missing", false: " is missing"}[len(missing) > 1], v.advice())
}

// explainForbidden reports the later of two keys that exclude each other.
func (v violation) explainForbidden() {
	first := v.node.member(v.path[len(v.path)-3])
	second := v.node.member(v.keyword)
	if first == nil || second == nil || before(second, first) {
		return
	}
	v.fail(RuleExactlyOne, fmt.Sprintf("%q on line %d excludes %q", first.name, first.pos.Line, second.name), "keep one of them")
}

func before(a, b *member) bool {
	if a.pos.Line != b.pos.Line {
		return a.pos.Line < b.pos.Line
	}
	return a.pos.Column < b.pos.Column
}

// explainSize reports a list, mapping or text with too few or many members.
func (v violation) explainSize() {
	if message, hint := halves(v.text("errorMessage")); v.keyword != "minProperties" && message != "" {
		v.fail(RuleFormat, message, hint)
		return
	}
	name := lastToken(v.node.pointer)
	switch v.keyword {
	case "maxItems", "additionalItems":
		v.fail(RuleLimit, fmt.Sprintf("the list has more than %s items", decimal(v.schema["maxItems"].(float64))), "")
	default:
		v.fail(RuleEmpty, v.node.kind.String()+" that is empty says nothing", emptyHints[name])
	}
}

// emptyHints tell what to do about an empty value, by its key.
var emptyHints = map[string]string{
	"retry":            "leave the key out for the dialect's own rule; a policy that retries nothing needs no retry",
	"stop":             "leave the key out",
	"status_forcelist": "leave the key out for the default, which is what httpx-retries makes of an empty list",
	"policies":         "write at least one policy",
}

// awaitsSupport reports whether the mapping has a key that may stand for what
// is missing, and is not supported yet.
func (v violation) awaitsSupport() bool {
	return slices.ContainsFunc(v.node.names(), func(name string) bool { return v.isUnbuilt(name) })
}
