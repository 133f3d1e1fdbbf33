package buildtag

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) Expr {
	t.Helper()
	e, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A constraint is met by changing as little of a build as possible, and not at
// all where it contradicts itself.
func TestNearest(t *testing.T) {
	linux := Platform{GOOS: "linux", GOARCH: "amd64", Cgo: true, Tags: []string{"dev"}}
	for _, c := range []struct {
		constraint string
		want       string // GOOS/GOARCH, cgo, tags
		ok         bool
	}{
		{"", "linux/amd64 cgo dev", true},
		{"linux || pro", "linux/amd64 cgo dev", true},
		{"pro", "linux/amd64 cgo dev,pro", true},
		{"pro && !dev", "linux/amd64 cgo pro", true},
		{"(pro && trial) || paid", "linux/amd64 cgo dev,paid", true},
		{"windows && pro", "windows/amd64 cgo dev,pro", true},
		{"!unix", "plan9/amd64 cgo dev", true},
		{"js", "js/wasm cgo dev", true},
		{"linux && arm64", "linux/arm64 cgo dev", true},
		{"!cgo", "linux/amd64 dev", true},
		{"android", "android/amd64 cgo dev", true},
		{"go1.22 && gc && !appengine", "linux/amd64 cgo dev", true},
		{"pro && !pro", "", false},
		{"windows && linux", "", false},
		{"android && !linux", "", false},
		{"windows && unix", "", false},
		{"gccgo", "", false},
	} {
		got, ok := linux.Nearest(parse(t, c.constraint))
		if ok != c.ok || ok && got.String() != c.want {
			t.Errorf("%q: got %q, %v; want %q, %v", c.constraint, got, ok, c.want, c.ok)
		}
	}
}

func (p Platform) String() string {
	words := []string{p.GOOS + "/" + p.GOARCH}
	if p.Cgo {
		words = append(words, "cgo")
	}
	if len(p.Tags) > 0 {
		words = append(words, strings.Join(p.Tags, ","))
	}
	return strings.Join(words, " ")
}

func TestImplies(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"pro && linux", "pro", true},
		{"pro", "pro && linux", false},
		{"", "linux || !linux", true},
		{"", "pro", false},
		{"linux", "unix", true},
		{"ios", "darwin", true},
		{"", "", true},
		{"", "go1.20", true},
		{"windows", "!unix", true},
		{"", "a || b || c || d || e || f || g || h || i", false},
	} {
		b, err := Parse(c.b)
		if err != nil && c.want {
			t.Fatal(err)
		}
		if err == nil && Implies(parse(t, c.a), b) != c.want {
			t.Errorf("Implies(%q, %q) is not %v", c.a, c.b, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"pro &&":     "unexpected end of expression",
		"pro, linux": "invalid syntax at ,",
		"a || b || c || d || e || f || g || h || i": "9 different tags are more than 8",
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// The tables are what the go command lists.
func TestTables(t *testing.T) {
	out, err := exec.Command("go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	var goos, goarch []string
	for line := range strings.Lines(string(out)) {
		system, architecture, _ := strings.Cut(strings.TrimSpace(line), "/")
		goos, goarch = append(goos, system), append(goarch, architecture)
	}
	for _, c := range []struct{ got, want []string }{{systems, goos}, {architectures, goarch}} {
		slices.Sort(c.want)
		if want := slices.Compact(c.want); !slices.Equal(c.got, want) {
			t.Errorf("got %v, want %v", c.got, want)
		}
	}
}

// The constraint of every file of some packages is met exactly where go/build
// builds the file.
func TestOfFile(t *testing.T) {
	for _, dir := range []string{"os", "net", "syscall", "runtime", "internal/poll"} {
		for _, p := range []Platform{{GOOS: "linux", GOARCH: "amd64", Cgo: true}, {GOOS: "windows", GOARCH: "arm64"}, {GOOS: "js", GOARCH: "wasm"}, {GOOS: "ios", GOARCH: "arm64", Cgo: true}} {
			context := build.Default
			context.GOOS, context.GOARCH, context.CgoEnabled, context.ToolTags = p.GOOS, p.GOARCH, p.Cgo, nil
			names, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", dir, "*.go"))
			if err != nil || len(names) == 0 {
				t.Fatalf("no files in %s: %v", dir, err)
			}
			for _, name := range names {
				want, err := context.MatchFile(filepath.Split(name))
				if err != nil {
					t.Fatal(err)
				}
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				syntax, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.ImportsOnly)
				if err != nil {
					t.Fatal(err)
				}
				usesC := slices.ContainsFunc(syntax.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
				if got := p.Meets(OfFile(name, syntax)) && (p.Cgo || !usesC); got != want {
					t.Errorf("%s on %s: got %v, want %v", name, p, got, want)
				}
			}
		}
	}
}
