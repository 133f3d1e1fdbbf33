package formats

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/schema"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata/import")

// listed writes findings one to a line.
func listed(found schema.Diagnostics) string {
	var b strings.Builder
	for _, d := range found {
		fmt.Fprintf(&b, "%d:%d %s %s: %s", d.Pos.Line, d.Pos.Column, d.Rule, d.Pointer, d.Message)
		if d.Hint != "" {
			fmt.Fprintf(&b, " | %s", d.Hint)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// importCases are the files of testdata/import. Those whose names begin with
// gapic are read in that format; any other is recognised.
func importCases(t testing.TB) []string {
	t.Helper()
	all, err := filepath.Glob("testdata/import/*[lmn]") // json, yaml
	if err != nil || len(all) < 50 {
		t.Fatalf("only %d cases: %v", len(all), err)
	}
	return all
}

func readCase(t testing.TB, name string) *foreign.File {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	base, dialect := filepath.Base(name), ""
	if strings.HasPrefix(base, "gapic-") {
		dialect = "gapic"
	}
	return Read(base, data, dialect)
}

// TestImport compares what each file becomes, and all that is found in it, with
// the file next to it.
func TestImport(t *testing.T) {
	for _, name := range importCases(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, found := SpecText("x.retry.yaml", readCase(t, name))
			got := listed(found) + string(text)
			if *update {
				if err := os.WriteFile(name+".want", []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(name + ".want")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			checkFindings(t, name, found)
			if found.HasErrors() != (text == nil) {
				t.Errorf("errors: %v, text: %d bytes", found.HasErrors(), len(text))
			}
			if text != nil {
				loadAgain(t, text)
			}
		})
	}
}

// checkFindings demands a place in the file for every finding.
func checkFindings(t *testing.T, name string, found schema.Diagnostics) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	for _, d := range found {
		switch {
		case d.Pos.Filename != filepath.Base(name) || d.Pos.Line < 1 || d.Pos.Line > len(lines):
			t.Errorf("%s: the place is outside of the file", d)
		case d.Pos.Column < 1 || d.Pos.Column > len([]rune(lines[d.Pos.Line-1]))+1:
			t.Errorf("%s: the column is outside of the line", d)
		case d.Message == "" || strings.HasSuffix(d.Message, ".") || strings.HasSuffix(d.Hint, "."):
			t.Errorf("%s: %q", d, d.Hint)
		case d.Rule == document.Internal.ID:
			t.Errorf("%s: internal error", d)
		}
	}
}

// loadAgain demands that a spec that was written is one.
func loadAgain(t *testing.T, text []byte) {
	t.Helper()
	if _, found := schema.Load("x.retry.yaml", text); found.HasErrors() {
		t.Errorf("%s\nis refused: %v", text, []schema.Diagnostic(found))
	}
}

// TestDocumentationImports makes sure that the examples of the documentation of
// the systems import, but for those that the systems themselves refuse.
func TestDocumentationImports(t *testing.T) {
	n := 0
	for _, name := range importCases(t) {
		if !strings.Contains(name, "-doc-") || strings.Contains(name, "-doc-only") {
			continue
		}
		n++
		if _, found := SpecText("x.retry.yaml", readCase(t, name)); found.HasErrors() {
			t.Errorf("%s: %v", name, []schema.Diagnostic(found))
		}
	}
	if n < 12 {
		t.Errorf("only %d examples", n)
	}
}

// TestHugeFiles makes sure that a file which is too large is refused at once.
func TestHugeFiles(t *testing.T) {
	for name, text := range map[string]string{
		"bytes":   `{"retry_policy": {"max_retries": 1, "x": "` + strings.Repeat("x", 1<<20) + `"}}`,
		"values":  `{"retry_policy": {"x": [` + strings.Repeat("1,", 60_000) + `1]}}`,
		"aliases": "a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\nretry_policy: {x: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]}\n",
	} {
		f := Read("huge", []byte(text), "")
		_, found := SpecText("x", f)
		if !found.HasErrors() || found[0].Rule != document.Limit.ID || !strings.HasPrefix(found[0].Message, "the file has more than") {
			t.Errorf("%s: %v", name, []schema.Diagnostic(found))
		}
	}
}

// FuzzRead makes sure that no file crashes the reader, and that whatever is
// written for it is a spec.
func FuzzRead(f *testing.F) {
	for _, name := range importCases(f) {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "")
	}
	f.Add([]byte("{}"), "temporal")
	f.Fuzz(func(t *testing.T, data []byte, dialect string) {
		for _, name := range []string{"f.json", "f.yaml"} {
			if text, found := SpecText("x.retry.yaml", Read(name, data, dialect)); !found.HasErrors() {
				loaded, again := schema.Load("x.retry.yaml", text)
				if again.HasErrors() || len(loaded.Policies) == 0 {
					t.Fatalf("%s\nbecomes\n%s\n%v", data, text, []schema.Diagnostic(again))
				}
			}
		}
	})
}

// TestManyMistakesAreQuick reads files that are wrong everywhere, as large as
// they may be.
func TestManyMistakesAreQuick(t *testing.T) {
	wrong := strings.TrimSuffix(strings.Repeat(`{"name":[{"service":" a."}],"retryPolicy":{"maxAttempt":1}},`, 4000), ",")
	for name, text := range map[string]string{
		"service config": `{"methodConfig": [` + wrong + `]}`,
		"workflow":       "setup:\n" + strings.Repeat(" - {retry: {atempts: 1}}\n", 1000),
	} {
		began := time.Now()
		_, found := SpecText("x", Read("many", []byte(text), ""))
		if took := time.Since(began); took > 5*time.Second || len(found) != finding.MaxShown+1 {
			t.Errorf("%s: %d findings after %s", name, len(found), took)
		}
	}
}
