package generator

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/retrygen/retrygen/schema"
)

// specAt loads the spec with the given path.
func specAt(t *testing.T, path string) *schema.Spec {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spec, findings := schema.Load(path, data)
	if findings.HasErrors() {
		t.Fatalf("%s: %v", path, findings)
	}
	return spec
}

// tiers generates specs with each tier alone, compares the results, and tells
// for which of the specs a sketch was certain.
func tiers(t *testing.T, specs []*schema.Spec) (certain map[string]bool) {
	t.Helper()
	places, err := placesOf(specs)
	if err != nil {
		t.Fatal(err)
	}
	b := newBatch(specs, places)
	b.sketch()
	sketched, err := b.resolve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	certain = map[string]bool{}
	for i, r := range sketched {
		if _, ok := r.view.(*sketchView); ok {
			certain[specs[i].Name] = true
		}
	}
	fast, err := render(sketched)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := generate(context.Background(), specs, false)
	if err != nil {
		t.Fatal(err)
	}
	cold := withoutBuildCache(t, specs)
	for i := range specs {
		if diff := cmp.Diff(comparable(slow[i]), comparable(fast[i])); diff != "" {
			t.Errorf("%s (-go command +sketch):\n%s", specs[i].Name, diff)
		}
		if diff := cmp.Diff(comparable(slow[i]), comparable(cold[i])); diff != "" {
			t.Errorf("%s (-export data +sources):\n%s", specs[i].Name, diff)
		}
	}
	return certain
}

// withoutBuildCache generates specs by the go command, which must not compile
// anything for that.
func withoutBuildCache(t *testing.T, specs []*schema.Spec) []Result {
	t.Helper()
	cache := t.TempDir()
	t.Setenv("GOCACHE", cache)
	results, err := generate(t.Context(), specs, false)
	if err != nil {
		t.Fatal(err)
	}
	if n := archives(t, cache); n > 0 {
		t.Errorf("the go command has compiled %d packages", n)
	}
	return results
}

// archives counts what the compiler has left in a build cache.
func archives(t *testing.T, cache string) int {
	t.Helper()
	count := 0
	outputs, err := filepath.Glob(filepath.Join(cache, "*", "*-d"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range outputs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(data), "!<arch>") {
			count++
		}
	}
	return count
}

// TestArchives makes sure that compiled packages are counted.
func TestArchives(t *testing.T) {
	cache := t.TempDir()
	command := exec.Command("go", "list", "-export", "errors")
	command.Env = append(os.Environ(), "GOCACHE="+cache)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if archives(t, cache) == 0 {
		t.Error("no package was compiled")
	}
}

// comparable returns what the tiers have to agree on.
func comparable(r Result) any {
	files := map[string]string{}
	for _, f := range r.Files {
		files[f.Path] = string(f.Content)
	}
	return map[string]any{"files": files, "findings": r.Findings}
}

// TestTiersGolden holds the tiers equal on the golden packages.
func TestTiersGolden(t *testing.T) {
	paths, err := filepath.Glob("../testdata/golden/*/*.retry.*")
	if err != nil {
		t.Fatal(err)
	}
	var specs []*schema.Spec
	for _, path := range paths {
		specs = append(specs, specAt(t, path))
	}
	certain := tiers(t, specs)
	asks := map[string]bool{"dotimports": true, "externaltest": true, "intest": true}
	for _, s := range specs {
		name := filepath.Base(filepath.Dir(s.Name))
		if certain[s.Name] == asks[name] {
			t.Errorf("%s: asks the go command: %v", name, !certain[s.Name])
		}
	}
}

