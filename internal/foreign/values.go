package foreign

import (
	"math/big"
	"slices"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// HasAny reports whether a mapping has one of the keys.
func HasAny(v *document.Node, names []string) bool { return slices.ContainsFunc(names, v.Has) }

// Number returns a number exactly.
func Number(v *document.Node) (*big.Rat, bool) {
	if v.Kind() != document.Number || !document.IsPlainDecimal(v.Text()) {
		return nil, false
	}
	return new(big.Rat).SetString(v.Text())
}

// OrIn returns v, or what it is missing in.
func OrIn(v, in *document.Node) *document.Node {
	if v == nil {
		return in
	}
	return v
}

// UnlimitedAttempts stands for no limit, where a dialect has none.
const UnlimitedAttempts = "2147483647"

// OrNumber returns a field, or a number in its place.
func OrNumber(v *document.Node, name, fallback string) *document.Node {
	if field := v.Get(name); field != nil {
		return field
	}
	return v.NumberAt(fallback)
}

// ProtoDuration is how proto JSON writes durations.
var ProtoDuration = lazyregexp.New(`^-?[0-9]+(\.[0-9]{1,9})?s$`)
