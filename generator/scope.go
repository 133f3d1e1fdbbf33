package generator

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scope is a set of names that are taken.
type scope map[string]bool

// newScope returns a scope that has the given names.
func newScope(names ...string) scope {
	s := scope{}
	for _, name := range names {
		s[name] = true
	}
	return s
}

// taken reports whether name cannot be declared: it is in the scope, a
// keyword, or predeclared.
func (s scope) taken(name string) bool {
	return s[name] || token.IsKeyword(name) || types.Universe.Lookup(name) != nil || name == "_" || name == ""
}

// claim takes the first of the wanted names that is free, or the last one with
// a number.
func (s scope) claim(wanted ...string) string {
	name := firstFree(s.taken, wanted)
	s[name] = true
	return name
}

// firstFree returns the first of the wanted names that is not taken, or the last
// one with a number.
func firstFree(taken func(name string) bool, wanted []string) string {
	for _, name := range wanted {
		if !taken(name) {
			return name
		}
	}
	last := wanted[len(wanted)-1]
	for n := 2; ; n++ {
		if name := last + strconv.Itoa(n); !taken(name) {
			return name
		}
	}
}

// exportedName returns the exported Go name of a policy: "card_charge" is
// CardCharge.
func exportedName(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }) {
		first, size := utf8.DecodeRuneInString(word)
		b.WriteRune(unicode.ToUpper(first))
		b.WriteString(word[size:])
	}
	return b.String()
}

// unexportedName returns name with its first word in lower case: HTTPClient is
// httpClient, ID is id.
func unexportedName(name string) string {
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

// nameOfType returns a name for a variable of type t: the one that a reader
// would give it.
func nameOfType(t types.Type) string {
	switch t := t.(type) {
	case *types.Named:
		return nameOfNamed(t.Obj())
	case *types.Alias:
		return nameOfNamed(t.Obj())
	case *types.Pointer:
		return nameOfType(t.Elem())
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
		return shortName(unexportedName(name.Name()))
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
			return unexportedName(string(runes[i:]))
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
	name := nameOfType(t)
	if name == "value" || len(name) < 2 {
		return "values"
	}
	return name + "s"
}
