package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/generator"
)

// write writes the files of the spec with the given name, and returns the names
// of those that changed: all or none as far
// as a file system allows: every file is first staged next to its target, and
// only then is the first one renamed.
func write(spec string, files []generator.File) (written []string, err error) {
	w, err := newWriter(spec)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	for _, file := range files {
		if err := w.stage(file); err != nil {
			return nil, fmt.Errorf("write %s: %w", relative(file.Path), err)
		}
	}
	for _, s := range w.staged {
		written = append(written, relative(filepath.Join(w.module, s.target)))
	}
	return written, w.commit()
}

// writer writes files within a module.
type writer struct {
	module string // absolute directory
	root   *os.Root
	staged []staged
}

// staged is a file whose content waits in a temporary file.
type staged struct{ temporary, target string }

func newWriter(spec string) (*writer, error) {
	module, err := moduleRoot(filepath.Dir(spec))
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(module)
	if err != nil {
		return nil, fmt.Errorf("open the module: %w", err)
	}
	return &writer{module: module, root: root}, nil
}

// close removes what was staged and not renamed.
func (w *writer) close() error {
	for _, s := range w.staged {
		w.root.Remove(s.temporary)
	}
	return w.root.Close()
}

// stage writes the file next to its target, unless the target has that content.
func (w *writer) stage(file generator.File) error {
	target, err := w.locate(file.Path)
	if err != nil {
		return err
	}
	w.sweep(target)
	mode, same, err := w.inspect(target, file.Content)
	if err != nil || same {
		return err
	}
	if err := w.checkWritable(target); err != nil {
		return err
	}
	if err := w.root.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	return w.stageAs(target, file.Content, mode)
}

// locate returns the path within the module, and refuses one that leaves it,
// that leads through a symbolic link, or into another module.
func (w *writer) locate(name string) (string, error) {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	target, err := filepath.Rel(w.module, absolute)
	if err != nil || !filepath.IsLocal(target) {
		return "", fmt.Errorf("it is outside of the module in %s", w.module)
	}
	for dir := filepath.Dir(target); dir != "."; dir = filepath.Dir(dir) {
		if err := w.checkDir(dir); err != nil {
			return "", err
		}
	}
	return target, w.checkCase(target)
}

// checkCase refuses a path of which some other spelling is there: where case
// does not count, a checkout would keep only one of the two.
func (w *writer) checkCase(target string) error {
	for name := target; name != "."; name = filepath.Dir(name) {
		dir, base := filepath.Split(name)
		entries, err := fs.ReadDir(w.root.FS(), path.Clean(filepath.ToSlash(dir)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, entry := range entries {
			if entry.Name() != base && strings.EqualFold(entry.Name(), base) {
				return fmt.Errorf("%s is there and differs only in case: rename or delete it", filepath.Join(dir, entry.Name()))
			}
		}
	}
	return nil
}

func (w *writer) checkDir(dir string) error {
	info, err := w.root.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link", dir)
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", dir)
	}
	if _, err := w.root.Lstat(filepath.Join(dir, "go.mod")); err == nil {
		return fmt.Errorf("%s is another module", dir)
	}
	return nil
}

// inspect returns the mode of the target and whether it has the content
// already. A target that is not a file of ours is an error.
func (w *writer) inspect(target string, content []byte) (mode fs.FileMode, same bool, err error) {
	info, err := w.root.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, false, nil
	case err != nil:
		return 0, false, err
	case info.Mode()&fs.ModeSymlink != 0:
		return 0, false, errors.New("it is a symbolic link")
	case !info.Mode().IsRegular():
		return 0, false, errors.New("it is not a regular file")
	}
	old, err := w.root.ReadFile(target)
	if err != nil {
		return 0, false, err
	}
	if !isOurs(old) {
		return 0, false, fmt.Errorf("it is there, and not from retrygen (its first line does not begin with %q): rename or delete it",
			strings.TrimSpace(generator.Marker))
	}
	return info.Mode().Perm(), bytes.Equal(old, content), nil
}

// checkWritable refuses a target that is closed to writing. A rename would go
// around that on some systems, and on others fail when some files are renamed.
func (w *writer) checkWritable(target string) error {
	file, err := w.root.OpenFile(target, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

func isOurs(content []byte) bool {
	return bytes.HasPrefix(content, []byte(generator.Marker)) || isVocabulary(content)
}

// stageAs writes the content to a new temporary file of the directory of the
// target. A mode of 0 stands for a new file's.
func (w *writer) stageAs(target string, content []byte, mode fs.FileMode) error {
	file, name, err := w.createTemporary(target)
	if err != nil {
		return err
	}
	w.staged = append(w.staged, staged{name, target})
	if mode != 0 {
		err = file.Chmod(mode)
	}
	if err == nil {
		_, err = file.Write(content)
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

func (w *writer) createTemporary(target string) (*os.File, string, error) {
	for try := 0; ; try++ {
		name := temporaryName(target, strconv.Itoa(os.Getpid())+"-"+strconv.Itoa(try))
		file, err := w.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if !errors.Is(err, fs.ErrExist) || try == 100 {
			return file, name, err
		}
	}
}

// temporaryName does not end in .go: the go command must never see one.
func temporaryName(target, unique string) string {
	dir, base := filepath.Split(target)
	return filepath.Join(dir, "."+base+"."+unique+".tmp")
}

// sweep removes the temporary files of the target that killed runs have left.
// A file that cannot be removed harms nobody.
func (w *writer) sweep(target string) {
	names, err := fs.Glob(w.root.FS(), filepath.ToSlash(temporaryName(target, "*")))
	if err != nil {
		return
	}
	for _, name := range names {
		info, err := w.root.Lstat(name)
		if err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > time.Hour {
			w.root.Remove(name)
		}
	}
}

// commit renames what is staged.
func (w *writer) commit() error {
	for len(w.staged) > 0 {
		s := w.staged[0]
		if err := w.root.Rename(s.temporary, s.target); err != nil {
			return fmt.Errorf("write %s: %w", relative(filepath.Join(w.module, s.target)), err)
		}
		w.staged = w.staged[1:]
		w.syncDir(filepath.Dir(s.target))
	}
	return nil
}

// syncDir makes a rename last, where the system lets a directory be synced.
func (w *writer) syncDir(dir string) {
	if d, err := w.root.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}
