package generator

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// place is a spec and where it stands on disk.
type place struct {
	spec *schema.Spec
	dir  string // absolute directory of the spec
	// outDir is the absolute directory of the output, and outFile the name of
	// the file in it, or empty if the output is a package of its own.
	outDir, outFile string
}

// placesOf finds the directories of the specs.
func placesOf(specs []*schema.Spec) ([]place, error) {
	places := make([]place, len(specs))
	for i, spec := range specs {
		name, err := filepath.Abs(spec.Name)
		if err != nil {
			return nil, fmt.Errorf("find the directory of %s: %w", spec.Name, err)
		}
		dir := filepath.Dir(name)
		out := filepath.Join(dir, filepath.FromSlash(spec.Output))
		places[i] = place{spec: spec, dir: dir, outDir: out}
		if !strings.HasSuffix(spec.Output, "/") {
			places[i].outDir, places[i].outFile = filepath.Split(out)
			places[i].outDir = filepath.Clean(places[i].outDir)
		}
	}
	return places, nil
}

// isTest reports whether the output is a test file, which sees the test files
// of its package.
func (p place) isTest() bool { return strings.HasSuffix(p.outFile, "_test.go") }

// isPackage reports whether the output is a directory, a package of its own.
func (p place) isPackage() bool { return p.outFile == "" }

// specFile returns the name of the spec without its directory, as the header
// of the output shows it.
func (p place) specFile() string { return plain(filepath.Base(p.spec.Name)) }

// isOutput reports whether a file is one that the spec generates, or generated
// under another name.
func (p place) isOutput(name string) bool {
	if filepath.Dir(name) != p.outDir {
		return false
	}
	if filepath.Base(name) == p.outFile {
		return true
	}
	from := generatedFrom(name)
	return from != "" && (p.isPackage() || from == p.specFile())
}
