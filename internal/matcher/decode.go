package matcher

import (
	"slices"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/goname"
)

// kinds are the matchers that a spec writes as a mapping, by the key that names
// the kind.
var kinds = []struct {
	key    string
	decode func(item) Matcher
}{
	{"status", decodeStatus},
	{"sqlstate", decodeSQLState},
	{"code", decodeCode},
	{"label", decodeLabel},
	{"grpc", decodeGRPC},
	{"pattern", decodePattern},
	{"prefix", decodePrefix},
	{"type", decodeType},
	{"func", decodeFunc},
	{"method", decodeMethod}, // last: it may also name the method that another kind asks
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
	e.Outcome = decodeOutcome(o.Get("outcome"))
	field := decodeField(o)
	var m Matcher
	for _, kind := range kinds {
		if value := o.Get(kind.key); value.IsSet() && m == nil {
			m = kind.decode(item{e, value, field})
		}
	}
	if m == nil && v.Is(document.Mapping) && !hasUnknownKey(v) {
		v.ReportKey(decode.ExactlyOne, "the matcher does not say what it matches", "write one of service, status, sqlstate, code, label, grpc, pattern, prefix, type, func and method")
	} else if m == nil {
		v.Unreadable()
	}
	return m
}

// hasUnknownKey reports whether a mapping has a key that the JSON Schema refuses,
// or none at all.
func hasUnknownKey(v decode.Value) bool {
	known := []string{"outcome", "of", "field"}
	return len(v.Node.Members()) == 0 || slices.ContainsFunc(v.Node.Members(), func(m document.Member) bool {
		return !slices.Contains(known, m.Name)
	})
}

// decodeOutcome returns the outcome that a matcher gives, or nil.
func decodeOutcome(v decode.Value) *Outcome {
	if i := slices.Index(Outcomes, v.Word("")); i >= 0 {
		return new(Outcome(i))
	}
	return nil
}
