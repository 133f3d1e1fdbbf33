package schema

import (
	"regexp"
	"sync"
)

// lazyRegexp returns a function that returns a regular expression, compiled
// when it is first asked for: no spec needs all of them, and a program that has
// nothing to do needs none.
func lazyRegexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
