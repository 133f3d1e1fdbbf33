package schema

import (
	"strconv"
	"strings"
)

// Pointer is a JSON pointer (RFC 6901) to a value of a spec. The empty pointer
// is the whole document.
type Pointer string

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

// Key returns the pointer to the member name of the object at p.
func (p Pointer) Key(name string) Pointer {
	return p + "/" + Pointer(pointerEscape.Replace(name))
}

// Index returns the pointer to element i, from 0, of the array at p.
func (p Pointer) Index(i int) Pointer {
	return p + "/" + Pointer(strconv.Itoa(i))
}
