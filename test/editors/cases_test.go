package editors

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite what the editors show in testdata/cases")

const wantSuffix = ".want"

// TestCases opens the documents of every case in the editor that their names
// ask for, and compares what it shows with the file next to each.
func TestCases(t *testing.T) {
	w := newWorkspace(t)
	for _, tool := range []string{yamlServer, jsonService} {
		t.Run(tool, func(t *testing.T) {
			paths, err := filepath.Glob("testdata/cases/*.txtar")
			if err != nil || len(paths) == 0 {
				t.Fatalf("no cases: %v", err)
			}
			var cases []*editorCase
			var documents []document
			for _, path := range paths {
				c := readCase(t, path)
				cases = append(cases, c)
				documents = append(documents, c.documents(t, w, tool)...)
			}
			answers := w.edit(t, tool, documents)
			for _, c := range cases {
				n := len(c.names(tool))
				c.check(t, tool, answers[:n])
				answers = answers[n:]
			}
		})
	}
}

// editorCase is an archive of documents, each followed by what the editor
// shows for it.
type editorCase struct {
	path    string
	archive *txtar.Archive
}

func readCase(t *testing.T, path string) *editorCase {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return &editorCase{path: path, archive: archive}
}

// names returns the documents for a tool.
func (c *editorCase) names(tool string) []string {
	var names []string
	for _, file := range c.archive.Files {
		if filepath.Ext(file.Name) == "."+tool {
			names = append(names, file.Name)
		}
	}
	return names
}

// file returns the text of a file, or nil.
func (c *editorCase) file(name string) []byte {
	i := slices.IndexFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return c.archive.Files[i].Data
}

func (c *editorCase) documents(t *testing.T, w workspace, tool string) []document {
	t.Helper()
	prefix := strings.TrimSuffix(filepath.Base(c.path), "txtar") // cases may use the same names
	var documents []document
	for _, name := range c.names(tool) {
		d := w.document(t, prefix+name, string(c.file(name)))
		d.Fixes = true
		documents = append(documents, d)
	}
	return documents
}

// check compares what the editor shows with what it should, or notes it.
func (c *editorCase) check(t *testing.T, tool string, answers []answer) {
	for i, name := range c.names(tool) {
		_, complete, hover, err := unmark(string(c.file(name)))
		if err != nil {
			t.Fatal(err)
		}
		got := answers[i].render(complete, hover)
		if *update {
			c.note(t, name, got)
			continue
		}
		if diff := cmp.Diff(string(c.file(name+wantSuffix)), got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", c.path, name, diff)
		}
	}
}

// note writes what the editor shows behind the document.
func (c *editorCase) note(t *testing.T, name, got string) {
	want := name + wantSuffix
	c.archive.Files = slices.DeleteFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == want })
	i := slices.IndexFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == name })
	c.archive.Files = slices.Insert(c.archive.Files, i+1, txtar.File{Name: want, Data: []byte(got)})
	if err := os.WriteFile(c.path, txtar.Format(c.archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// render writes an answer for people.
func (a answer) render(complete, hover []position) string {
	var b strings.Builder
	slices.SortStableFunc(a.Diagnostics, func(x, y diagnostic) int {
		return x.Range.Start.Line - y.Range.Start.Line
	})
	for _, d := range a.Diagnostics {
		fmt.Fprintf(&b, "%v-%v %s\n", d.Range.Start, d.Range.End, d.Message)
		if len(d.Fixes) > 0 {
			fmt.Fprintf(&b, "\tfixes: %s\n", strings.Join(d.Fixes, ", "))
		}
	}
	if len(a.Diagnostics) == 0 {
		b.WriteString("no problems\n")
	}
	for i, items := range a.Completions {
		fmt.Fprintf(&b, "\ncompletions at %v\n", complete[i])
		for _, item := range items {
			fmt.Fprintf(&b, "%s inserts %q\n%s", item.Label, item.Insert, indent(item.Documentation))
		}
	}
	for i, text := range a.Hovers {
		fmt.Fprintf(&b, "\nhover at %v\n%s", hover[i], indent(text))
	}
	return b.String()
}

// indent returns the lines of a text that are not empty, with tabs.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "Source: [") {
			fmt.Fprintf(&b, "\t%s\n", line)
		}
	}
	return b.String()
}
