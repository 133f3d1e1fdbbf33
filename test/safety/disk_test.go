//go:build linux

package safety

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFullDisk: where the new files do not fit, the old ones stay, nothing
// else does, and the message names the file.
func TestFullDisk(t *testing.T) {
	for name, setup := range map[string]string{
		// The kernel refuses to write beyond a limit as it refuses on a full disk.
		"file size": "ulimit -f 8",
		"no space":  "mount -t tmpfs -o size=24k tmpfs out && cp kept/* out/ && head -c 100000 /dev/zero 2>/dev/null > out/zero; rm -f out/none",
		"read only": "mount --bind out out && mount -o remount,ro,bind out",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inNamespace := strings.Contains(setup, "mount")
			if inNamespace && exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt").Run() != nil {
				t.Skip("no right to mount; file size stands in for it")
			}
			testFullDisk(t, setup, inNamespace)
		})
	}
}

func testFullDisk(t *testing.T, setup string, inNamespace bool) {
	dir := newShop(t)
	putShop(t, dir, "one", 2)
	old := generate(t, dir)
	putShop(t, dir, "two", 200)
	// What is mounted is gone with the namespace: the script lists it.
	script := "cp -r out kept; " + setup + "\n" + command + " generate 2>&1; echo code $?; cat out/policies.go | cmp - kept/policies.go && echo same; ls -A out | grep tmp && echo left"
	args := []string{"sh", "-c", script}
	if inNamespace {
		args = append([]string{"unshare", "-rm"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, childEnv()
	out, _ := cmd.CombinedOutput()
	text := string(out)
	if !strings.Contains(text, "retrygen: write out/policies.go: ") || !strings.Contains(text, "code 2\n") ||
		!strings.Contains(text, "same\n") || strings.Contains(text, "left\n") {
		t.Errorf("got %s", text)
	}
	if got := outputs(t, dir); !maps.Equal(got, old) {
		t.Errorf("%d files are left of %d, or they changed", len(got), len(old))
	}
	if got := generate(t, dir); len(got) != len(old) || maps.Equal(got, old) {
		t.Error("the next run, with room, does not write the files")
	}
}

// TestFailingCalls lets system calls of generate fail: the first of every
// thread, then the second, until there are no more. Every file is then the old
// one or the new one, whole, and the new one unless the run failed; and the next
// run makes all of them new.
func TestFailingCalls(t *testing.T) {
	watched(t)
	t.Parallel()
	dir := newShop(t)
	putShop(t, dir, "one", 2)
	versions := []map[string]string{generate(t, dir)}
	putShop(t, dir, "two", 2)
	versions = append(versions, generate(t, dir))
	next := 0
	for _, call := range []string{"openat", "write", "fsync", "fchmod", "renameat"} {
		count := 0
		for ; ; count++ {
			putShop(t, dir, []string{"one", "two"}[next], 2)
			injected, code := failCall(t, dir, call, count+1)
			checkVersions(t, outputs(t, dir), versions, next, code)
			if got := generate(t, dir); !maps.Equal(got, versions[next]) {
				t.Errorf("after %s %d failed, the next run does not heal it", call, count+1)
			}
			next = 1 - next
			if !injected {
				break
			}
		}
		if count == 0 {
			t.Errorf("no %s failed", call)
		}
	}
}

// failCall generates while the call of that number fails in every thread, and
// reports whether there was one.
func failCall(t *testing.T, dir, call string, number int) (injected bool, code int) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	inject := fmt.Sprintf("inject=%s:error=EIO:when=%d", call, number)
	// -b execve leaves the go command, which has calls by the thousand, alone.
	cmd := exec.CommandContext(t.Context(), "strace", "-f", "-b", "execve", "-qq", "-e", "trace="+call, "-e", inject, "-o", log, command, "generate")
	cmd.Dir, cmd.Env = dir, childEnv()
	out, _ := cmd.CombinedOutput()
	if code = cmd.ProcessState.ExitCode(); code < 0 || code > 2 {
		t.Errorf("%s %d fails: exit code %d: %s", call, number, code, out)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(text, []byte("(INJECTED)")), code
}

// checkVersions demands that every file is that of a version, and of the next
// one after a run that succeeded.
func checkVersions(t *testing.T, got map[string]string, versions []map[string]string, next, code int) {
	t.Helper()
	for name, text := range got {
		isTemporary := strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".tmp")
		if isNew := text == versions[next][name]; !isTemporary && !isNew && (code == 0 || text != versions[1-next][name]) {
			t.Errorf("a run with exit code %d leaves %d bytes in %s", code, len(text), name)
		}
	}
}
