package record

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// digest returns the digest of everything that a trace names, and of this
// program and its settings; and when the last of these files has changed.
func (t Trace) digest() (digest string, newest time.Time, err error) {
	d := digester{sum: sha256.New()}
	fmt.Fprintf(d.sum, "%q %q %q", format, runtime.GOOS, runtime.GOARCH)
	if err := d.program(); err != nil {
		return "", time.Time{}, err
	}
	for _, setting := range settings() {
		fmt.Fprintf(d.sum, "%q", setting)
	}
	for _, name := range t.Files {
		if err := d.file(name); err != nil {
			return "", time.Time{}, err
		}
	}
	for _, dir := range t.Dirs {
		if err := d.dir(dir); err != nil {
			return "", time.Time{}, err
		}
	}
	return hex.EncodeToString(d.sum.Sum(nil)), d.newest, nil
}

// digester adds files to a digest.
type digester struct {
	sum    hash.Hash
	newest time.Time
}

// program adds this program: its file, as hashing all of it takes longer than
// a run.
func (d *digester) program() error {
	name, err := os.Executable()
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	fmt.Fprintf(d.sum, "%q %d %d", name, info.Size(), info.ModTime().UnixNano())
	return nil
}

// file adds a regular file, or that there is none.
func (d *digester) file(name string) error {
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(d.sum, "%q absent", name)
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		fmt.Fprintf(d.sum, "%q link", name)
		if info, err = os.Stat(name); err != nil {
			return err
		}
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", name)
	}
	if info.ModTime().After(d.newest) {
		d.newest = info.ModTime()
	}
	fmt.Fprintf(d.sum, "%q %d ", name, info.Size())
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(d.sum, file)
	return err
}

// dir adds the Go files of a directory.
func (d *digester) dir(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if info.ModTime().After(d.newest) {
		d.newest = info.ModTime()
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !strings.HasSuffix(e.Name(), ".go") })
	fmt.Fprintf(d.sum, "%q %d ", dir, len(entries))
	for _, entry := range entries {
		if err := d.file(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
