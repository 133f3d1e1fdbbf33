package gen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// Any reports whether test is true for err, or for an error that it wraps, if
// that is a T.
func Any[T any](err error, test func(T) bool) bool {
	return errtree.Walk(err, func(err error) bool {
		e, ok := err.(T)
		return ok && test(e)
	})
}

// HasSQLState reports whether err, or an error that it wraps, answers one of the
// states to SQLState() string. A state that ends in "*" is a prefix.
func HasSQLState(err error, states ...string) bool {
	return Any(err, func(e interface{ SQLState() string }) bool { return Matches(e.SQLState(), states...) })
}

// Matches reports whether a text is one of the values. A value that ends in "*"
// stands for all texts that begin with what precedes the star.
func Matches(text string, values ...string) bool {
	return slices.ContainsFunc(values, func(value string) bool {
		prefix, isPrefix := strings.CutSuffix(value, "*")
		return text == value || isPrefix && strings.HasPrefix(text, prefix)
	})
}

// HasCode reports whether err, or an error that it wraps, has one of the codes:
// the result of ErrorCode() or Code(), a text or a whole number, or of
// SQLErrorNumber() int32.
func HasCode(err error, codes ...string) bool {
	return errtree.Walk(err, func(err error) bool {
		code, ok := codeOf(err)
		return ok && slices.Contains(codes, code)
	})
}

// codeOf returns the code of err itself, as text.
func codeOf(err error) (string, bool) {
	switch e := err.(type) {
	case interface{ ErrorCode() string }:
		return e.ErrorCode(), true
	case interface{ Code() string }:
		return e.Code(), true
	case interface{ SQLErrorNumber() int32 }:
		return strconv.Itoa(int(e.SQLErrorNumber())), true
	case interface{ ErrorCode() int }:
		return strconv.Itoa(e.ErrorCode()), true
	case interface{ Code() int }:
		return strconv.Itoa(e.Code()), true
	case interface{ Code() int32 }:
		return strconv.Itoa(int(e.Code())), true
	case interface{ Code() uint16 }:
		return strconv.Itoa(int(e.Code())), true
	}
	return "", false
}

// HasLabel reports whether err, or an error that it wraps, answers true to
// HasErrorLabel(string) bool for one of the labels.
func HasLabel(err error, labels ...string) bool {
	return Any(err, func(e interface{ HasErrorLabel(string) bool }) bool {
		return slices.ContainsFunc(labels, e.HasErrorLabel)
	})
}

// HasPrefix reports whether the text of err, or of an error that it wraps,
// begins with one of the prefixes.
func HasPrefix(err error, prefixes ...string) bool {
	return errtree.Walk(err, func(err error) bool {
		text := err.Error()
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(text, prefix) })
	})
}
