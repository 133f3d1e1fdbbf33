package schema

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// explain adds the finding for a keyword that failed.
func (v violation) explain() {
	switch {
	case v.isForbidden():
		v.explainForbidden()
		return
	case absences[v.definition()] != "":
		v.explainNeither()
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
	default: // const
		message, hint := halves(v.text("errorMessage"))
		v.report(decode.Choice, finding.Clip(v.node.Text())+" is "+message, hint)
	}
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

func (v violation) explainEnum() {
	choices := make([]string, 0, 16)
	for _, choice := range v.schema["enum"].([]any) {
		choices = append(choices, fmt.Sprint(choice))
	}
	hint := "write " + finding.Enumerate(choices)
	if near, ok := v.ctx.Nearest(v.node.Text(), choices); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	v.report(decode.Choice, fmt.Sprintf("%s is not one of the values of this key", finding.Quote(v.node.Text())), hint)
}

func (v violation) explainRange() {
	limit, _ := v.schema[v.keyword].(float64)
	relation := map[string]string{
		"minimum": "less than", "maximum": "more than", "exclusiveMinimum": "not above",
	}[v.keyword]
	v.report(decode.OutOfRange, fmt.Sprintf("%s is %s %s", finding.Clip(v.node.Text()), relation, decimal(limit)), v.rangeHint())
}

func (v violation) rangeHint() string {
	low, hasLow := v.schema["minimum"].(float64)
	high, hasHigh := v.schema["maximum"].(float64)
	switch {
	case v.schema["exclusiveMinimum"] != nil:
		return fmt.Sprintf("write a number above %s, at most %s", decimal(v.schema["exclusiveMinimum"].(float64)), decimal(high))
	case hasLow && hasHigh:
		return fmt.Sprintf("write a number from %s to %s", decimal(low), decimal(high))
	case hasLow:
		return fmt.Sprintf("write a number of %s or more", decimal(low))
	}
	return ""
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// explainPattern uses what the schema shows in editors: "Not a thing. Write …".
func (v violation) explainPattern() {
	subject := v.node.Text()
	if v.key != nil {
		subject = v.key.Pointer().Last()
	}
	message, hint := halves(v.text("patternErrorMessage"))
	v.report(document.Format, finding.Quote(subject)+" is "+message, hint)
}

func (v violation) explainRequired() {
	var missing []string
	for _, name := range v.schema["required"].([]any) {
		name := fmt.Sprint(name)
		if !v.node.Has(name) && !v.isMisspelt([]string{name}) {
			missing = append(missing, strconv.Quote(name))
		}
	}
	if len(missing) == 0 {
		return
	}
	message := "the key " + missing[0] + " is missing"
	if len(missing) > 1 {
		message = "the keys " + strings.Join(missing, " and ") + " are missing"
	}
	v.reportMapping(decode.MissingKey, message, missingHints[v.definition()])
}

// absences are the definitions that no mapping satisfies. The schema refers to
// them from the given definitions, where none of several keys is there. It
// cannot say "required": not all editors show its own words for that.
var absences = map[string]string{"noDialect": "policy", "noTarget": "client", "noStub": "stub"}

// explainNeither reports a mapping without any of the keys one of which it
// needs.
func (v violation) explainNeither() {
	message, hint := halves(v.text("errorMessage"))
	v.schema, v.path = v.known.lookup(Pointer("/definitions/" + absences[v.definition()] + "/type"))
	names := v.alternatives()
	if !slices.ContainsFunc(names, v.node.Has) && !v.isMisspelt(names) {
		v.reportMapping(decode.ExactlyOne, message, hint)
	}
}

// missingHints say how to write what is missing, by definition.
var missingHints = map[string]string{
	"":                "a spec begins with version: 1, and has policies",
	"policy":          "write " + finding.Enumerate(dialect.Names()),
	"client":          "write the Go type to wrap, such as wraps: Gateway, or http: {policy: NAME}",
	"clientFrom":      "name the file, such as openapi: ../openapi.json",
	"engine":          "name the policies, such as policies: [default]",
	"from":            "name the file, such as file: workflow.yaml",
	"layer":           "write the name of the layer, such as name: gateway",
	"prodigyLinear":   "write {linear: {increment: 1s}}",
	"prodigyCustom":   "write {custom: {delays: [{secs: 1, nanos: 0}]}}",
	"prodigyDelay":    "write both, such as {secs: 1, nanos: 0}",
	"prodigyFallback": "write {fallback: {command: \"…\"}}",
}

// explainForbidden reports a key that another one excludes, if that one is the
// first of the keys that do, and stands before it.
func (v violation) explainForbidden() {
	by := v.path[len(v.path)-3]
	excluding := v.known.at(v.path[:len(v.path)-3])
	for _, m := range v.node.Members() {
		switch {
		case m.Name == v.key.Pointer().Last():
			return
		case m.Name == by:
			v.report(decode.ExactlyOne, fmt.Sprintf("%q on line %d excludes %q", by, m.Value.KeyPosition().Line, v.key.Pointer().Last()), hintOf(excluding[by]))
			return
		case forbids(excluding[m.Name], v.key.Pointer().Last()):
			return
		}
	}
}

// hintOf returns what the schema next to a key says about keys that it excludes.
func hintOf(excluding any) string {
	s, _ := excluding.(map[string]any)
	message, _ := s["errorMessage"].(string)
	if _, hint := halves(message); hint != "" {
		return hint
	}
	return "keep one of them"
}

// forbids reports whether a schema has the value false for a key.
func forbids(schema any, name string) bool {
	s, _ := schema.(map[string]any)
	properties, _ := s["properties"].(map[string]any)
	return properties[name] == false
}

// explainSize reports a list, mapping or text with too few or many members.
func (v violation) explainSize() {
	if message, hint := halves(v.text("errorMessage")); v.keyword != "minProperties" && message != "" {
		v.report(document.Format, message, hint)
		return
	}
	name := v.node.Pointer().Last()
	switch v.keyword {
	case "maxItems", "additionalItems":
		v.report(document.Limit, fmt.Sprintf("the list has more than %s items", decimal(v.schema["maxItems"].(float64))), "")
	default:
		hint := emptyHints[name]
		if hint == "" && v.node.Is(document.Mapping) && len(v.names(false)) > 0 {
			hint = v.keysHere()
		}
		v.report(decode.Empty, v.node.Kind().String()+" that is empty says nothing", hint)
	}
}

// emptyHints say what to do about an empty value, by its key.
var emptyHints = map[string]string{
	"retry":            "leave the key out for the dialect's own rule; a policy that retries nothing needs no retry",
	"stop":             "leave the key out",
	"status_forcelist": "leave the key out for the default, which httpx-retries also uses for an empty list",
	"allowed_methods":  "leave the key out for the default, which httpx-retries also uses for an empty list",
	"routes":           "leave the key out",
	"methods":          "leave the key out for all methods",
	"policies":         "write at least one policy",
	"engines":          "leave the key out",
}

// alternatives returns the keys one of which the mapping needs.
func (v violation) alternatives() []string {
	without, _ := v.schema["if"].(map[string]any)
	properties, _ := without["properties"].(map[string]any)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(properties)), func(name string) bool { return properties[name] != false })
}

// isMisspelt reports whether the mapping has an unknown key that is probably
// meant to be one of the given keys, so that none of them is missing.
func (v violation) isMisspelt(names []string) bool {
	known, _ := v.schema["properties"].(map[string]any)
	return slices.ContainsFunc(v.node.Names(), func(name string) bool {
		_, isNear := v.ctx.Nearest(name, names)
		return isNear && known[name] == nil
	})
}
