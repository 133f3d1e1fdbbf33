package generator

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/retrygen/retrygen/generator/internal/locate"
)

// inputs returns the directories of the packages that were read.
func (v *sketchView) inputs() []string {
	dirs := []string{}
	for _, d := range v.directories {
		if !v.environment.IsFixed(d.Dir()) {
			dirs = append(dirs, d.Dir())
		}
	}
	slices.Sort(dirs)
	return dirs
}

// inputs returns the directories of all packages that were listed. They are not
// known where cgo, or a flag of the go command, brings other files in.
func (u *universe) inputs() []string {
	if _, err := locate.NewEnvironment(); err != nil {
		return nil
	}
	dirs := map[string]bool{}
	for _, listed := range []map[string]*packages.Package{u.load.paths, u.load.tests} {
		for _, pkg := range listed {
			if isFixed(pkg) {
				continue
			}
			if pkg.Module == nil || len(pkg.GoFiles) != len(pkg.CompiledGoFiles) {
				return nil
			}
			for _, file := range pkg.GoFiles {
				dirs[filepath.Dir(file)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(dirs))
}

// isFixed reports whether the files of a listed package cannot change: it is of
// the standard library, or in the module cache, or has no files at all.
func isFixed(pkg *packages.Package) bool {
	if len(pkg.GoFiles) == 0 {
		return len(pkg.CompiledGoFiles) == 0
	}
	if pkg.Module == nil {
		return locate.IsStd(pkg.PkgPath) && pkg.PkgPath != "command-line-arguments"
	}
	module := pkg.Module
	if module.Replace != nil {
		module = module.Replace
	}
	return module.Version != "" && strings.Contains(filepath.Dir(pkg.GoFiles[0]), "@"+module.Version)
}

// isUnchanging reports whether no spec can change a package: its files are
// fixed, and those of all that it imports.
func (l *loaded) isUnchanging(pkg *packages.Package) bool {
	if known, ok := l.unchanging[pkg.ID]; ok {
		return known
	}
	l.unchanging[pkg.ID] = false // while a cycle leads back here
	for _, imported := range pkg.Imports {
		if !l.isUnchanging(imported) {
			return false
		}
	}
	l.unchanging[pkg.ID] = isFixed(pkg)
	return l.unchanging[pkg.ID]
}
