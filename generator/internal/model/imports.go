package model

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/importpath"
)

// Imports decides under which name a file imports each package, and keeps
// those that are used.
type Imports struct {
	self    string            // the import path of the output
	runtime string            // the import path of the runtime
	names   map[string]string // path to name
	Names   map[string]string // path to the name in the package clause
	used    map[string]bool
}

// NewImports names the packages at the paths of real, which maps them to
// the names of their package clauses. Names in taken are avoided.
func NewImports(self, runtime string, real map[string]string, taken Scope) *Imports {
	t := &Imports{self: self, runtime: runtime, names: map[string]string{}, Names: real, used: map[string]bool{}}
	names := maps.Clone(taken)
	for _, path := range slices.SortedFunc(maps.Keys(real), t.compare) {
		if path != self {
			t.names[path] = names.Claim(real[path], t.otherName(path))
		}
	}
	return t
}

// otherName returns the name of a package whose own name is taken.
func (t *Imports) otherName(path string) string {
	if path == t.runtime {
		return "retrygen"
	}
	return parentName(path) + t.Names[path]
}

// parentName returns the last directory above the package at path, as a part
// of a name that distinguishes two packages.
func parentName(path string) string {
	elements := strings.Split(path, "/")
	if len(elements) < 2 {
		return "std"
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(elements[len(elements)-2]))
}

// Use returns the name of the package at path, or "" for the output's own.
func (t *Imports) Use(path string) string {
	if path == t.self {
		return ""
	}
	t.used[path] = true
	return t.names[path]
}

// LocalNames returns the names that the imports take in the file.
func (t *Imports) LocalNames() []string { return slices.Collect(maps.Values(t.names)) }

// importLine is one line of the import block.
type importLine struct{ Name, Path string }

// Groups returns the import block: the standard library, then the others.
// A name is given only where the path does not say it.
func (t *Imports) Groups() [][]importLine {
	var std, others []importLine
	for _, path := range slices.Sorted(maps.Keys(t.used)) {
		line := importLine{Path: path}
		if name := t.names[path]; name != importpath.GuessName(path) || name != t.Names[path] {
			line.Name = name
		}
		if importpath.IsStd(path) {
			std = append(std, line)
		} else {
			others = append(others, line)
		}
	}
	return slices.DeleteFunc([][]importLine{std, others}, func(g []importLine) bool { return len(g) == 0 })
}

// compare orders import paths so that the standard library keeps its names,
// and the runtime its own.
func (t *Imports) compare(a, b string) int {
	return cmp.Or(cmp.Compare(t.rank(a), t.rank(b)), cmp.Compare(a, b))
}

// rank returns the place of a package among those that want the same name.
func (t *Imports) rank(path string) int {
	switch {
	case importpath.IsStd(path):
		return 0
	case path == t.runtime:
		return 1
	default:
		return 2
	}
}
