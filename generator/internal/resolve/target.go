package resolve

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// target is a spec and where it is on disk.
type target struct {
	*gopkg.Target
	spec *schema.Spec
}

// newTarget finds the directories of a spec, and the packages that it needs.
func newTarget(spec *schema.Spec) (target, error) {
	name, err := filepath.Abs(spec.Name)
	if err != nil {
		return target{}, fmt.Errorf("find the directory of %s: %w", spec.Name, err)
	}
	dir := filepath.Dir(name)
	out := filepath.Join(dir, filepath.FromSlash(spec.Output))
	t := &gopkg.Target{Dir: dir, OutDir: out, SpecFile: model.Plain(filepath.Base(spec.Name)), Patterns: patternsOf(dir, spec)}
	if !strings.HasSuffix(spec.Output, "/") {
		t.OutDir, t.OutFile = filepath.Split(out)
		t.OutDir = filepath.Clean(t.OutDir)
	}
	for _, c := range spec.Clients {
		t.Types = append(t.Types, c.Name)
	}
	return target{t, spec}, nil
}

// patternsOf returns the directories and import paths of the packages that a
// spec names.
func patternsOf(dir string, spec *schema.Spec) []string {
	var patterns []string
	imports := gopkg.ImportNames(dir)
	for _, name := range goNames(spec) {
		switch {
		case name.Path == "": // the package of the spec
		case isRelative(name.Path):
			patterns = append(patterns, filepath.Join(dir, filepath.FromSlash(name.Path)))
		case imports[name.Path] != "":
			patterns = append(patterns, imports[name.Path])
		default:
			patterns = append(patterns, name.Path)
		}
	}
	if usesGRPC(spec) && !usesConnectAlone(spec) {
		patterns = append(patterns, model.GrpcStatusPath, model.GrpcCodesPath)
	}
	return append(patterns, enginePatterns(spec)...)
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
	for _, m := range matchersOf(spec) {
		if matcher.Service(m) != "" {
			continue // its packages are used already, or do not matter
		}
		switch c := m.Condition().(type) {
		case matcher.Declared:
			names = append(names, c.Name)
		case matcher.Accepted:
			names = append(names, c.Name)
		case matcher.FieldIn:
			names = append(names, c.Of)
		case matcher.Answers, matcher.Call, matcher.CodeIn, matcher.StatusIn, matcher.TextMatches:
		}
	}
	return names
}

// matchersOf returns the matchers that a spec lists.
func matchersOf(spec *schema.Spec) []schema.Matcher {
	var all []schema.Matcher
	for _, p := range spec.Policies {
		all = append(all, p.Errors.Stop...)
		all = append(all, p.Errors.Retry...)
	}
	return all
}
