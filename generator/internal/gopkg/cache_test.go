package gopkg

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestIsBuildCacheCold counts what a cache remembers.
func TestIsBuildCacheCold(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOCACHE", dir)
	if err := os.Mkdir(filepath.Join(dir, "00"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "00", "output-d"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range fewBuilds {
		if i%500 == 0 && !isBuildCacheCold(t.Context(), ".") {
			t.Fatalf("%d actions are many", i)
		}
		sub := filepath.Join(dir, fmt.Sprintf("%02x", i%256))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("%d-a", i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if isBuildCacheCold(t.Context(), ".") {
		t.Errorf("%d actions are few", fewBuilds)
	}
	t.Setenv("GOCACHEPROG", "cache")
	t.Setenv("GOCACHE", filepath.Join(dir, "none"))
	if isBuildCacheCold(t.Context(), ".") {
		t.Error("the cache of another program is taken for that of the go command")
	}
}
