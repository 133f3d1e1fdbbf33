package generator

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// importTable decides under which name a file imports each package, and keeps
// those that are used.
type importTable struct {
	self    string            // the import path of the output
	runtime string            // the import path of the runtime
	names   map[string]string // path to name
	real    map[string]string // path to the name in the package clause
	used    map[string]bool
}

// newImportTable names the packages at the paths of real, which maps them to
// the names of their package clauses. Names in taken are avoided.
func newImportTable(self, runtime string, real map[string]string, taken scope) *importTable {
	t := &importTable{self: self, runtime: runtime, names: map[string]string{}, real: real, used: map[string]bool{}}
	names := maps.Clone(taken)
	for _, path := range slices.SortedFunc(maps.Keys(real), t.compare) {
		if path != self {
			t.names[path] = names.claim(real[path], t.otherName(path))
		}
	}
	return t
}

// otherName returns the name of a package whose own name is taken.
func (t *importTable) otherName(path string) string {
	if path == t.runtime {
		return "retrygen"
	}
	return parentName(path) + t.real[path]
}

// parentName returns the last directory above the package at path, as a part
// of a name that tells two packages apart.
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

// use returns the name of the package at path, or "" for the output's own.
func (t *importTable) use(path string) string {
	if path == t.self {
		return ""
	}
	t.used[path] = true
	return t.names[path]
}

// localNames returns the names that the imports take in the file.
func (t *importTable) localNames() []string { return slices.Collect(maps.Values(t.names)) }

// importLine is one line of the import block.
type importLine struct{ name, path string }

// groups returns the import block: the standard library, then the others.
// A name is given only where the path does not say it.
func (t *importTable) groups() [][]importLine {
	var std, others []importLine
	for _, path := range slices.Sorted(maps.Keys(t.used)) {
		line := importLine{path: path}
		if name := t.names[path]; name != guessName(path) || name != t.real[path] {
			line.name = name
		}
		if isStd(path) {
			std = append(std, line)
		} else {
			others = append(others, line)
		}
	}
	return slices.DeleteFunc([][]importLine{std, others}, func(g []importLine) bool { return len(g) == 0 })
}

// isStd reports whether a path looks like the standard library's, by the rule
// of goimports.
func isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// compare orders import paths so that the standard library keeps its names,
// and the runtime its own.
func (t *importTable) compare(a, b string) int {
	return cmp.Or(cmp.Compare(t.rank(a), t.rank(b)), cmp.Compare(a, b))
}

// rank returns the place of a package among those that want the same name.
func (t *importTable) rank(path string) int {
	switch {
	case isStd(path):
		return 0
	case path == t.runtime:
		return 1
	default:
		return 2
	}
}
