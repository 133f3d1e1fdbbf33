package partial

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"
)

// Query is what one spec asks for.
type Query struct {
	Dir, OutDir string   // absolute directories of the spec and of its output
	Packages    []string // import paths, and absolute directories, to list
	Names       []Name
	// Hidden reports whether a file is left out, because it is about to be
	// replaced.
	Hidden func(file string) bool
}

// Name is a declaration that a spec names.
type Name struct {
	Package string // the import path, or an absolute directory
	Name    string
	Whole   bool // with all methods, and the types in their signatures
	// Constants asks for the constants of the file that declares the name, too.
	Constants bool
}

// store is what all queries share: packages and files.
type store struct {
	fset     *token.FileSet
	root     string              // where the go command runs
	packages map[string]*Package // by import path; nil if it is not found
	dirs     map[string]string   // directory to import path
	files    map[string]*file
	pending  map[string][]string // by directory, types that specs declare there
	missing  []string            // packages to list
}

// Load returns a program for each query, or nil for those that only the whole
// program can answer. The go command runs in root; pending has, by directory, the
// types that specs declare there.
func Load(ctx context.Context, fset *token.FileSet, root string, pending map[string][]string, queries []Query) []*Program {
	s := &store{
		fset: fset, root: root, packages: map[string]*Package{}, dirs: map[string]string{},
		files: map[string]*file{}, pending: pending,
	}
	programs := make([]*Program, len(queries))
	for _, q := range queries {
		s.missing = append(append(s.missing, q.Packages...), s.importsIn(q.Dir)...)
		if q.OutDir != q.Dir {
			s.missing = append(s.missing, s.importsIn(q.OutDir)...)
		}
	}
	if err := s.listMissing(ctx); err != nil {
		return programs
	}
	for i, q := range queries {
		programs[i] = newProgram(s, q)
	}
	steps := []func(*Program){(*Program).start, (*Program).follow}
	for len(steps) > 0 {
		for i, p := range programs {
			if p != nil && try(func() { steps[0](p) }) != nil {
				programs[i] = nil
			}
		}
		if steps = steps[1:]; len(steps) > 0 || len(s.missing) == 0 {
			continue
		}
		if err := s.listMissing(ctx); err != nil {
			return make([]*Program, len(queries))
		}
		steps = append(steps, (*Program).follow)
	}
	for i, p := range programs {
		if p != nil && try(p.check) != nil {
			programs[i] = nil
		}
	}
	return programs
}

// try calls f and returns the doubt that it has.
func try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			d, ok := r.(doubt)
			if !ok {
				panic(r)
			}
			err = d
		}
	}()
	f()
	return nil
}

// doubtf ends a query.
func doubtf(format string, args ...any) { panic(doubt{fmt.Errorf(format, args...)}) }

var errMissing = errors.New("not found")

// listMissing lists the packages that are missing.
func (s *store) listMissing(ctx context.Context) error {
	slices.Sort(s.missing)
	patterns := slices.DeleteFunc(slices.Compact(s.missing), func(path string) bool {
		_, known := s.packages[path]
		return known
	})
	s.missing = nil
	if len(patterns) == 0 {
		return nil
	}
	return s.list(ctx, patterns)
}
