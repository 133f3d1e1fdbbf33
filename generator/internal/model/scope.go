package model

import (
	"go/token"
	"go/types"
	"strconv"
)

// Scope is a set of names that are taken.
type Scope map[string]bool

// NewScope returns a scope that has the given names.
func NewScope(names ...string) Scope {
	s := Scope{}
	for _, name := range names {
		s[name] = true
	}
	return s
}

// Taken reports whether name cannot be declared: it is in the scope, a
// keyword, or predeclared.
func (s Scope) Taken(name string) bool {
	return s[name] || token.IsKeyword(name) || types.Universe.Lookup(name) != nil || name == "_" || name == ""
}

// Claim takes the first of the wanted names that is free, or the last one with
// a number.
func (s Scope) Claim(wanted ...string) string {
	name := FirstFree(s.Taken, wanted)
	s[name] = true
	return name
}

// FirstFree returns the first of the wanted names that is not taken, or the last
// one with a number.
func FirstFree(taken func(name string) bool, wanted []string) string {
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
