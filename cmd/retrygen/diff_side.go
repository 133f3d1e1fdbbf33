package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen/internal/formats"
	"github.com/retrygen/retrygen/schema"
)

// side is one of the two versions that diff compares.
type side struct {
	specs  []sideSpec
	single bool // it was named as one file
}

// sideSpec is a spec of a side, named by its path below what was asked for.
type sideSpec struct {
	name   string
	source *source
}

func (s *side) sources() []*source {
	sources := make([]*source, len(s.specs))
	for i := range s.specs {
		sources[i] = s.specs[i].source
	}
	return sources
}

// spec returns the spec of that name, or nil.
func (s *side) spec(name string) *schema.Spec {
	for _, candidate := range s.specs {
		if candidate.name == name {
			return candidate.source.spec
		}
	}
	return nil
}

// add loads a spec from its text. Its full name goes into findings. read
// returns the files that it reads policies from.
func (s *side) add(name, full string, text []byte, read func(string) ([]byte, error)) {
	loaded := &source{name: full, text: text}
	loaded.spec, loaded.findings = schema.LoadFrom(full, text, formats.Source(full, read))
	s.specs = append(s.specs, sideSpec{filepath.ToSlash(name), loaded})
}

// gitPrefix begins an argument that is a version in git.
const gitPrefix = "git:"

// sideOf loads what an argument of diff names. One that names no path takes
// that of the other.
func sideOf(ctx context.Context, arg, other string) (*side, error) {
	revision, ok := strings.CutPrefix(arg, gitPrefix)
	if !ok {
		return filesOf(arg)
	}
	revision, path, given := strings.Cut(revision, ":")
	if !given {
		return revisionOf(ctx, revision, pathOf(other))
	}
	s, err := revisionOf(ctx, revision, path)
	if err == nil && len(s.specs) == 0 {
		return nil, fmt.Errorf("%w at %s of %q in git", errNoSpec, path, revision)
	}
	return s, err
}

// pathOf returns the path that an argument names, or the current directory.
func pathOf(arg string) string {
	revision, ok := strings.CutPrefix(arg, gitPrefix)
	if !ok {
		return arg
	}
	if _, path, given := strings.Cut(revision, ":"); given {
		return path
	}
	return "."
}

// filesOf loads the specs of a file or directory. That a directory has none is
// no error: they may be gone.
func filesOf(arg string) (*side, error) {
	if arg == standardInput {
		return nil, errors.New("diff reads files and versions in git, not standard input")
	}
	names, err := specsOf(arg)
	if err != nil && !errors.Is(err, errNoSpec) {
		return nil, err
	}
	root, _ := rootOf(arg)
	s := &side{}
	for _, name := range names {
		text, err := readSpec(name)
		if err != nil {
			return nil, fmt.Errorf("read the spec %s: %w", name, err)
		}
		below, err := filepath.Rel(relative(root), name)
		if err != nil {
			return nil, fmt.Errorf("name the spec %s: %w", name, err)
		}
		if below == "." {
			s.single, below = true, filepath.Base(name)
		}
		s.add(below, name, text, newForeignFiles(name).read)
	}
	return s, nil
}

// rootOf returns the file or directory of an argument, and whether it is DIR/...
func rootOf(arg string) (root string, deep bool) {
	dir, deep := strings.CutSuffix(filepath.ToSlash(arg), "...")
	if deep && (dir == "" || strings.HasSuffix(dir, "/")) {
		return filepath.Clean(filepath.FromSlash(dir)), true
	}
	return filepath.Clean(arg), false
}
