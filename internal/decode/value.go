package decode

import (
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// Value is a value of a document, or the absence of one.
type Value struct {
	*document.Node // nil if there is no value
	ctx            *Context
}

// Context returns what the decoding of the document shares.
func (v Value) Context() *Context { return v.ctx }

// IsSet reports whether there is a value.
func (v Value) IsSet() bool { return v.Node != nil }

// Report adds a finding at the place of the value.
func (v Value) Report(rule *finding.Rule, message, hint string) {
	v.ctx.Add(rule, v.Position(), v.Pointer(), message, hint)
}

// ReportKey adds a finding at the place of the key that the value stands under.
func (v Value) ReportKey(rule *finding.Rule, message, hint string) {
	v.ctx.Add(rule, v.KeyPosition(), v.Pointer(), message, hint)
}

// Reject adds a finding about the value as a whole, which is then reported no
// more.
func (v Value) Reject(rule *finding.Rule, message, hint string) {
	v.ctx.Reject(rule, v.Position(), v.Pointer(), message, hint)
}

// IsRejected reports whether a finding is about the value, or one around it, as
// a whole.
func (v Value) IsRejected() bool { return v.ctx.IsRejected(v.Pointer()) }

// Unreadable notes that the value cannot be read, unless a finding says so
// already. If the JSON Schema has no finding either, that is an internal error.
func (v Value) Unreadable() {
	if v.ctx.unreadable == nil && !v.IsRejected() {
		v.ctx.unreadable = v.Node
	}
}

// Member returns the value of a key, for a second look at a mapping.
func (v Value) Member(name string) Value { return Value{v.Node.Get(name), v.ctx} }

// Unquoted returns the value as a number if it is text that spells one in plain
// decimals, which proto JSON may put in quotes.
func (v Value) Unquoted() Value {
	if v.Is(document.Text) && document.IsPlainDecimal(v.Text()) {
		v.Node = v.NumberAt(v.Text())
	}
	return v
}

// expect reports whether there is a value of the given kind. Any other value is
// unreadable.
func (v Value) expect(kind document.Kind) bool {
	if v.IsSet() && v.Kind() != kind {
		v.Unreadable()
	}
	return v.Is(kind)
}

// Integer returns the whole number, or fallback if there is no value.
func (v Value) Integer(fallback int64) int64 {
	if !v.expect(document.Number) {
		return fallback
	}
	whole, fraction, _ := strings.Cut(v.Text(), ".")
	value, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || strings.Trim(fraction, "0") != "" {
		v.Unreadable()
		return fallback
	}
	return value
}

// Real returns the number, or fallback if there is no value.
func (v Value) Real(fallback float64) float64 {
	if !v.expect(document.Number) {
		return fallback
	}
	value, err := strconv.ParseFloat(v.Text(), 64)
	if err != nil {
		v.Unreadable()
		return fallback
	}
	if value == 0 {
		return 0 // not -0, which would be written so into the output
	}
	return value
}

// Bool returns the truth value, or fallback if there is no value.
func (v Value) Bool(fallback bool) bool {
	if !v.expect(document.Boolean) {
		return fallback
	}
	return v.Text() == "true"
}

// Word returns the text, or fallback if there is no value.
func (v Value) Word(fallback string) string {
	if !v.expect(document.Text) {
		return fallback
	}
	return v.Text()
}

// Duration returns the duration that the text spells, or fallback if there is
// no value.
func (v Value) Duration(fallback time.Duration, form DurationForm) time.Duration {
	if !v.expect(document.Text) {
		return fallback
	}
	value, problem := form.Parse(v.Text())
	if problem != nil {
		v.Reject(problem.Rule, problem.Message, problem.Hint)
		return fallback
	}
	return value
}

// Bound returns the Go duration, which must be above zero, or 0 if there is no
// value.
func (v Value) Bound() time.Duration {
	return v.Positive("a bound of zero leaves no time at all", "leave the key out for no bound")
}

// Positive returns the Go duration, which must be above zero, or 0 if there is
// no value. The texts are about zero.
func (v Value) Positive(message, hint string) time.Duration {
	value := v.Duration(0, GoDuration)
	if value == 0 && v.Is(document.Text) && !v.IsRejected() {
		v.Reject(OutOfRange, message, hint)
	}
	return value
}

// Items returns the items of the list. Any other value has none.
func (v Value) Items() []Value {
	v.expect(document.List)
	items := make([]Value, len(v.Node.Items()))
	for i, item := range v.Node.Items() {
		items[i] = Value{item, v.ctx}
	}
	return items
}

// Object returns the value as a mapping whose keys a definition of the JSON
// Schema describes. Any other value reads as a mapping without keys.
func (v Value) Object(definition string) Object {
	if !v.expect(document.Mapping) {
		v.Node = nil
	}
	if v.ctx.asked[definition] == nil {
		v.ctx.asked[definition] = make(map[string]bool)
	}
	return Object{v, definition}
}
