package matcher

import (
	"slices"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/goname"
)

// kinds are the matchers that a spec writes as a mapping, by the key that names
// the kind. A mapping has one of these keys, and may have "outcome".
var kinds = []struct {
	key    string
	decode func(o decode.Object, v decode.Value, e Entry) Matcher
}{
	{"status", decodeStatus},
	{"grpc", decodeGRPC},
	{"pattern", decodePattern},
	{"type", decodeType},
	{"func", decodeFunc},
}

// Decode returns the item of a list of errors, or nil if it cannot be read.
func Decode(v decode.Value) Matcher {
	e := Place(v.Pointer())
	if v.Is(document.Text) {
		if slices.Contains(Classes, v.Text()) {
			return Class{Entry: e, Class: v.Text()}
		}
		return Go{Entry: e, Name: goname.Decode(v)}
	}
	o := v.Object("matcher")
	var m Matcher
	for _, kind := range kinds {
		if value := o.Get(kind.key); value.IsSet() && m == nil {
			m = kind.decode(o, value, e)
		}
	}
	if m == nil {
		v.Unreadable()
	}
	return m
}

// DecodeOutcome returns the outcome that a matcher gives, or nil.
func DecodeOutcome(o decode.Object) *Outcome {
	v := o.Get("outcome")
	if i := slices.Index(Outcomes, v.Word("")); v.IsSet() && i >= 0 {
		return new(Outcome(i))
	}
	return nil
}

// decodeValues returns the items of a list, or a value that stands alone: texts,
// and numbers as they are written.
func decodeValues(v decode.Value) []Value {
	items := []decode.Value{v}
	if v.Is(document.List) {
		items = v.Items()
	}
	values := make([]Value, len(items))
	for i, item := range items {
		values[i] = Value{item.Text(), item.Pointer()}
		if !item.Is(document.Number) {
			values[i].Text = item.Word("")
		}
	}
	return values
}
