// Package lazyregexp has regular expressions that are compiled when they are
// first used: no spec needs all of them, and a program that has nothing to do
// needs none.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that returns a regular expression. The first call
// panics if it does not compile.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
