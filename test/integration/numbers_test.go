package integration

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The marks around the table in the documentation.
const (
	tableBegin = "<!-- methods: begin -->\n"
	tableEnd   = "<!-- methods: end -->\n"
)

// TestNumbers compares the numbers of methods in the documentation with the
// generated clients.
func TestNumbers(t *testing.T) {
	const page = "../../docs/third-party.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), tableBegin)
	_, after, closed := strings.Cut(rest, tableEnd)
	if !ok || !closed {
		t.Fatalf("%s has no table", page)
	}
	want := before + tableBegin + numbers(t) + tableEnd + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("%s differs from the generated clients: run go test . -update\n%s", page, diff)
	}
}

// numbers returns the table: for each library the methods that are retried, and
// those that pass through.
func numbers(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| client | methods | retried | pass through |\n|---|--:|--:|--:|\n")
	files, err := filepath.Glob("*/*_retry.go")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d clients: %v", len(files), err)
	}
	for _, name := range files {
		wrapped, retried, through := count(t, name)
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d |\n", wrapped, retried+through, retried, through)
	}
	return b.String()
}

// count counts the methods of the generated client in a file.
func count(t *testing.T, name string) (wrapped string, retried, through int) {
	specs, err := filepath.Glob(filepath.Join(filepath.Dir(name), "*.retry.yaml"))
	if err != nil || len(specs) != 1 {
		t.Fatalf("%d specs in %s: %v", len(specs), filepath.Dir(name), err)
	}
	spec, err := os.ReadFile(specs[0])
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(spec), "wraps: ")
	wrapped = strings.Trim(rest[:strings.IndexAny(rest, ",\n}")], `"`)
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range file.Decls {
		f, ok := declaration.(*ast.FuncDecl)
		switch {
		case !ok || f.Recv == nil || !f.Name.IsExported() || strings.HasSuffix(f.Name.Name, "Strategy"):
		case retries(f):
			retried++
		default:
			through++
		}
	}
	return wrapped, retried, through
}

// retries reports whether a method has a loop of attempts.
func retries(f *ast.FuncDecl) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		found = found || ok && s.Sel.Name == "Again"
		return !found
	})
	return found
}