// awkward are packages of which something is hard to tell from syntax. Each has
// the type Service, which is wrapped, and may have an error rule. Those that a
// sketch has to leave to the go command are marked.
var awkward = []struct {
	name, code, rule string
	asks             bool
}{
	{name: "plain", code: "type Service interface{ Do(n int) error }"},
	{name: "alias of an interface", code: "type Other interface{ Do() error }\ntype Service = Other"},
	{name: "alias of a foreign interface", code: "import \"io\"\ntype Service = io.Closer"},
	{name: "defined from a foreign interface", code: "import \"io\"\ntype Service io.ReadWriteCloser"},
	{name: "embedded foreign interfaces", code: "import \"io\"\ntype Service interface{ io.Closer; io.StringWriter; Do() error }"},
	{name: "diamond", code: "import \"io\"\ntype Service interface{ io.ReadCloser; io.WriteCloser }"},
	{name: "reader parameter", code: "import \"io\"\ntype Service interface{ Put(r io.Reader) error; All(r []io.ReadCloser) error }"},
	{name: "reader behind names", code: "import \"io\"\ntype A = B\ntype B C\ntype C io.Reader\ntype Service interface{ Put(a A, b B) error }"},
	{name: "reader by embedding", code: "import \"os\"\ntype F struct{ *os.File }\ntype G struct{ F }\ntype Service interface{ Put(g G) error }"},
	{name: "reader by method", code: "type R struct{}\nfunc (*R) Read(p []byte) (int, error) { return 0, nil }\ntype Service interface{ Put(r *R) error }"},
	{name: "reader of named bytes", code: "type Bytes []byte\ntype R struct{}\nfunc (*R) Read(p Bytes) (int, error) { return 0, nil }\ntype Service interface{ Put(r *R) error }"},
	{name: "no reader", code: "type R struct{}\nfunc (*R) Read(n int) (int, error) { return 0, nil }\ntype Service interface{ Put(r *R) error }"},
	{name: "reader in a field", code: "import \"io\"\ntype O struct{ Body io.ReadCloser }\ntype Service interface{ Put(o *O) error; Get() (O, error) }"},
	{name: "hidden reader in a field", code: "import \"io\"\ntype O struct{ body io.ReadCloser }\ntype Service interface{ Put(o *O) error }"},
	{name: "requests", code: "import \"net/http\"\ntype Service interface{ Do(r *http.Request) (*http.Response, error); Set(h http.Header, c *http.Client) error }"},
	{name: "foreign structs", code: "import (\n\"bytes\"\n\"net/url\"\n\"os\"\n\"strings\"\n\"time\"\n)\ntype Service interface{ A(*bytes.Buffer) error; B(*url.URL, time.Time) error; C(*os.File) error; D(strings.Reader) error }"},
	{name: "context by alias", code: "import \"context\"\ntype Ctx = context.Context\ntype Service interface{ Do(ctx Ctx) error }"},
	{name: "context that is none", code: "type Context interface{ Done() }\ntype Service interface{ Do(ctx Context) error }"},
	{name: "error by alias", code: "type Err = error\ntype Service interface{ Do() Err }"},
	{name: "two of one type", code: "import \"io\"\ntype A = io.Closer\ntype Service interface{ Do(a A, b io.Closer, c, d int) error }"},
	{name: "renamed import", code: "import stdio \"io\"\ntype Service interface{ Do(c stdio.Closer) error }"},
	{name: "version in the path", code: "import \"math/rand/v2\"\ntype Service interface{ Do(r *rand.Rand) error }"},
	{name: "dot import", code: "import . \"io\"\ntype Service interface{ Do(c Closer) error }", asks: true},
	{name: "array of a constant", code: "const N = 4 << 1\ntype Service interface{ Do(sum [N]byte) error }"},
	{name: "array of a foreign constant", code: "import \"crypto/sha256\"\ntype Service interface{ Do(sum [sha256.Size]byte) error }"},
	{name: "array of iota", code: "const (\nA = iota\nB\nC\n)\ntype Service interface{ Do(sum [C]byte) error }"},
	{name: "array of a size", code: "import \"unsafe\"\ntype Service interface{ Do(sum [unsafe.Sizeof(0)]byte) error }", asks: true},
	{name: "unsafe pointer", code: "import \"unsafe\"\ntype Service interface{ Do(p unsafe.Pointer) error }"},
	{name: "generic", code: "type Service[K comparable, V any] interface{ Get(k K) (V, error); All() (map[K][]V, error) }"},
	{name: "generic constraint", code: "import \"cmp\"\ntype N interface{ ~int | ~string }\ntype Service[K cmp.Ordered, V N] interface{ Get(k K) (V, error) }"},
	{name: "generic instance", code: "type G[T any] interface{ Get() (T, error) }\ntype Service interface{ G[int]; Put(G[string]) error }"},
	{name: "foreign generic", code: "import (\n\"iter\"\n\"sync/atomic\"\n)\ntype Service interface{ All() (iter.Seq[int], error); P(*atomic.Pointer[int]) error }"},
	{name: "generic struct", code: "type Service[T any] struct{ x T }\nfunc (s *Service[U]) Get(u U) (U, error) { return u, nil }"},
	{name: "struct with promoted methods", code: "import \"sync\"\ntype base struct{}\nfunc (base) Do() error { return nil }\ntype Service struct{ base; sync.Mutex; n int }\nfunc (Service) Own() error { return nil }"},
	{name: "struct that embeds an interface", code: "import \"io\"\ntype Service struct{ io.ReadWriter }\nfunc (Service) Own() error { return nil }"},
	{name: "function type", code: "type Service func() error\nfunc (f Service) Do() error { return f() }"},
	{name: "channels", code: "type Queue chan int\ntype Service interface{ A(<-chan int) error; B(chan<- int) error; C(Queue) error; D() (Queue, error) }"},
	{name: "functions", code: "import \"io\"\ntype Yield func(int) bool\ntype Seq func(Yield)\ntype Service interface{ A() (Seq, error); B(f func(io.Reader) error) error }"},
	{name: "unnamed types", code: "import \"io\"\ntype Service interface{ A(struct{ R io.Reader; n int }) error; B(interface{ Close() error }) error }"},
	{name: "predeclared names hidden", code: "type any interface{ M() }\ntype Service interface{ Do(a any) error }"},
	{name: "error hidden", code: "type error interface{ M() }\ntype Service interface{ Do() error }", asks: true},
	{name: "cgo", code: "import \"C\"\ntype Service interface{ Do() error }", asks: true},
	{name: "recursive", code: "type Node struct{ Next *Node; Kids []Node }\ntype Service interface{ Do(n Node) (Service, error) }"},
	{name: "broken elsewhere", code: "type Service interface{ Do() error }\nvar x int = \"text\"\nfunc f() { undefined() }\ntype T interface{ Do(Missing) }"},
	{name: "broken import elsewhere", code: "import \"example.org/not/there\"\nvar _ = there.X\ntype Service interface{ Do() error }", asks: true},
	{name: "broken", code: "type Service interface{ Do(Missing) error }", asks: true},
	{name: "embedded missing", code: "type Service interface{ Missing; Do() error }", asks: true},
	{name: "not a type", code: "func Service() {}", asks: true},
	{name: "not there", code: "type Servic interface{ Do() error }", asks: true},
	{name: "declared twice", code: "type Service interface{ Do() error }\ntype Service int", asks: true},
	{name: "no syntax", code: "type Service interface{ Do() error }\nfunc {", asks: true},
	{name: "one line", code: "import \"io\"; type ( T int; Service interface{ Do(io.Closer, T) error } ); func f() {}"},
	{name: "own client", code: "type Service interface{ Make() (*Retrying, error) }"},
	{name: "names taken", code: "import \"time\"\nvar min, max, pDelay = 1, 2, time.Now()\nfunc pClass() {}\ntype Service interface{ Do(pDelay int) error }"},
	{name: "deprecated", code: "type Service interface {\n\t// Do does.\n\t//\n\t// Deprecated: use Other.\n\tDo() error\n\tOther() error\n}"},
	{name: "error value", rule: "ErrGone", code: "import \"errors\"\nvar A, ErrGone = 1, errors.New(\"gone\")\ntype Service interface{ Do() error }"},
	{name: "typed error value", rule: "ErrGone", code: "var ErrGone error = f()\nfunc f() error { return nil }\ntype Service interface{ Do() error }"},
	{name: "error of a function", rule: "ErrGone", code: "type E struct{ Code int }\nfunc (*E) Error() string { return \"\" }\nfunc mk(int) *E { return nil }\nvar ErrGone = mk(1)\ntype Service interface{ Do() error }"},
	{name: "error literal", rule: "ErrGone", code: "type E struct{ Code int }\nfunc (E) Error() string { return \"\" }\nvar ErrGone = &E{Code: 3}\ntype Service interface{ Do() error }"},
	{name: "error constant", rule: "ErrGone", code: "type E string\nfunc (E) Error() string { return \"\" }\nconst (\nErrOther E = \"a\"\nErrGone E = \"b\"\n)\ntype Service interface{ Do() error }"},
	{name: "error type", rule: "'*E'", code: "type base struct{}\nfunc (base) Error() string { return \"\" }\ntype E struct{ base }\ntype Service interface{ Do() error }"},
	{name: "wrong error type", rule: "E", code: "type E struct{}\nfunc (*E) Error() string { return \"\" }\ntype Service interface{ Do() error }", asks: true},
	{name: "foreign errors", rule: "context.Canceled, io.EOF, '*fs.PathError', net.Error", code: "import (\n\"context\"\n\"io\"\n\"io/fs\"\n\"net\"\n)\nvar _, _, _, _ = context.Canceled, io.EOF, fs.ErrExist, net.IPv4len\ntype Service interface{ Do() error }"},
	{name: "classifier", rule: "{func: isGone}", code: "func isGone(err error) bool { return err == nil }\ntype Service interface{ Do() error }"},
	{name: "method in another file", code: "//go:build linux || darwin || windows\n\npackage x\n\ntype Service struct{}\nfunc (Service) Do() error { return nil }"},
}

