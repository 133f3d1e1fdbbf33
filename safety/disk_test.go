//go:build linux

package safety

import (
	"maps"
	"os/exec"
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
