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

// IsBuilt reports whether a file is built: its name allows it, and the
// constraints in its header, which is what stands before the package clause.
// Where that depends on cgo, the answer is an error.
func (e *Environment) IsBuilt(dir, name string, header []byte) (bool, error) {
	if !strings.Contains(name, "_") && !bytes.Contains(header, []byte("build")) {
		return true, nil
	}
	without := e.matches(dir, name, header, false)
	if with := e.matches(dir, name, header, true); with != without {
		return false, uncertain("%s depends on cgo", name)
	}
	return without, nil
}

// matches reports whether a file is built. The go/build package reads nothing
// but the header.
func (e *Environment) matches(dir, name string, header []byte, cgo bool) bool {
	context := e.context
	context.CgoEnabled = cgo
	context.OpenFile = func(string) (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(bytes.NewReader(header), strings.NewReader("package p\n"))), nil
	}
	match, err := context.MatchFile(dir, name)
	return match && err == nil
}

// IsForOthers reports whether the name of a file says that it is for another
// system.
func (e *Environment) IsForOthers(dir, name string) bool {
	if !strings.Contains(name, "_") {
		return false
	}
	context := e.context
	context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil }
	match, err := context.MatchFile(dir, name)
	return !match && err == nil
}
