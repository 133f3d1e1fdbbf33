package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator"
)

// orphans returns the generated files next to the outputs, and next to the specs,
// that no spec generates any more: all specs that they can be from are among
// the sources, and none of those names them.
func orphans(results []generator.Result) ([]string, error) {
	checked := map[string]bool{}
	for _, result := range results {
		if !result.Findings.HasErrors() {
			checked[absolute(result.Spec.Name)] = true
		}
	}
	others, err := otherGenerated(results)
	if err != nil {
		return nil, err
	}
	var left []string
	for _, file := range others {
		if allChecked(file, checked) {
			left = append(left, relative(file.name))
		}
	}
	return left, nil
}

// otherGenerated returns the generated files next to the outputs and the specs
// of the results that are none of the results.
func otherGenerated(results []generator.Result) ([]generatedFile, error) {
	current := map[string]bool{}
	var dirs []string
	for _, result := range results {
		dirs = append(dirs, absolute(filepath.Dir(result.Spec.Name)))
		for _, file := range result.Files {
			current[file.Path] = true
			dirs = append(dirs, filepath.Dir(file.Path))
		}
	}
	slices.Sort(dirs)
	var others []generatedFile
	for _, dir := range slices.Compact(dirs) {
		files, err := generatedFiles(dir)
		if err != nil {
			return nil, err
		}
		fakes, err := fakesBelow(dir)
		if err != nil {
			return nil, err
		}
		files = slices.DeleteFunc(append(files, fakes...), func(f generatedFile) bool { return current[f.name] })
		others = append(others, files...)
	}
	slices.SortFunc(others, func(a, b generatedFile) int { return strings.Compare(a.name, b.name) })
	return slices.Compact(others), nil
}

// fakesBelow returns the generated fakes in the directories below dir.
func fakesBelow(dir string) ([]generatedFile, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*", "*"+generator.FakeSuffix))
	if err != nil {
		return nil, fmt.Errorf("look for fakes that are left over: %w", err)
	}
	var files []generatedFile
	for _, name := range names {
		spec, ours, err := specInHeader(name)
		if err != nil {
			return nil, fmt.Errorf("look for fakes that are left over: %w", err)
		}
		if ours {
			files = append(files, generatedFile{name, spec})
		}
	}
	return files, nil
}

// generatedFile is a file that begins with our header.
type generatedFile struct {
	name string // absolute
	spec string // the name of the spec it is from, without its directory
}

func generatedFiles(dir string) ([]generatedFile, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for files that are left over: %w", err)
	}
	var files []generatedFile
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !mayBeGenerated(entry.Name()) {
			continue
		}
		name := filepath.Join(dir, entry.Name())
		spec, ours, err := specInHeader(name)
		if err != nil {
			return nil, fmt.Errorf("look for files that are left over: %w", err)
		}
		if ours {
			files = append(files, generatedFile{name, spec})
		}
	}
	return files, nil
}

// mayBeGenerated reports whether a file with the name can be generated.
func mayBeGenerated(name string) bool {
	return filepath.Ext(name) == ".go" || name == generator.LicenseFile
}

// specInHeader returns the name of the spec in the header of a generated file.
func specInHeader(name string) (spec string, ours bool, err error) {
	file, err := os.Open(name)
	if err != nil {
		return "", false, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	if !lines.Scan() {
		return "", false, nil
	}
	spec, ours = strings.CutPrefix(lines.Text(), generator.Marker)
	return strings.TrimSuffix(spec, ". DO NOT EDIT."), ours, nil
}

// allChecked reports whether every spec that the file can be from was checked.
// A spec writes at or below its own directory, so it lies there or above.
func allChecked(file generatedFile, checked map[string]bool) bool {
	module, err := moduleRoot(filepath.Dir(file.name))
	if err != nil {
		return false
	}
	for dir := filepath.Dir(file.name); ; dir = filepath.Dir(dir) {
		if slices.ContainsFunc(specsNamed(dir, file.spec), func(spec string) bool { return !checked[spec] }) {
			return false
		}
		if dir == module {
			return true
		}
	}
}

// specsNamed returns the files in dir whose name is the one in a header.
func specsNamed(dir, name string) []string {
	entries, _ := os.ReadDir(dir)
	var specs []string
	for _, entry := range entries {
		if entry.Type().IsRegular() && generator.NameInHeader(entry.Name()) == name {
			specs = append(specs, filepath.Join(dir, entry.Name()))
		}
	}
	return specs
}
