package outline

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parsed returns what the outline of a file has to say, by go/parser: a line
// with the kind, the receiver, the names and the text of each declaration.
func parsed(t *testing.T, source string) []string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	text := func(from, to token.Pos) string {
		return source[fset.Position(from).Offset:fset.Position(to).Offset]
	}
	lines := []string{fmt.Sprintf("package %s at %d", file.Name.Name, fset.Position(file.Package).Offset)}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			body := d.End()
			if d.Body != nil {
				body = d.Body.Pos()
			}
			lines = append(lines, line(token.FUNC, receiverName(d), []string{d.Name.Name}, text(d.Pos(), d.End()), text(body, d.End())))
		case *ast.GenDecl:
			if d.Tok == token.CONST && d.Lparen.IsValid() {
				var names []string
				for _, s := range d.Specs {
					names = append(names, specNames(s)...)
				}
				lines = append(lines, line(token.CONST, "", names, text(d.Pos(), d.End()), ""))
				continue
			}
			for _, s := range d.Specs {
				from := d.Pos()
				if d.Lparen.IsValid() {
					from = s.Pos()
				}
				lines = append(lines, line(d.Tok, "", specNames(s), text(from, s.End()), ""))
			}
		}
	}
	return lines
}

func line(kind token.Token, receiver string, names []string, text, body string) string {
	return fmt.Sprintf("%s|%s|%s|%s|%s", kind, receiver, strings.Join(names, ","), text, body)
}

func specNames(s ast.Spec) []string {
	var names []string
	switch s := s.(type) {
	case *ast.ImportSpec:
		if s.Name != nil {
			names = []string{s.Name.Name}
		}
		path, _ := strconv.Unquote(s.Path.Value)
		names = append(names, path)
	case *ast.TypeSpec:
		names = []string{s.Name.Name}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

func receiverName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return fmt.Sprintf("%T", x)
		}
	}
}

// scanned returns the same of an outline.
func scanned(source string) ([]string, error) {
	file, err := Scan([]byte(source))
	if err != nil {
		return nil, err
	}
	lines := []string{fmt.Sprintf("package %s at %d", file.Package, file.Header)}
	for _, d := range file.Decls {
		body := ""
		if d.Kind == token.FUNC {
			body = source[d.Body:d.End]
		}
		if d.Kind == token.IMPORT {
			d.Names = append(d.Names, d.Path)
		}
		lines = append(lines, line(d.Kind, d.Receiver, d.Names, source[d.Start:d.End], body))
	}
	return lines, nil
}

func compare(t *testing.T, source string) {
	t.Helper()
	got, err := scanned(source)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(parsed(t, source), got); diff != "" {
		t.Errorf("outline (-parser +outline):\n%s", diff)
	}
}

func TestScan(t *testing.T) {
	tests := []struct{ name, source string }{
		{"empty", "package p"},
		{"byte order mark", "\uFEFFpackage p\nvar x int\n"},
		{"one line", "package p; import \"a\"; type T int; func f() {}; var x, y = 1, 2"},
		{"groups", "package p\nimport ()\nimport (\n\t\"a\"\n\tb \"b\"; . \"c\"\n)\ntype (\n\tA int\n\t// comment\n\tB = A; C[T any] struct{ x T }\n)\nvar (\n\ta, b int\n\tc = func() {\n\t}\n)\nconst (\n\tX = iota\n\tY; Z\n)\n"},
		{"methods", "package p\nfunc (T) a() {}\nfunc (t *T) b() (x int) { return }\nfunc (t *(G[K, V])) c() {}\nfunc (t G[int]) d() interface{}\nfunc e() struct{}\nfunc f() interface{ m() } { return nil }\nfunc (\n\tt *T,\n) g(\n) {\n}\n"},
		{"quotes", "package p\nvar a = '\\''\nvar b = \"{\\\"\" + `{\"\\`\nvar c = '{' // }\nvar d = /* { */ 1\nfunc f() { _ = '\"'; _ = \"//\"; _ = `/*` }\n"},
		{"newlines", "package p\nvar a =\n\tfunc() int { return 1 }()\nvar b = a.\n\tc\nvar c []int /* a\n b */ type D func(\n\tint,\n) int\ntype E = struct {\n\tx int\n}\nvar f = x[1:\n2]\n"},
		{"division", "package p\nvar a = b / c\nvar d = b /c/ 2\nfunc f() { x := a/b; _ = x }\n"},
		{"labels", "package p\nfunc f() {\nfunc1:\n\tfor {\n\t\tbreak func1\n\t}\n}\n"},
		{"numbers", "package p\nconst a = 0x1p-2\nconst b = 1e+5\nconst c = .5\nvar d = 1_000i\n"},
		{"letters", "package größe\ntype Größe int\nfunc (g Größe) μ() {}\n"},
		{"end", "package p\nfunc f() {} // end"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { compare(t, test.source) })
	}
}

// goroot returns where the sources of the standard library are.
func goroot(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestStandardLibrary compares the outlines of real files with go/parser.
func TestStandardLibrary(t *testing.T) {
	count := 0
	for _, pattern := range []string{"net/http/*.go", "go/types/*.go", "time/*.go", "runtime/*.go", "strconv/*.go"} {
		names, err := filepath.Glob(filepath.Join(goroot(t), "src", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, string(data))
			count++
		}
	}
	if count < 500 {
		t.Errorf("only %d files", count)
	}
}

func TestScanErrors(t *testing.T) {
	for _, source := range []string{"", "var x int", "package", "package p\nx := 1", "package p\nfunc f() {", "package p\ntype (", "package p\nfunc (t", "package p\nconst (\nx"} {
		if lines, err := scanned(source); err == nil {
			t.Errorf("%q: %q, no error", source, lines)
		}
	}
}

// FuzzScan demands that no input makes it panic or run for ever, and that it
// agrees with go/parser on what that accepts.
func FuzzScan(f *testing.F) {
	f.Add("package p\ntype T struct{ a int }\nfunc (t *T) m() {}\n")
	f.Add("package p\nvar a = '\\'' /* \n */; const (\nx = `a`\n)")
	f.Fuzz(func(t *testing.T, source string) {
		got, err := scanned(source)
		if _, bad := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.SkipObjectResolution); bad != nil || strings.Contains(source, "\r") || strings.Contains(source, "//line") || strings.Contains(source, "/*line") {
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", source, err)
		}
		if diff := cmp.Diff(parsed(t, source), got); diff != "" {
			t.Errorf("%q (-parser +outline):\n%s", source, diff)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(goroot(b), "src/net/http/server.go"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Scan(data); err != nil {
			b.Fatal(err)
		}
	}
}
