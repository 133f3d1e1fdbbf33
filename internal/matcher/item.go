package matcher

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
)

// item is a matcher that a spec writes as a mapping.
type item struct {
	entry Entry
	// value is the value of the key that names the kind.
	value decode.Value
	// field is where the keys "of" and "field" or "method" find the value to
	// compare; nil if the mapping has no "of".
	field *Field
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
