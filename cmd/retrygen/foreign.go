package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/formats"
	"github.com/retrygen/retrygen/schema"
)

// foreignFiles are the files that the "from" of one spec names, as they were
// read: findings show their lines.
type foreignFiles struct {
	spec  string // the name of the spec, relative to the current directory
	texts map[string][]byte
}

func newForeignFiles(spec string) *foreignFiles {
	return &foreignFiles{spec: spec, texts: make(map[string][]byte)}
}

// loadFrom loads a spec, and the policies that it reads from other files.
func (s *source) loadFrom() {
	files := newForeignFiles(s.name)
	s.spec, s.findings = schema.LoadFrom(s.name, s.text, formats.Source(s.name, files.read))
	s.foreign = files.texts
}

// read returns the bytes of a regular file by its name relative to the spec. It
// opens nothing outside of the module of the spec or, where there is none,
// outside of its directory.
func (f *foreignFiles) read(name string) ([]byte, error) {
	dir := absolute(filepath.Dir(f.spec))
	top, err := moduleRoot(dir)
	if err != nil {
		top = dir
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, fmt.Errorf("open the directory of the module: %w", err)
	}
	defer root.Close()
	target := filepath.Join(dir, filepath.FromSlash(name))
	below, err := filepath.Rel(top, target)
	if err != nil || !filepath.IsLocal(below) {
		return nil, fmt.Errorf("%s lies outside of the module, and a spec reads nothing there", finding.Quote(name))
	}
	text, err := readRegular(root.Stat, root.Open, below, document.MaxModel+1)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", finding.Quote(name), withoutPath(err))
	}
	f.texts[filepath.Join(filepath.Dir(f.spec), filepath.FromSlash(name))] = text
	return text, nil
}

// withoutPath returns what went wrong with a file whose name is known.
func withoutPath(err error) error {
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
