package finding

import (
	"strconv"
	"strings"
)

// Pointer is a JSON pointer (RFC 6901) to a value of a document. The empty
// pointer is the whole document.
type Pointer string

var (
	pointerEscape   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// Key returns the pointer to the member name of the object at p.
func (p Pointer) Key(name string) Pointer {
	return p + "/" + Pointer(pointerEscape.Replace(name))
}

// Index returns the pointer to element i, from 0, of the array at p.
func (p Pointer) Index(i int) Pointer {
	return p + "/" + Pointer(strconv.Itoa(i))
}

// Parent returns the pointer to the value around the one at p. It reports
// false for the whole document, which has none.
func (p Pointer) Parent() (Pointer, bool) {
	i := strings.LastIndexByte(string(p), '/')
	if i < 0 {
		return "", false
	}
	return p[:i], true
}

// Last returns the key or the index of the value at p in the one around it,
// unescaped. It is empty for the whole document.
func (p Pointer) Last() string {
	return pointerUnescape.Replace(string(p[strings.LastIndexByte(string(p), '/')+1:]))
}

// Tokens returns the keys and indexes that lead to p, from the outside in,
// unescaped. There are none for the whole document.
func (p Pointer) Tokens() []string {
	if p == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(string(p), "/"), "/")
	for i, token := range tokens {
		tokens[i] = pointerUnescape.Replace(token)
	}
	return tokens
}

// Join returns the pointer to the value at q of the value at p.
func (p Pointer) Join(q Pointer) Pointer { return p + q }

// From returns p relative to the value at base, and whether p is in it.
func (p Pointer) From(base Pointer) (Pointer, bool) {
	rest, ok := strings.CutPrefix(string(p), string(base))
	return Pointer(rest), ok && (rest == "" || rest[0] == '/')
}
