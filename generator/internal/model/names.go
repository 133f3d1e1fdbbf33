package model

import (
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"
)

// NextParam is the parameter of a constructor for what the client wraps.
const NextParam = "next"

// FallbackParam is the parameter of a constructor for what answers when policies
// give up.
const FallbackParam = "fallback"

// OptionsParam is the parameter for the caller's options.
const OptionsParam = "opts"

// ExportedName returns the exported Go name of a policy: "card_charge" is
// CardCharge.
func ExportedName(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }) {
		first, size := utf8.DecodeRuneInString(word)
		b.WriteRune(unicode.ToUpper(first))
		b.WriteString(word[size:])
	}
	return b.String()
}

// UnexportedName returns name with its first word in lower case: HTTPClient is
// httpClient, ID is id.
func UnexportedName(name string) string {
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) {
			break
		}
		if i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break // the first letter of the next word
		}
		runes[i] = unicode.ToLower(r)
	}
	return string(runes)
}

// NameOfType returns a name for a variable of type t: the one that a reader
// would give it.
func NameOfType(t types.Type) string {
	switch t := t.(type) {
	case *types.Named:
		return nameOfNamed(t.Obj())
	case *types.Alias:
		return nameOfNamed(t.Obj())
	case *types.Pointer:
		return NameOfType(t.Elem())
	case *types.Slice:
		return pluralOf(t.Elem())
	case *types.Array:
		return pluralOf(t.Elem())
	case *types.Basic:
		return nameOfBasic(t)
	case *types.Signature:
		return "f"
	default:
		return "value"
	}
}

// nameOfNamed returns the name of a variable of a named type.
func nameOfNamed(name *types.TypeName) string {
	switch {
	case name.Pkg() == nil && name.Name() == "error":
		return "err"
	case name.Pkg() != nil && name.Pkg().Path() == "context" && name.Name() == "Context":
		return "ctx"
	default:
		return shortName(UnexportedName(name.Name()))
	}
}

// longName is the length from which a variable is named by the last word of its
// type only: an ABCDescribeThingsOutput is an output.
const longName = 16

// shortName returns the last word of a name that is long.
func shortName(name string) string {
	runes := []rune(name)
	if len(runes) <= longName {
		return name
	}
	for i := len(runes) - 2; i > 0; i-- {
		if unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i+1]) {
			return UnexportedName(string(runes[i:]))
		}
	}
	return name
}

// nameOfBasic returns the name of a variable of a basic type.
func nameOfBasic(t *types.Basic) string {
	switch {
	case t.Info()&types.IsBoolean != 0:
		return "ok"
	case t.Info()&types.IsString != 0:
		return "text"
	case t.Info()&types.IsInteger != 0:
		return "n"
	default:
		return "value"
	}
}

// pluralOf returns the name of a variable that holds several of t.
func pluralOf(t types.Type) string {
	if basic, ok := t.(*types.Basic); ok && basic.Kind() == types.Uint8 {
		return "data"
	}
	name := NameOfType(t)
	if name == "value" || len(name) < 2 {
		return "values"
	}
	return name + "s"
}
