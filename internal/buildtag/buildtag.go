package buildtag

import (
	"errors"
	"fmt"
	"go/build/constraint"
	"slices"
	"strings"
)

// maxTags is how many different tags an expression may have: all combinations
// of them are tried.
const maxTags = 8

// Expr is a build constraint; nil is met by every build.
type Expr = constraint.Expr

// Parse parses an expression such as "pro && linux". The empty text is nil.
func Parse(text string) (Expr, error) {
	if text == "" {
		return nil, nil
	}
	e, err := constraint.Parse("//go:build " + text)
	if err != nil {
		syntax, _ := errors.AsType[*constraint.SyntaxError](err)
		if syntax == nil {
			return nil, err
		}
		return nil, errors.New(syntax.Err)
	}
	if n := len(customTags(e)); n > maxTags {
		return nil, fmt.Errorf("%d different tags are more than %d", n, maxTags)
	}
	return e, nil
}

// And returns the constraint that is met by the builds that meet both.
func And(a, b Expr) Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	default:
		return &constraint.AndExpr{X: a, Y: b}
	}
}

// IsPossible reports whether some build meets e. Of an expression with too many
// tags it reports true.
func IsPossible(e Expr) bool {
	if e == nil || len(customTags(e)) > maxTags {
		return true
	}
	_, ok := Platform{GOOS: "linux", GOARCH: "amd64", Cgo: true}.Nearest(e)
	return ok
}

// Implies reports whether all builds that meet a meet b as well.
func Implies(a, b Expr) bool {
	return b == nil || !IsPossible(And(a, &constraint.NotExpr{X: b}))
}

// tagsOf returns the tags in an expression, each once.
func tagsOf(e Expr) []string {
	var tags []string
	e.Eval(func(tag string) bool { // asks about every tag
		if !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
		return true
	})
	return tags
}

// customTags returns the tags in an expression that a user sets.
func customTags(e Expr) []string {
	return slices.DeleteFunc(tagsOf(e), func(tag string) bool { return isFixed(tag) || isOfPlatform(tag) })
}

// isFixed reports whether a tag has the same value in every build with the go
// command and its own compiler.
func isFixed(tag string) bool {
	return tag == "gc" || tag == "gccgo" || tag == "appengine" || strings.HasPrefix(tag, "go1.")
}

// isOfPlatform reports whether the operating system, the architecture or cgo
// decides about a tag.
func isOfPlatform(tag string) bool {
	return tag == "cgo" || tag == "unix" || slices.Contains(systems, tag) || slices.Contains(architectures, tag)
}
