package resolve

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/generator/internal/partial"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/service"
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
	t := &gopkg.Target{Dir: dir, OutDir: out, SpecFile: model.Plain(filepath.Base(spec.Name)), Build: spec.Build}
	if !strings.HasSuffix(spec.Output, "/") {
		t.OutDir, t.OutFile = filepath.Split(out)
		t.OutDir = filepath.Clean(t.OutDir)
	}
	for _, c := range spec.Clients {
		t.Types = append(t.Types, c.Name)
	}
	need(t, spec)
	return target{t, spec}, nil
}

// need adds the packages and the declarations that a spec names.
func need(t *gopkg.Target, spec *schema.Spec) {
	imports := gopkg.ImportNames(t.Dir)
	for _, n := range goNames(spec) {
		in := n.Path
		switch {
		case n.Path == "":
			in = t.Dir
		case isRelative(n.Path):
			in = filepath.Join(t.Dir, filepath.FromSlash(n.Path))
		case imports[n.Path] != "":
			in = imports[n.Path]
		}
		if n.Path != "" {
			t.Patterns = append(t.Patterns, in)
		}
		t.Names = append(t.Names, partial.Name{Package: in, Name: n.Name, Whole: n.isWrapped, Constants: n.isStub})
	}
	if usesGRPC(spec) && !usesConnectAlone(spec) {
		t.Patterns = append(t.Patterns, model.GrpcStatusPath, model.GrpcCodesPath)
	}
	t.Patterns = append(t.Patterns, enginePatterns(spec)...)
	for _, name := range servicesOf(spec) {
		table, _ := service.Named(name)
		for _, path := range table.Packages() {
			t.Patterns = append(t.Patterns, strings.ReplaceAll(path, "/v*", "/..."))
		}
	}
	hasChildren := func(c *schema.Client) bool { return c.Children != nil }
	t.NeedsWhole = slices.ContainsFunc(matchersOf(spec), needsWhole) || slices.ContainsFunc(spec.Clients, hasChildren) ||
		slices.ContainsFunc(spec.Clients, namesErrorMethod)
}

// namesErrorMethod reports whether a client names a method of results that is no
// part of the shape of a type.
func namesErrorMethod(c *schema.Client) bool {
	isOther := func(name string) bool { return name != "" && !slices.Contains(partial.ShapeMethods, name) }
	return slices.ContainsFunc(c.Rules(), func(r *schema.MethodRules) bool {
		return isOther(r.Error) || slices.ContainsFunc(r.Methods, func(m schema.Method) bool { return isOther(m.Error) })
	})
}

// servicesOf returns the names of the services that a spec lists.
func servicesOf(spec *schema.Spec) []string {
	var names []string
	for _, m := range matchersOf(spec) {
		if name := matcher.Service(m); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// needsWhole reports whether a matcher depends on which packages are used, or
// on fields and methods of which a part of a program has none.
func needsWhole(m schema.Matcher) bool {
	switch c := m.Condition().(type) {
	case matcher.FieldIn, matcher.CodeIn:
		return true
	default:
		methods, _ := matcher.Asks(c)
		return len(methods) > 0 || matcher.Service(m) != ""
	}
}

// isRelative reports whether a package is named by its directory.
func isRelative(path string) bool {
	return path == "." || path == ".." || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../")
}

// goName is a Go declaration that a spec names.
type goName struct {
	schema.GoName
	isWrapped bool // by a client
	isStub    bool // a generated client, whose file has the names of its procedures
}

// goNames returns the Go declarations that a spec names.
func goNames(spec *schema.Spec) []goName {
	var names []goName
	for _, c := range spec.Clients {
		if c.HTTP == nil {
			names = append(names, goName{GoName: c.Wraps, isWrapped: true})
		}
	}
	for _, s := range spec.Engines.AllStubs() {
		if s.Service != "" {
			continue // which is an error
		}
		names = append(names, goName{GoName: s.Client, isWrapped: true, isStub: true})
	}
	for _, p := range spec.Policies {
		if p.Backoff != nil {
			names = append(names, goName{GoName: p.Backoff.Func})
		}
	}
	for _, m := range matchersOf(spec) {
		if matcher.Service(m) != "" {
			continue // its packages are used already, or do not matter
		}
		switch c := m.Condition().(type) {
		case matcher.Declared:
			names = append(names, goName{GoName: c.Name})
		case matcher.Accepted:
			names = append(names, goName{GoName: c.Name})
		case matcher.FieldIn:
			names = append(names, goName{GoName: c.Of})
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

// enginePatterns returns the packages that the engines of a spec need.
func enginePatterns(spec *schema.Spec) []string {
	var patterns []string
	for _, k := range model.Engines {
		if k.IsUsed(spec) {
			patterns = append(append(patterns, k.Imports...), k.RuntimePath())
		}
	}
	return patterns
}

// usesGRPC reports whether an error rule of the spec names gRPC codes.
func usesGRPC(spec *schema.Spec) bool {
	for _, m := range matchersOf(spec) {
		if _, ok := m.Condition().(matcher.CodeIn); ok && matcher.Service(m) == "" {
			return true
		}
	}
	return false
}

// usesConnectAlone reports whether the status codes of the spec are from
// Connect clients alone, so that the module of gRPC is not needed. Without
// either they are gRPC's.
func usesConnectAlone(spec *schema.Spec) bool {
	return len(spec.Engines.Stubs["connect"]) > 0 && len(spec.Engines.Stubs["grpc"]) == 0
}
