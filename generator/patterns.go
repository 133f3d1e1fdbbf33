package generator

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/retrygen/retrygen/schema"
)

// group is the specs of one module.
type group struct {
	root     string // where the go command runs
	patterns []string
	tests    bool
}

// groupByModule sorts the wanted packages by the module that wants them.
func groupByModule(places []place) []*group {
	var groups []*group
	byRoot := map[string]*group{}
	for _, p := range places {
		root := moduleRoot(p.dir)
		if byRoot[root] == nil {
			byRoot[root] = &group{root: root}
			groups = append(groups, byRoot[root])
		}
		g := byRoot[root]
		g.tests = g.tests || p.isTest()
		for _, pattern := range patternsOf(p) {
			if !slices.Contains(g.patterns, pattern) {
				g.patterns = append(g.patterns, pattern)
			}
		}
	}
	return groups
}

// moduleRoot returns the closest directory at or above dir that has a go.mod,
// or dir.
func moduleRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

// patternsOf returns the directories and import paths of the packages that a
// spec names.
func patternsOf(p place) []string {
	var patterns []string
	for _, dir := range []string{p.dir, p.outDir} {
		if hasGoFiles(dir) {
			patterns = append(patterns, dir)
		}
	}
	imports := importNames(p.dir)
	for _, name := range goNames(p.spec) {
		if pattern := patternOf(p.dir, name, imports); pattern != "" {
			patterns = append(patterns, pattern)
		}
	}
	if usesGRPC(p.spec) && !usesConnectAlone(p.spec) {
		patterns = append(patterns, grpcStatusPath, grpcCodesPath)
	}
	patterns = append(patterns, enginePatterns(p.spec)...)
	return patterns
}

// patternOf returns the pattern by which the go command finds the package of
// name, or "" for the package of the spec.
func patternOf(dir string, name schema.GoName, imports map[string]string) string {
	switch {
	case name.Path == "":
		return ""
	case isRelative(name.Path):
		return filepath.Join(dir, filepath.FromSlash(name.Path))
	case imports[name.Path] != "":
		return imports[name.Path]
	default:
		return name.Path
	}
}

// isRelative reports whether a package is named by its directory.
func isRelative(path string) bool {
	return path == "." || path == ".." || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../")
}

// goNames returns the Go declarations that a spec names.
func goNames(spec *schema.Spec) []schema.GoName {
	var names []schema.GoName
	for _, c := range spec.Clients {
		if c.HTTP == nil {
			names = append(names, c.Wraps)
		}
	}
	for _, s := range spec.Engines.All() {
		names = append(names, s.Client)
	}
	for _, p := range spec.Policies {
		for _, m := range slices.Concat(p.Errors.Stop, p.Errors.Retry) {
			switch m := m.(type) {
			case schema.GoMatcher:
				names = append(names, m.Name)
			case schema.FuncMatcher:
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// hasGoFiles reports whether dir holds a Go package.
func hasGoFiles(dir string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	return len(files) > 0
}

// importNames returns the packages that the Go files in dir import, by the
// name that they have there: a spec may say "sql.ErrNoRows" where the code
// around it does.
func importNames(dir string) map[string]string {
	names := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range files {
		if generatedFrom(name) != "" {
			continue // it has names of its own for what it imports
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			continue // the type checker reports it, if it matters
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			local := guessName(path)
			if spec.Name != nil {
				local = spec.Name.Name
			}
			if local != path && local != "_" && local != "." {
				names[local] = path
			}
		}
	}
	return names
}

// guessName returns the name that the package at path most likely has, by the
// rule that goimports follows.
func guessName(path string) string {
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
