// Package errtree walks the trees that wrapped and joined errors form.
package errtree

import (
	"reflect"
	"unicode/utf8"
)

// Walk visits the tree of an error, outer errors first, until visit reports
// true, and reports whether it did. It looks one level into slices and maps of
// errors that do not unwrap.
func Walk(err error, visit func(error) bool) bool { return walk(err, visit, true) }

// walk is Walk; intoLists is set until it is inside of a slice or a map.
func walk(err error, visit func(error) bool, intoLists bool) bool {
	for err != nil {
		if visit(err) {
			return true
		}
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			return walkAll(e.Unwrap(), visit, intoLists)
		default:
			return intoLists && walkAll(listed(err), visit, false)
		}
	}
	return false
}

// walkAll walks the trees of several errors.
func walkAll(errs []error, visit func(error) bool, intoLists bool) bool {
	for _, err := range errs {
		if walk(err, visit, intoLists) {
			return true
		}
	}
	return false
}

// TypeName returns the type name of err, leaving aside the errors it wraps: the
// result of ErrorType() string or Type() string, else the name of its Go type
// without package and pointer. It is empty for nil.
func TypeName(err error) string {
	switch e := err.(type) {
	case nil:
		return ""
	case interface{ ErrorType() string }:
		return e.ErrorType()
	case interface{ Type() string }:
		return e.Type()
	}
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Name()
}

// maxText bounds the text that patterns see, in bytes.
const maxText = 1 << 10

// Text returns the text of err, cut to at most 1 KiB of whole characters, so
// that a pattern meets a bounded text. The text of nil is empty.
func Text(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for end > maxText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
