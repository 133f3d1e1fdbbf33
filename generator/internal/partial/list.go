package partial

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"strconv"
)

// Package is a package as the go command lists it.
type Package struct {
	Path, Name, Dir string
	// Files are the absolute names of the files that are built, without tests.
	Files []string

	standard bool
	files    []*file
	found    map[declName]*declaration
	aliases  map[string][]string
}

// listed is what the go command says about a package.
type listed struct {
	ImportPath, Name, Dir string
	GoFiles, CgoFiles     []string
	Standard              bool
	Error                 *struct{ Err string }
}

// list asks the go command about packages by import path or directory. Those
// that are not found are known as nil.
func (s *store) list(ctx context.Context, patterns []string) error {
	args := []string{"-e", "-find", "-json=ImportPath,Name,Dir,GoFiles,CgoFiles,Standard,Error", "--"}
	out, err := s.lister(ctx, append(args, patterns...)...)
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for _, pattern := range patterns {
		if !filepath.IsAbs(pattern) {
			s.packages[pattern] = nil
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var l listed
		if err := decoder.Decode(&l); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		if l.Error == nil {
			s.add(&l)
		}
	}
}

func (s *store) add(l *listed) {
	p := &Package{
		Path: l.ImportPath, Name: l.Name, Dir: l.Dir, standard: l.Standard,
		found: map[declName]*declaration{}, aliases: map[string][]string{},
	}
	for _, name := range append(l.GoFiles, l.CgoFiles...) {
		p.Files = append(p.Files, filepath.Join(l.Dir, name))
		p.files = append(p.files, s.file(filepath.Join(l.Dir, name)))
	}
	s.packages[l.ImportPath] = p
	s.dirs[l.Dir] = l.ImportPath
}

// companions are packages that the types of another one lead to.
var companions = map[string][]string{"net/http": {"io", "net/url"}}

// importsIn returns the paths that the Go files in a directory import. Not all of
// the files may be built: the paths are only listed together with the directory,
// because the go command takes longer to start than to list.
func (s *store) importsIn(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	var paths []string
	for _, name := range names {
		content, err := s.file(name).read()
		if err != nil {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly)
		if err != nil {
			continue
		}
		for _, spec := range syntax.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && path != "C" && path != "unsafe" {
				paths = append(append(paths, path), companions[path]...)
			}
		}
	}
	return paths
}
