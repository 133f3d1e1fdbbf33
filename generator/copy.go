package generator

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/generator/internal/resolve"
)

// LicenseFile is the name of the license that a copied runtime comes with.
const LicenseFile = "LICENSE"

// notice says in each copied file where it is from, and its license.
const notice = "// A copy of a file of github.com/retrygen/retrygen, under the Apache License 2.0:\n// see LICENSE in the folder of package retry."

// copyRuntime returns the files of a runtime of the output's own: the source
// of ours without its tests, under another import path.
func copyRuntime(c *resolve.RuntimeCopy) ([]File, error) {
	if c == nil {
		return nil, nil
	}
	files, err := copyTree(c, retrygen.EngineSource, "runtime/internal/engines", func(name string) bool {
		dir, _, _ := strings.Cut(name, "/")
		return slices.Contains(c.Engines, dir)
	})
	if err != nil {
		return nil, err
	}
	needsHTTP := c.HTTP || slices.ContainsFunc(files, func(f File) bool {
		return bytes.Contains(f.Content, []byte(`"`+c.ImportPath+`/retryhttp"`))
	})
	loop, err := copyTree(c, retrygen.RuntimeSource, "runtime", func(name string) bool {
		return (needsHTTP || !strings.HasPrefix(name, "retryhttp/")) && (c.Tests || !strings.HasPrefix(name, model.TestRuntime+"/"))
	})
	return append(append(files, license(c)), loop...), err
}

// license returns the license of a copied runtime.
func license(c *resolve.RuntimeCopy) File {
	text := append([]byte(c.Header+"\n"), retrygen.License...)
	return File{Path: filepath.Join(c.Dir, LicenseFile), Content: text}
}

// copyTree returns the wanted Go files below root, without their tests.
func copyTree(c *resolve.RuntimeCopy, source fs.FS, root string, isWanted func(name string) bool) ([]File, error) {
	var files []File
	err := fs.WalkDir(source, root, func(path string, entry fs.DirEntry, err error) error {
		name := strings.TrimSuffix(strings.TrimPrefix(path, root+"/"), ".txt")
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") || !isWanted(name) {
			return err
		}
		text, err := fs.ReadFile(source, path)
		files = append(files, copied(c, name, text))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the runtime's own source: %w", err)
	}
	return files, nil
}

// EngineRuntimes returns the folders below the runtime with the modules for
// engines.
func EngineRuntimes() []string {
	var dirs []string
	for _, k := range model.Engines {
		dirs = append(dirs, k.Runtime)
	}
	return dirs
}

// copied returns a source file of the runtime as the output has it.
func copied(c *resolve.RuntimeCopy, name string, source []byte) File {
	for _, end := range []string{`"`, "/"} { // the runtime, and the packages below it
		source = bytes.ReplaceAll(source, []byte(`"`+model.RuntimePath+end), []byte(`"`+c.ImportPath+end))
	}
	return File{
		Path:    filepath.Join(c.Dir, filepath.FromSlash(name)),
		Content: append([]byte(c.Header+"\n\n"+notice+"\n\n"), source...),
	}
}
