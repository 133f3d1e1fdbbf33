package editors

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// oldestNode is the first major version of node that the pinned packages run on.
const oldestNode = 20

// install returns the directory of the installed packages. It skips the test
// if there is none, and says why.
func install(t *testing.T) string {
	t.Helper()
	dir, err := installOnce()
	if err != nil {
		t.Skipf("not tested in real editors: %v", err)
	}
	return dir
}

// installOnce installs what the lock file pins. The directory is named after
// the lock file, so that no change of it meets old packages.
var installOnce = sync.OnceValues(func() (string, error) {
	if err := checkNode(); err != nil {
		return "", err
	}
	lock, err := os.ReadFile("driver/package-lock.json")
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(lock)
	dir := filepath.Join(cache, "retrygen", "editors", hex.EncodeToString(sum[:8]))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	return dir, installInto(dir)
})

// checkNode looks for node, in a version that is new enough, and for npm.
func checkNode() error {
	if _, err := exec.LookPath("npm"); err != nil {
		return err
	}
	version, err := exec.Command("node", "--version").Output()
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	major, _, _ := strings.Cut(strings.TrimPrefix(string(version), "v"), ".")
	if number, err := strconv.Atoi(major); err != nil || number < oldestNode {
		return fmt.Errorf("node is %s, and has to be %d or newer", bytes.TrimSpace(version), oldestNode)
	}
	return nil
}

// installInto installs next to dir and moves the result there: what has that
// name is complete, also if two tests install at the same time.
func installInto(dir string) error {
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	building, err := os.MkdirTemp(parent, "building-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(building)
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join("driver", name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(building, name), text, 0o644); err != nil {
			return err
		}
	}
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1")
	npm.Dir = building
	if output, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w: %s", err, lastLines(output))
	}
	if err := os.Rename(building, dir); err != nil {
		if _, missing := os.Stat(dir); missing != nil {
			return err
		}
	}
	return nil
}

// lastLines returns the end of what a program printed.
func lastLines(output []byte) string {
	const limit = 400
	return string(bytes.TrimSpace(output[max(0, len(output)-limit):]))
}
