package locate

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
)

// goFiles returns the names of the Go files in a directory that are not tests,
// sorted; which of them are built is another question.
func goFiles(dir string) ([]string, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, uncertain("%s", err)
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, uncertain("%s", err)
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name[0] == '_' || name[0] == '.'
	})
	slices.Sort(names)
	return names, nil
}

// GoFiles returns the names of the Go files in a directory that are not tests,
// sorted. [Environment.IsBuilt] tells which of them are built.
func GoFiles(dir string) ([]string, error) { return goFiles(dir) }

// IsBuilt reports whether a file with the given content is built: its name and
// its constraints allow it. Where that depends on cgo, the answer is an error.
func (e *Environment) IsBuilt(dir, name string, content []byte) (bool, error) {
	if bytes.Contains(content, []byte("cgo")) {
		without := e.matches(dir, name, content, false)
		if with := e.matches(dir, name, content, true); with != without {
			return false, uncertain("%s depends on cgo", name)
		}
		return without, nil
	}
	return e.matches(dir, name, content, false), nil
}

// matches reports whether a file is built. The go/build package reads nothing
// but the content.
func (e *Environment) matches(dir, name string, content []byte, cgo bool) bool {
	context := e.context
	context.CgoEnabled = cgo
	context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	match, err := context.MatchFile(dir, name)
	return match && err == nil
}
