package generator

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/tools/go/packages"

	"github.com/retrygen/retrygen/generator/internal/locate"
	"github.com/retrygen/retrygen/schema"
)

// listMode is what the go command is asked for: files and export data. Types
// are checked here, so that our own output can be left out of its package.
const listMode = packages.NeedName | packages.NeedFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedModule | compiledMode

// compiledMode is what only the compiler and cgo can tell.
const compiledMode = packages.NeedCompiledGoFiles | packages.NeedExportFile

// loaded is what one call of the go command said about all specs.
type loaded struct {
	fset  *token.FileSet
	paths map[string]*packages.Package // by import path
	tests map[string]*packages.Package // with its test files, by import path
	dirs  map[string]string            // directory to import path
	files map[string]*ast.File         // parsed sources by name
	// fixed are the packages that were checked from source and that no spec can
	// change, by ID.
	fixed map[string]*source
	// exported imports packages by their export data, for all specs.
	exported types.Importer
	// outputs are the places of all specs, and claims the package-level names
	// that those resolved so far take, by import path of the output and spec.
	outputs []place
	claims  map[string]map[string]scope
	isOurs  map[string]bool // whether a file is output of one of the specs
	// imports are the names of the packages that the files of a directory import.
	imports map[string]map[string]string
}

// newLoaded returns what is known before anything is loaded.
func newLoaded(outputs []place) *loaded {
	return &loaded{
		fset:  token.NewFileSet(),
		paths: map[string]*packages.Package{},
		tests: map[string]*packages.Package{},
		dirs:  map[string]string{},
		files: map[string]*ast.File{},
		fixed: map[string]*source{},

		outputs: outputs,
		claims:  map[string]map[string]scope{},
		isOurs:  map[string]bool{},
		imports: map[string]map[string]string{},
	}
}

// importNames returns the packages that the Go files in dir import, by name.
func (l *loaded) importNames(dir string) map[string]string {
	if l.imports[dir] == nil {
		l.imports[dir] = importNames(dir)
	}
	return l.imports[dir]
}

// list lists the packages that the specs at places name, and all that they
// import, in one call of the go command for each module.
func (l *loaded) list(ctx context.Context, places []place) error {
	mode := listMode
	if len(places) > 0 && locate.IsBuildCacheCold() {
		mode &^= compiledMode // it would compile all that the packages import
	}
	for _, group := range groupByModule(places) {
		config := &packages.Config{Context: ctx, Mode: mode, Dir: group.root, Tests: group.tests, Fset: l.fset}
		roots, err := packages.Load(config, group.patterns...)
		if err != nil {
			return fmt.Errorf("list the packages in %s: %w", group.root, err)
		}
		packages.Visit(roots, nil, l.add)
	}
	return nil
}

// isOutput reports whether a file is output of one of the specs.
func (l *loaded) isOutput(name string) bool {
	known, ok := l.isOurs[name]
	if !ok {
		known = slices.ContainsFunc(l.outputs, func(p place) bool { return p.isOutput(name) })
		l.isOurs[name] = known
	}
	return known
}

// claim records the package-level names that a spec takes in the output package
// at path.
func (l *loaded) claim(path, spec string, names scope) {
	if l.claims[path] == nil {
		l.claims[path] = map[string]scope{}
	}
	l.claims[path][spec] = names
}

// claimed returns the package-level names that other specs take in the output
// package at path.
func (l *loaded) claimed(path, spec string) scope {
	names := scope{}
	for other, claimed := range l.claims[path] {
		if other != spec {
			maps.Copy(names, claimed)
		}
	}
	return names
}

// rival returns a spec that comes before the one at p by name and has the same
// output, or one that is the same file where case does not count.
func (l *loaded) rival(p place) (place, bool) {
	for _, other := range l.outputs {
		if other.spec.Name < p.spec.Name && strings.EqualFold(other.outDir, p.outDir) && strings.EqualFold(other.outFile, p.outFile) {
			return other, true
		}
	}
	return place{}, false
}

// add records a listed package.
func (l *loaded) add(pkg *packages.Package) {
	if pkg.PkgPath == "" || isTestMain(pkg) {
		return
	}
	if pkg.ID != pkg.PkgPath { // "p [p.test]": a variant for tests
		if strings.HasPrefix(pkg.ID, pkg.PkgPath+" [") {
			l.tests[pkg.PkgPath] = pkg
		}
		return
	}
	l.paths[pkg.PkgPath] = pkg
	if len(pkg.GoFiles) > 0 {
		l.dirs[filepath.Dir(pkg.GoFiles[0])] = pkg.PkgPath
	}
}

// isTestMain reports whether a package is the program that the go command
// makes of the tests of another. A path that ends in ".test" is no sign of it.
func isTestMain(pkg *packages.Package) bool {
	return len(pkg.GoFiles) == 1 && filepath.Base(pkg.GoFiles[0]) == "_testmain.go"
}

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
