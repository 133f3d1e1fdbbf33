package document

import "encoding/json"

// Plain returns n as the values that encoding/json decodes to, with numbers as
// [json.Number].
func (n *Node) Plain() any {
	switch n.Kind() {
	case Boolean:
		return n.text == "true"
	case Number:
		return plainNumber(n.text)
	case Text:
		return n.text
	case List:
		items := make([]any, len(n.items))
		for i, item := range n.items {
			items[i] = item.Plain()
		}
		return items
	case Mapping:
		members := make(map[string]any, len(n.members))
		for _, m := range n.members {
			members[m.Name] = m.Value.Plain()
		}
		return members
	default:
		return nil
	}
}

// plainNumber keeps the digits of a number. A spelling that was refused when it
// was read becomes 0, since infinite and huge numbers exhaust their readers.
func plainNumber(digits string) json.Number {
	if len(digits) > maxNumber || !plainDecimal().MatchString(digits) {
		return "0"
	}
	return json.Number(digits)
}

// IsPlainDecimal reports whether text is a number in plain decimals, the one
// spelling that every reader takes alike.
func IsPlainDecimal(text string) bool { return plainDecimal().MatchString(text) }
