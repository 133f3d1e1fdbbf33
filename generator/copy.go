package generator

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen"
)

// copyPath is where a copied runtime stands below the output directory. The go
// command keeps other modules from importing it.
const copyPath = "internal/retry"

// copyRuntime returns the files of a runtime of the output's own: the source
// of ours without its tests, under another import path.
func copyRuntime(place place, outputPath string, withHTTP bool) ([]File, error) {
	var files []File
	err := fs.WalkDir(retrygen.RuntimeSource, "runtime", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		below := strings.TrimPrefix(name, "runtime/")
		if strings.HasPrefix(below, "retryhttp/") && !withHTTP {
			return nil
		}
		source, err := fs.ReadFile(retrygen.RuntimeSource, name)
		files = append(files, File{
			Path:    filepath.Join(place.outDir, filepath.FromSlash(path.Join(copyPath, below))),
			Content: copied(source, place.specFile(), outputPath),
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the runtime's own source: %w", err)
	}
	return files, nil
}

// copied returns a source file of the runtime as the output has it.
func copied(source []byte, specFile, outputPath string) []byte {
	home := `"` + path.Join(outputPath, copyPath)
	for _, end := range []string{`"`, "/"} { // the runtime, and the packages below it
		source = bytes.ReplaceAll(source, []byte(`"`+RuntimePath+end), []byte(home+end))
	}
	header := Marker + specFile + ". DO NOT EDIT.\n\n"
	return append([]byte(header), source...)
}
