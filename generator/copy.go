package generator

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/generator/internal/resolve"
)

// copyRuntime returns the files of a runtime of the output's own: the source
// of ours without its tests, under another import path.
func copyRuntime(c *resolve.RuntimeCopy) ([]File, error) {
	if c == nil {
		return nil, nil
	}
	var files []File
	err := fs.WalkDir(retrygen.RuntimeSource, "runtime", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		below := strings.TrimPrefix(name, "runtime/")
		if strings.HasPrefix(below, "retryhttp/") && !c.HTTP {
			return nil
		}
		source, err := fs.ReadFile(retrygen.RuntimeSource, name)
		files = append(files, File{
			Path:    filepath.Join(c.Dir, filepath.FromSlash(below)),
			Content: copied(c, source),
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the runtime's own source: %w", err)
	}
	return files, nil
}

// copied returns a source file of the runtime as the output has it.
func copied(c *resolve.RuntimeCopy, source []byte) []byte {
	for _, end := range []string{`"`, "/"} { // the runtime, and the packages below it
		source = bytes.ReplaceAll(source, []byte(`"`+model.RuntimePath+end), []byte(`"`+c.ImportPath+end))
	}
	return append([]byte(c.Header+"\n\n"), source...)
}
