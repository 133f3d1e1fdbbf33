// Package extend adds a dialect, a matcher, a rule and an engine to a copy of the
// command, runs it, and counts the Go files that each addition touches.
package extend

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// maxFiles is how many Go files an addition may touch.
var maxFiles = map[string]int{"dialect": 3, "matcher": 2, "rule": 1, "engine": 2}

// addition is what somebody adds to the tree: new files, edits of others, and
// how to see that it works.
type addition struct {
	files map[string]string // content by path from the root of the module
	spec  string
	args  []string // of the command
	want  []string // lines that the command prints, or that it generates
}

func TestAdditions(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command four times")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for name, limit := range maxFiles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := readAddition(t, root, filepath.Join("testdata", name+".txtar"))
			if touched := a.goFiles(); len(touched) > limit {
				t.Errorf("%d Go files for a new %s, want at most %d: %s", len(touched), name, limit, strings.Join(touched, ", "))
			}
			a.try(t, a.buildCommand(t, root), root)
		})
	}
}

// readAddition reads an archive. The entry "edit FILE" has pairs of a line that
// stands in the file and of the lines that follow it from then on.
func readAddition(t *testing.T, root, name string) addition {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	a := addition{files: map[string]string{}, args: strings.Fields(string(archive.Comment))}
	for _, f := range archive.Files {
		content := string(f.Data)
		path, isEdit := strings.CutPrefix(f.Name, "edit ")
		switch {
		case isEdit:
			a.files[path] = edited(t, filepath.Join(root, path), content)
		case f.Name == "spec.yaml":
			a.spec = content
		case f.Name == "want":
			a.want = strings.Split(strings.TrimSpace(content), "\n")
		default:
			a.files[path] = content
		}
	}
	return a
}

// edited returns the content of a file after the edits.
func edited(t *testing.T, name, edits string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	content := "\n" + string(data)
	for edit := range strings.SplitSeq(strings.TrimPrefix(edits, "after: "), "\nafter: ") {
		anchor, added, _ := strings.Cut(strings.TrimSuffix(edit, "\n"), "\n")
		before, after, found := strings.Cut(content, "\n"+anchor+"\n")
		if !found {
			t.Fatalf("%s has no line %q", name, anchor)
		}
		content = before + "\n" + anchor + "\n" + added + "\n" + after
	}
	return content[1:]
}

// goFiles returns the Go files that the addition touches, sorted.
func (a addition) goFiles() []string {
	var names []string
	for name := range a.files {
		if strings.HasSuffix(name, ".go") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// buildCommand builds the command with the addition, and leaves the tree as it is.
func (a addition) buildCommand(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, content := range a.files {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		write(t, file, content)
		overlay.Replace[filepath.Join(root, filepath.FromSlash(name))] = file
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "overlay.json"), string(data))
	binary := filepath.Join(dir, "retrygen.exe")
	run(t, root, "go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary, "./cmd/retrygen")
	return binary
}

// try runs the command on the spec, in a module next to an interface.
func (a addition) try(t *testing.T, binary, root string) {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "toy.retry.yaml"), a.spec)
	write(t, filepath.Join(dir, "toy.go"), "package toy\n\nimport \"context\"\n\ntype Gateway interface{ Charge(ctx context.Context) error }\n")
	write(t, filepath.Join(dir, "go.mod"), "module example.com/toy\n\ngo 1.26\n\nrequire github.com/retrygen/retrygen v0.0.0\n\nreplace github.com/retrygen/retrygen => "+root+"\n")
	got := run(t, dir, binary, append(slices.Clone(a.args), "toy.retry.yaml")...)
	outputs, _ := filepath.Glob(filepath.Join(dir, "toy_*.go"))
	for _, name := range outputs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got += string(data)
	}
	for _, line := range a.want {
		if !strings.Contains(got, line) {
			t.Errorf("%q is missing in\n%s", line, got)
		}
	}
	if len(outputs) > 0 {
		run(t, dir, "go", "vet", ".")
	}
}

// run runs a program and returns what it prints. A finding is no failure.
func run(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	command := exec.Command(program, args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := command.CombinedOutput()
	if err != nil && program == "go" {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
