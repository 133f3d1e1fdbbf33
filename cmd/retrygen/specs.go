package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// specSuffixes are the conventional ends of the names of spec files.
var specSuffixes = []string{".retry.yaml", ".retry.yml", ".retry.json"}

const (
	standardInput = "-"
	// stdinName is the name of the spec on standard input: its output, if it
	// does not name one, is stdin_retry.go.
	stdinName = "stdin.retry.yaml"
	// maxSpecSize is one byte more than a spec may have, so that the loader
	// sees that a longer one is too long, and nobody reads all of it.
	maxSpecSize = 1<<20 + 1
)

// errNoSpec is what is wrapped where a directory has no spec.
var errNoSpec = errors.New("no spec")

// source is a spec file: its bytes, and what they were loaded to.
type source struct {
	name     string // relative to the current directory
	text     []byte
	spec     *schema.Spec // nil if nothing could be loaded
	findings schema.Diagnostics
	foreign  map[string][]byte // the files that it reads policies from
	// standardInput is set if the spec came from there: its code goes to
	// standard output.
	standardInput bool
}

// usable reports whether the spec can be compiled.
func (s *source) usable() bool { return s.spec != nil && !s.findings.HasErrors() }

// load finds and loads the specs that the arguments name.
func (t *tool) load(args []string) ([]*source, error) {
	names, err := specNames(args)
	if err != nil {
		return nil, err
	}
	return t.loadAll(names)
}

// loadAll loads the specs with the given names.
func (t *tool) loadAll(names []string) ([]*source, error) {
	sources := make([]*source, len(names))
	var err error
	for i, name := range names {
		if sources[i], err = t.loadSpec(name); err != nil {
			return nil, err
		}
	}
	return sources, nil
}

func (t *tool) loadSpec(name string) (*source, error) {
	s := &source{name: name, standardInput: name == standardInput}
	var err error
	if s.standardInput {
		s.name = stdinName
		s.text, err = io.ReadAll(io.LimitReader(t.stdin, maxSpecSize))
	} else {
		s.text, err = readSpec(name)
	}
	if err != nil {
		return nil, fmt.Errorf("read the spec %s: %w", s.name, err)
	}
	s.loadFrom()
	return s, nil
}

// readSpec reads the regular file with the given name.
func readSpec(name string) ([]byte, error) { return readRegular(os.Stat, os.Open, name, maxSpecSize) }

// readRegular reads a regular file by the given functions, which belong to
// package os or of a root directory, as far as the given size: opening a named pipe could take for ever.
func readRegular(stat func(string) (fs.FileInfo, error), open func(string) (*os.File, error), name string, most int64) ([]byte, error) {
	info, err := stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	file, err := open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most))
}

// loadSound loads specs and prints what is found in them. It is an error if
// one of them does not compile.
func (t *tool) loadSound(specs []string) ([]*source, error) {
	sources, err := t.load(specs)
	if err != nil {
		return nil, err
	}
	if err := t.report(t.stderr, "text", sources); err != nil {
		return nil, err
	}
	return sources, failure(sources)
}

// specNames returns the spec files that the arguments name, each once, and
// standard input as "-".
func specNames(args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var names []string
	for _, arg := range args {
		found, err := specsOf(arg)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// specsOf returns the spec files of one argument: a file, a directory, a
// directory and all below it (DIR/...), or standard input.
func specsOf(arg string) ([]string, error) {
	if arg == standardInput {
		return []string{arg}, nil
	}
	dir, deep := strings.CutSuffix(filepath.ToSlash(arg), "...")
	if deep && (dir == "" || strings.HasSuffix(dir, "/")) {
		return specsBelow(relative(filepath.Clean(filepath.FromSlash(dir))))
	}
	name := relative(filepath.Clean(arg))
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("find the spec: %w", err)
	case info.IsDir():
		return specsIn(name)
	default:
		return []string{name}, nil
	}
}

func specsIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("look for specs: %w", err)
	}
	var names []string
	for _, entry := range entries {
		if isSpec(entry) {
			names = append(names, filepath.Join(dir, entry.Name()))
		}
	}
	return found(names, dir)
}

func specsBelow(dir string) ([]string, error) {
	var names []string
	err := walkModule(dir, func(name string, entry fs.DirEntry) {
		if isSpec(entry) {
			names = append(names, name)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("look for specs: %w", err)
	}
	names, err = found(names, filepath.Join(dir, "..."))
	if modules := modulesBelow(dir); err != nil && len(modules) > 0 {
		return nil, fmt.Errorf("%w; modules below a directory are left out: name them, such as %s", err, filepath.ToSlash(strings.Join(modules, " ")))
	}
	return names, err
}

// maxModules is how many modules a message names.
const maxModules = 5

// modulesBelow returns how to name the modules below a directory, as far as a
// message has room for them.
func modulesBelow(dir string) []string {
	var modules []string
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || len(modules) == maxModules:
			return fs.SkipAll
		case !entry.IsDir() || name == dir:
			return nil
		case skippedName(entry.Name()):
			return fs.SkipDir
		case skipped(name, entry.Name()):
			modules = append(modules, "./"+name+"/...")
			return fs.SkipDir
		}
		return nil
	})
	return modules
}

func found(names []string, where string) ([]string, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("%w in %s (*%s); \"retrygen init\" writes a first one",
			errNoSpec, where, strings.Join(specSuffixes, ", *"))
	}
	return names, nil
}

func isSpec(entry fs.DirEntry) bool { return !entry.IsDir() && hasSpecSuffix(entry.Name()) }

func hasSpecSuffix(name string) bool {
	return slices.ContainsFunc(specSuffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// walkModule calls visit for the files of the module at or below dir, leaving
// out what the go command leaves out too.
func walkModule(dir string, visit func(name string, entry fs.DirEntry)) error {
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !entry.IsDir():
			visit(name, entry)
		case name != dir && skipped(name, entry.Name()):
			return fs.SkipDir
		}
		return nil
	})
}

func skipped(name, base string) bool {
	if skippedName(base) {
		return true
	}
	_, err := os.Lstat(filepath.Join(name, "go.mod"))
	return err == nil
}

// skippedName reports whether the go command leaves out directories of the name.
func skippedName(base string) bool {
	return base == "testdata" || base == "vendor" || base == "node_modules" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")
}

// relative returns name relative to the current directory if it lies below it.
func relative(name string) string {
	dir, err := os.Getwd()
	if err != nil || !filepath.IsAbs(name) {
		return name
	}
	return relativeTo(dir, name)
}

// relativeTo returns a name relative to a directory, if it is below it.
func relativeTo(dir, name string) string {
	below, err := filepath.Rel(dir, absolute(name))
	if err != nil || !filepath.IsLocal(below) {
		return name
	}
	return below
}

// absolute returns the absolute form of name, or name where the current
// directory is gone.
func absolute(name string) string {
	if path, err := filepath.Abs(name); err == nil {
		return path
	}
	return name
}
