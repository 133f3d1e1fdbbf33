package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/retrygen/retrygen/generator"
)

// TestWriteWhileLinksChange swaps the output directory for a symbolic link to
// somewhere else, and back, while files are written: none arrives there.
func TestWriteWhileLinksChange(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right there")
	}
	outside := t.TempDir()
	dir := inModule(t, map[string]string{"x.retry.yaml": ""})
	stop, stopped := make(chan struct{}), make(chan struct{})
	go swap(outside, stop, stopped)
	// A refusal is what the other side wants; an escape is what it must not get.
	written, refused := 0, 0
	for i := 0; i < 100_000 && (written < 10 || refused < 10); i++ {
		if _, err := write("x.retry.yaml", []generator.File{file(dir, filepath.Join("out", "a"+strconv.Itoa(i)+".go"), ours)}); err == nil {
			written++
		} else {
			refused++
		}
	}
	close(stop)
	<-stopped
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("%d files were written outside: %v", len(entries), err)
	}
	if written == 0 || refused == 0 {
		t.Errorf("%d files were written and %d refused: nothing was swapped", written, refused)
	}
}

// swap makes "out" a directory and a link in turn.
func swap(outside string, stop, stopped chan struct{}) {
	defer close(stopped)
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		default:
		}
		_ = os.Rename("out", "old"+strconv.Itoa(i))
		_ = os.Symlink(outside, "out")
		time.Sleep(50 * time.Microsecond)
		if info, err := os.Lstat("out"); err == nil && info.Mode()&os.ModeSymlink != 0 {
			_ = os.Remove("out")
		}
		time.Sleep(50 * time.Microsecond)
	}
}
