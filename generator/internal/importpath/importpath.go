// Package importpath says what an import path says about its package.
package importpath

import (
	"strings"
	"unicode"
)

// GuessName returns the name that the package at path most likely has, by the
// rule that goimports follows.
func GuessName(path string) string {
	elements := strings.Split(path, "/")
	last := elements[len(elements)-1]
	if len(elements) > 1 && isMajorVersion(last) {
		last = elements[len(elements)-2]
	}
	last = strings.TrimPrefix(last, "go-")
	end := strings.IndexFunc(last, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if end > 0 {
		last = last[:end]
	}
	return last
}

// isMajorVersion reports whether a path element is "v2", "v3" and so on.
func isMajorVersion(element string) bool {
	digits, ok := strings.CutPrefix(element, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// IsStd reports whether a path looks like one of the standard library, by the
// rule of goimports.
func IsStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
