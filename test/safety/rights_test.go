//go:build linux

package safety

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is a user without rights, as whom the superuser runs the command; any
// other user is without rights where he takes them from himself.
const nobody = 65534

func isSuperuser() bool { return os.Geteuid() == 0 }

// TestWithoutRights runs generate as a user who may not write, or read, what it
// would have to. It says which file that is and changes nothing, not even the
// other files of the spec; with the right back, it writes all of them.
func TestWithoutRights(t *testing.T) {
	tests := []struct {
		name, path string
		mode       fs.FileMode // what the path has; others are free to write
		want       string
	}{
		{"directory", "out", 0o555, "retrygen: write out/doc.go: "},
		{"directory without a list", "out", 0o333, "retrygen: write out/doc.go: "},
		{"closed directory", "out", 0o000, "retrygen: write out/doc.go: "},
		{"first file", "out/doc.go", 0o444, "retrygen: write out/doc.go: "},
		{"last file", "out/policies.go", 0o444, "retrygen: write out/policies.go: "},
		{"unreadable file", "out/policies.go", 0o200, "retrygen: write out/policies.go: "},
		{"spec", "shop.retry.yaml", 0o200, "shop.retry.yaml: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir, old := outdatedShop(t)
			setMode(t, filepath.Join(dir, test.path), test.mode)
			code, text := runAsNobody(t, dir)
			if code != 2 || !strings.Contains(text, test.want) || !strings.Contains(text, "permission denied") || strings.Count(text, "\n") != 1 {
				t.Errorf("exit code %d: %s", code, text)
			}
			setMode(t, filepath.Join(dir, test.path), 0o777)
			if got := outputs(t, dir); !maps.Equal(got, old) {
				t.Errorf("%d files are left of %d, or they changed", len(got), len(old))
			}
			code, text = runAsNobody(t, dir)
			if got := outputs(t, dir); code != 0 || len(got) != len(old) || maps.Equal(got, old) {
				t.Errorf("with the right, exit code %d, %d files: %s", code, len(got), text)
			}
		})
	}
}

// TestWithoutARightToTheModule: where the output directory cannot be made.
func TestWithoutARightToTheModule(t *testing.T) {
	dir := newShop(t)
	openToAll(t, dir)
	setMode(t, dir, 0o555)
	code, text := runAsNobody(t, dir)
	setMode(t, dir, 0o755)
	if code != 2 || !strings.Contains(text, "retrygen: write out/doc.go: ") || !strings.Contains(text, "permission denied") {
		t.Errorf("exit code %d: %s", code, text)
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); !os.IsNotExist(err) {
		t.Errorf("the output directory: %v", err)
	}
}

// outdatedShop makes a module of which every output is out of date, and gives
// all of it to nobody.
func outdatedShop(t *testing.T) (dir string, old map[string]string) {
	t.Helper()
	dir = newShop(t)
	old = generate(t, dir)
	for name := range old {
		old[name] += "\n// Edited.\n"
		put(t, dir, filepath.Join("out", name), old[name])
	}
	openToAll(t, dir)
	return dir, old
}

// openToAll gives a directory to nobody, and lets everybody into it.
func openToAll(t *testing.T, dir string) {
	t.Helper()
	for _, above := range []string{filepath.Dir(dir), filepath.Dir(command)} {
		setMode(t, above, 0o755)
	}
	if !isSuperuser() {
		return
	}
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(name, nobody, nobody)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func setMode(t *testing.T, name string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

// runAsNobody generates as a user without rights and without a home.
func runAsNobody(t *testing.T, dir string) (code int, text string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command, "generate")
	cmd.Dir, cmd.Env = dir, append(childEnv(), "HOME=/nonexistent", "GOCACHE=off")
	if isSuperuser() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal("the command did not start")
	}
	return cmd.ProcessState.ExitCode(), string(out)
}
