package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/generator"
)

const ours = generator.Marker + "x.retry.yaml. DO NOT EDIT.\n\npackage x\n"

// inModule makes a module and enters it, and returns its files, by name.
func inModule(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	put(t, "go.mod", "module example.com/x\n")
	for name, text := range files {
		put(t, name, text)
	}
	return dir
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// names returns the files of the current directory.
func names(t *testing.T) string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " ")
}

func file(dir, name, text string) generator.File {
	return generator.File{Path: filepath.Join(dir, name), Content: []byte(text)}
}

func TestWriteStagesAllFilesFirst(t *testing.T) {
	dir := inModule(t, map[string]string{"b.go": "package x // by hand\n"})
	_, err := write("x.retry.yaml", []generator.File{file(dir, "a.go", ours), file(dir, "b.go", ours)})
	if err == nil || !strings.HasPrefix(err.Error(), "write b.go: ") {
		t.Errorf("error %v does not name b.go", err)
	}
	if got := names(t); got != "b.go go.mod" {
		t.Errorf("files %q are left, want b.go go.mod", got)
	}
}

func TestWriteOutsideOfTheModule(t *testing.T) {
	dir := inModule(t, nil)
	outside := filepath.Join(filepath.Dir(dir), "outside.go")
	_, err := write("x.retry.yaml", []generator.File{{Path: outside, Content: []byte(ours)}})
	if err == nil || !strings.Contains(err.Error(), "outside of the module") {
		t.Errorf("error %v does not say that the file is outside of the module", err)
	}
	if _, err := os.Lstat(outside); err == nil {
		t.Error("a file was written outside of the module")
	}
}

// TestWriteRefusesAnotherSpelling: two names that differ only in case are one
// file on many systems.
func TestWriteRefusesAnotherSpelling(t *testing.T) {
	dir := inModule(t, map[string]string{"Shop.go": ours})
	if err := os.Mkdir("Sub", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, there := range map[string]string{"shop.go": "Shop.go", filepath.Join("sub", "a.go"): "Sub"} {
		_, err := write("x.retry.yaml", []generator.File{file(dir, name, ours)})
		if err == nil || !strings.Contains(err.Error(), there+" is there and differs only in case") {
			t.Errorf("%s: error %v does not name %s", name, err, there)
		}
	}
	if got := names(t); got != "Shop.go Sub go.mod" {
		t.Errorf("files %q are left", got)
	}
	if _, err := write("x.retry.yaml", []generator.File{file(dir, "Shop.go", ours+"// new\n"), file(dir, "shop2.go", ours)}); err != nil {
		t.Errorf("names that differ are refused: %v", err)
	}
}

func TestWriteSweepsOldTemporaries(t *testing.T) {
	dir := inModule(t, map[string]string{
		".a.go.1-0.tmp": "", ".a.go.2-0.tmp": "", ".b.go.1-0.tmp": "", "a.go.tmp": "",
	})
	old := time.Now().Add(-2 * time.Hour)
	for _, name := range []string{".a.go.1-0.tmp", ".b.go.1-0.tmp", "a.go.tmp"} {
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := write("x.retry.yaml", []generator.File{file(dir, "a.go", ours)}); err != nil {
		t.Fatal(err)
	}
	// Only the old one of this very target goes.
	if got, want := names(t), ".a.go.2-0.tmp .b.go.1-0.tmp a.go a.go.tmp go.mod"; got != want {
		t.Errorf("files are %q, want %q", got, want)
	}
}

func TestWriteKeepsTheMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes")
	}
	dir := inModule(t, map[string]string{"a.go": ours})
	for _, mode := range []fs.FileMode{0o600, 0o664, 0o755} {
		if err := os.Chmod("a.go", mode); err != nil {
			t.Fatal(err)
		}
		if _, err := write("x.retry.yaml", []generator.File{file(dir, "a.go", ours+"// "+mode.String()+"\n")}); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat("a.go")
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != mode {
			t.Errorf("mode %v became %v", mode, info.Mode())
		}
	}
}

func TestWriteTakesAnotherTemporaryName(t *testing.T) {
	dir := inModule(t, nil)
	w, err := newWriter("x.retry.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	for range 3 {
		if err := w.stage(file(dir, "a.go", ours)); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.staged) != 3 || w.staged[0].temporary == w.staged[1].temporary {
		t.Errorf("staged %v", w.staged)
	}
}