// TestTiersAwkward holds the tiers equal on the awkward packages, and demands
// that sketches leave to the go command what they have to, and nothing else.
func TestTiersAwkward(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("go.mod", "module awkward.test\n\ngo 1.26\n")
	var specs []*schema.Spec
	for i, test := range awkward {
		sub := fmt.Sprintf("case%02d/", i)
		code := test.code
		if !strings.Contains(code, "package x") {
			code = "package x\n\n" + code
		}
		put(sub+"x.go", code+"\n")
		errors := ""
		if test.rule != "" {
			errors = ", errors: {stop: [" + test.rule + "]}"
		}
		put(sub+"x.retry.yaml", "version: 1\npolicies: {p: {exosphere: {}"+errors+"}}\nclients: {Retrying: {wraps: Service, policy: p}}\n")
		specs = append(specs, specAt(t, filepath.Join(dir, sub, "x.retry.yaml")))
	}
	certain := tiers(t, specs)
	for i, test := range awkward {
		if asks := !certain[specs[i].Name]; asks != test.asks {
			t.Errorf("%s: asks the go command: %v, want %v", test.name, asks, test.asks)
		}
	}
}

// TestNoGoCommand generates where there is no go command and no build cache.
func TestNoGoCommand(t *testing.T) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOROOT", strings.TrimSpace(string(out)))
	t.Setenv("PATH", t.TempDir())
	t.Setenv("GOCACHE", filepath.Join(t.TempDir(), "none"))
	results, err := Generate(t.Context(), []*schema.Spec{specAt(t, "../testdata/golden/readers/readers.retry.yaml")})
	if err != nil || len(results[0].Files) != 1 {
		t.Errorf("%d files, %v", len(results), err)
	}
}
