package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/retrygen/retrygen/cmd/retrygen/internal/record"
	"github.com/retrygen/retrygen/generator"
)

// recorded runs a command on specs, unless it is on record that it would do and
// say nothing. The results of a run that did nothing and said nothing are
// recorded for the next time.
func (t *tool) recorded(command, format string, args []string, run func([]*source) ([]generator.Result, error)) error {
	names, err := specNames(args)
	if err != nil {
		return err
	}
	now := record.Begin(command, names)
	canRecord := format == printFormats[0] && !slices.Contains(names, standardInput)
	if canRecord && now.IsUnchanged() {
		return nil
	}
	sources, err := t.loadAll(names)
	if err != nil {
		return err
	}
	results, err := run(sources)
	if err != nil || !canRecord || !isQuiet(sources) {
		return err
	}
	if trace, ok := traceOf(sources, results); ok {
		_ = now.Store(trace) // without a record the next run takes its time
	}
	return nil
}

// isQuiet reports whether nothing was found in the specs.
func isQuiet(sources []*source) bool {
	return !slices.ContainsFunc(sources, func(s *source) bool { return len(s.findings) > 0 })
}

// traceOf returns what the results depend on. There is none if a generated file
// was not on disk as it is, or if the generator does not know what it depends on.
func traceOf(sources []*source, results []generator.Result) (record.Trace, bool) {
	var t record.Trace
	for _, s := range sources {
		t.Files = append(t.Files, absolute(s.name))
		for name := range s.foreign {
			t.Files = append(t.Files, absolute(name))
		}
	}
	for _, result := range results {
		if result.Inputs == nil {
			return t, false
		}
		for _, input := range result.Inputs {
			t.Dirs = append(t.Dirs, input)
			t.Files = append(t.Files, moduleFiles(input)...)
		}
		for _, file := range result.Files {
			if old, err := os.ReadFile(file.Path); err != nil || !bytes.Equal(old, file.Content) {
				return t, false
			}
			t.Files = append(t.Files, file.Path)
			t.Dirs = append(t.Dirs, filepath.Dir(file.Path))
		}
		dir := absolute(filepath.Dir(result.Spec.Name))
		t.Dirs = append(t.Dirs, dir)
		t.Files = append(t.Files, moduleFiles(dir)...)
	}
	t.Files = append(t.Files, toolchainFiles()...)
	return t, hasNoOthers(results)
}

// hasNoOthers reports whether all generated files beside those of the results
// are of the results, too. Whether another one is left over depends on specs
// that are none of this run.
func hasNoOthers(results []generator.Result) bool {
	others, err := otherGenerated(results)
	return err == nil && len(others) == 0
}

// moduleFiles returns the files by which modules and workspaces may rule a
// directory, from there to the root of the file system. Most do not exist.
func moduleFiles(dir string) []string {
	var files []string
	for {
		for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum", filepath.Join("vendor", "modules.txt")} {
			files = append(files, filepath.Join(dir, name))
		}
		files = append(files, usedModules(filepath.Join(dir, "go.work"))...)
		parent := filepath.Dir(dir)
		if parent == dir {
			return files
		}
		dir = parent
	}
}

// usedModules returns the module files that a workspace uses, if there is one.
func usedModules(workspace string) []string {
	data, err := os.ReadFile(workspace)
	if err != nil {
		return nil
	}
	work, err := modfile.ParseWork(workspace, data, nil)
	if err != nil {
		return nil
	}
	var files []string
	for _, use := range work.Use {
		dir := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(workspace), dir)
		}
		files = append(files, filepath.Join(dir, "go.mod"), filepath.Join(dir, "go.sum"))
	}
	return files
}

// toolchainFiles returns the files that tell which toolchain there is, and how
// it is set up.
func toolchainFiles() []string {
	var files []string
	if dir, err := os.UserConfigDir(); err == nil {
		files = append(files, filepath.Join(dir, "go", "env"))
	}
	if name := os.Getenv("GOENV"); filepath.IsAbs(name) {
		files = append(files, name)
	}
	if root := os.Getenv("GOROOT"); root != "" {
		files = append(files, filepath.Join(root, "VERSION"))
	}
	if command, err := exec.LookPath("go"); err == nil {
		if command, err = filepath.EvalSymlinks(command); err == nil {
			files = append(files, filepath.Join(filepath.Dir(filepath.Dir(command)), "VERSION"))
		}
	}
	return files
}
