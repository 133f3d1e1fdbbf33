package gopkg

import (
	"flag"
	"fmt"
	"go/types"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/generator/internal/importpath"
	"github.com/retrygen/retrygen/generator/internal/partial"
)

var moduleDirs = flag.String("modules", "", "compare the types of all packages that the modules in these directories depend on, with commas between them")

// TestPartsAreEqual compares the types of the standard library, and of the
// modules that this one depends on, as parts of a program and in the whole.
func TestPartsAreEqual(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the standard library")
	}
	if *moduleDirs != "" {
		for dir := range strings.SplitSeq(*moduleDirs, ",") {
			comparePackages(t, dir, "./...", 1)
		}
		return
	}
	comparePackages(t, "../../..", "std", 1600)
	comparePackages(t, "../../..", "./...", 100)
}

// comparePackages compares the exported types of packages, and of all that they
// depend on, and demands at least so many.
func comparePackages(t *testing.T, dir, pattern string, least int) {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	target := &Target{Dir: dir, OutDir: dir, OutFile: "none_retry.go", Patterns: packagesOf(t, dir, pattern)}
	whole := newProgram(build{}, []*Target{target})
	if err := whole.loadWhole(t.Context(), []*Target{target}); err != nil {
		t.Fatal(err)
	}
	view := whole.view(target)
	var queries []partial.Query
	for _, path := range target.Patterns {
		pkg := view.Package(path)
		if pkg == nil {
			continue
		}
		types, err := view.Types(pkg)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range typesIn(types) {
			queries = append(queries, partial.Query{
				Dir: dir, OutDir: filepath.Join(dir, "none"), Packages: []string{path},
				Names: []partial.Name{{Package: path, Name: name, Whole: true}}, Hidden: func(string) bool { return false },
			})
		}
	}
	compared, doubts := 0, 0
	for i, part := range partial.Load(t.Context(), whole.fset, whole.goList(dir), nil, queries) {
		name := queries[i].Names[0]
		if part == nil {
			doubts++
			t.Logf("in doubt: %s.%s", name.Package, name.Name)
			continue
		}
		compared++
		pkg, err := view.Types(view.Package(name.Package))
		if err != nil {
			t.Fatal(err)
		}
		want := describe(pkg.Scope().Lookup(name.Name))
		if got := describe(part.Types(name.Package).Scope().Lookup(name.Name)); got != want {
			t.Errorf("%s.%s: in part\n%s\nin the whole\n%s", name.Package, name.Name, got, want)
		}
	}
	t.Logf("%s: %d types, %d in doubt", pattern, compared, doubts)
	if compared < least || doubts > compared/50 {
		t.Errorf("%s: %d types were compared, %d left to the whole", pattern, compared, doubts)
	}
}

// packagesOf returns the packages of a pattern, and all that they import.
func packagesOf(t *testing.T, dir, pattern string) []string {
	t.Helper()
	command := exec.Command("go", "list", "-deps", pattern)
	command.Dir = dir
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(path string) bool {
		return path == "unsafe" || importpath.IsStd(path) != (pattern == "std")
	})
}

// typesIn returns the names of the types that a package exports.
func typesIn(pkg *types.Package) []string {
	var names []string
	for _, name := range pkg.Scope().Names() {
		if object, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && object.Exported() {
			names = append(names, name)
		}
	}
	return names
}

// describe returns what the output and the findings about a wrapped type depend
// on: its methods, and the shapes of the types in their signatures.
func describe(object types.Object) string {
	if object == nil {
		return "nothing"
	}
	var lines []string
	t := object.Type()
	lines = append(lines, fmt.Sprintf("%s %T %T of %s", object.Name(), t, t.Underlying(), object.Pkg().Name()))
	if generic, ok := t.(interface{ TypeParams() *types.TypeParamList }); ok {
		for p := range generic.TypeParams().TypeParams() {
			lines = append(lines, p.String()+" "+p.Constraint().String())
		}
	}
	set := types.NewMethodSet(t)
	if !types.IsInterface(t) {
		set = types.NewMethodSet(types.NewPointer(t))
	}
	for selection := range set.Methods() {
		f := selection.Obj().(*types.Func)
		if !f.Exported() && !types.IsInterface(t) {
			continue
		}
		lines = append(lines, f.Name()+signature(f.Signature()))
		for v := range f.Signature().Params().Variables() {
			lines = append(lines, "\t"+shapeOf(v.Type()))
		}
		for v := range f.Signature().Results().Variables() {
			lines = append(lines, "\t"+shapeOf(v.Type()))
		}
	}
	return strings.Join(lines, "\n")
}

// signature returns a signature without the names that export data invents.
func signature(s *types.Signature) string {
	var b strings.Builder
	for _, tuple := range []*types.Tuple{s.Params(), s.Results()} {
		b.WriteByte('(')
		for v := range tuple.Variables() {
			fmt.Fprintf(&b, "%s %s, ", strings.TrimLeft(v.Name(), "#rv0123456789"), v.Type())
		}
		b.WriteByte(')')
	}
	return fmt.Sprint(b.String(), s.Variadic())
}

// shapeOf returns what a finding about a parameter depends on.
func shapeOf(t types.Type) string {
	line := fmt.Sprintf("%s %T", t, t.Underlying())
	for _, method := range partial.ShapeMethods {
		if f, _, _ := types.LookupFieldOrMethod(t, true, nil, method); f != nil {
			line += " " + f.String()
		}
	}
	under := t.Underlying()
	if p, ok := under.(*types.Pointer); ok {
		under = p.Elem().Underlying()
	}
	if s, ok := under.(*types.Struct); ok {
		var fields []string
		for f := range s.Fields() {
			if f.Exported() && types.IsInterface(f.Type()) {
				for _, method := range partial.ShapeMethods {
					object, _, _ := types.LookupFieldOrMethod(f.Type(), true, nil, method)
					fields = append(fields, fmt.Sprint(f.Name(), object))
				}
			}
			if f.Type().String() == "context.Context" {
				fields = append(fields, f.Name()+" holds a context")
			}
		}
		sort.Strings(fields)
		line += strings.Join(fields, ";")
	}
	return line
}
