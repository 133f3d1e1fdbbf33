package partial

import (
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMayDeclare tells the places where names are declared from others.
func TestMayDeclare(t *testing.T) {
	for source, want := range map[string]bool{
		"type T int":                      true,
		"type\tT[P any] int":              true,
		"type ( T int )":                  true,
		"type (\n\tA int\n\tT = A\n)":     true,
		"type A int; type T int":          true,
		"type A int;T int":                true,
		"var a, T int":                    true,
		"var (\n\ta,\n\tT int\n)":         true,
		"var (\n\ta, T int\n)":            true,
		"const T = 1":                     true,
		"func T() {}":                     true,
		"type /* the type */ T int":       true,
		"type ( /* the type */ T int )":   true,
		"var (a int; b, T int)":           true,
		"type Ä int; var é, T = 1, 2":     true,
		"type TT int":                     false,
		"// T is a type.":                 false,
		"// and (T, too)":                 false,
		"var a = f(T, 1)":                 false,
		"func f(a int, T int) {}":         false,
		"x{\n\tT: 1,":                     false,
		"{\n\tT.call()":                   false,
		"func (t T) M() {}":               false,
		"func f(T) (x, T) { return T{} }": false,
	} {
		if got := mayDeclare([]byte(source), "T"); got != want {
			t.Errorf("%q: %v", source, got)
		}
	}
}

// TestMayDeclareMethod tells methods of a type from others.
func TestMayDeclareMethod(t *testing.T) {
	for source, want := range map[string]bool{
		"func (T) Read() {}":                           true,
		"func (t *T) Read() {}":                        true,
		"func (t T[P]) Read() {}":                      true,
		"func ( t (*T) ) Read() {}":                    true,
		"func (t\n*T) Read() {}":                       true,
		"func (t T /* func */) Read() {}":              true,
		"func (t T) /* reads */ Read() {}":             true,
		"func (myfunc *T) Read() {}":                   true,
		"func (t Tfunc) Read() {}\nfunc (T) Read() {}": true,
		"func (t TT) Read() {}":                        false,
		"func (t T) ReadAll() {}":                      false,
		"// Read reads a T.":                           false,
		"func Read(t T) {}":                            false,
		"type T interface{ Read() }":                   false,
		"func (t T) M() { t.Read() }":                  false,
	} {
		f := &file{read: func() ([]byte, error) { return []byte(source), nil }}
		if got := f.mayHaveMethods("T"); got != want {
			t.Errorf("%q: %v", source, got)
		}
	}
}

// TestNoDeclarationIsMissed looks for each declaration of the standard library,
// none of which is of a type that is predeclared.
func TestNoDeclarationIsMissed(t *testing.T) {
	found := 0
	err := filepath.WalkDir(standardLibrary(t), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata") || strings.Contains(name, "/cmd/") {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f := &file{name: name, read: func() ([]byte, error) { return content, nil }}
		if err := try(func() { f.parse(token.NewFileSet()) }); err != nil {
			return err
		}
		for d := range f.decls {
			found++
			if _, isType := types.Universe.Lookup(d.name).(*types.TypeName); isType && d.receiver == "" && f.syntax.Name.Name != "builtin" {
				t.Errorf("%s declares %s", name, d.name)
			}
			if isMissed(d, content) {
				t.Errorf("%s: %s.%s is missed", name, d.receiver, d.name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 100_000 {
		t.Errorf("only %d declarations", found)
	}
}

// isMissed reports whether a text does not seem to have a declaration that it
// has.
func isMissed(d declName, content []byte) bool {
	if d.receiver == "" {
		return d.name != "_" && !mayDeclare(content, d.name)
	}
	f := &file{read: func() ([]byte, error) { return content, nil }}
	return slices.Contains(ShapeMethods, d.name) && !f.mayHaveMethods(d.receiver)
}

func standardLibrary(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src")
}
