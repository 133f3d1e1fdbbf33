package partial

import (
	"context"
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
	lister   Lister
	packages map[string]*Package // by import path; nil if it is not found
	dirs     map[string]string   // directory to import path
	files    map[string]*file
	pending  map[string][]string // by directory, types that specs declare there
	missing  []string            // packages to list
}

// Lister runs "go list" with arguments, and returns what it prints.
type Lister func(ctx context.Context, args ...string) ([]byte, error)

// Load returns a program for each query, or nil for those that only the whole
// program can answer. Pending has, by directory, the types that specs declare
// there.
func Load(ctx context.Context, fset *token.FileSet, list Lister, pending map[string][]string, queries []Query) []*Program {
	s := &store{
		fset: fset, lister: list, packages: map[string]*Package{}, dirs: map[string]string{},
		files: map[string]*file{}, pending: pending,
	}
	programs := make([]*Program, len(queries))
	for i, q := range queries {
		programs[i] = newProgram(s, q)
		s.missing = slices.Concat(s.missing, q.Packages, s.importsIn(q.Dir), s.importsIn(q.OutDir))
	}
	for len(s.missing) > 0 {
		if err := s.listMissing(ctx); err != nil {
			return make([]*Program, len(queries))
		}
		tryAll(programs, (*Program).follow)
	}
	tryAll(programs, (*Program).check)
	return programs
}

// tryAll calls f for all programs, and forgets those that end in doubt.
func tryAll(programs []*Program, f func(*Program)) {
	for i, p := range programs {
		if p != nil && try(func() { f(p) }) != nil {
			programs[i] = nil
		}
	}
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
