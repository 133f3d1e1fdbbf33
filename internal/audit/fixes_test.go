package audit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// TestFixes applies the suggested fixes and compiles what they make.
func TestFixes(t *testing.T) {
	for id, name := range map[string]string{"RA101": "latchedfix", "RA102": "sleepfix"} {
		t.Run(id, func(t *testing.T) {
			analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), analyzer(t, id), name)
			golden, err := os.ReadFile(filepath.Join("testdata/src", name, "fix.go.golden"))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for file, text := range map[string][]byte{"go.mod": []byte("module fixed.example\n\ngo 1.26\n"), "fix.go": golden} {
				if err := os.WriteFile(filepath.Join(dir, file), text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			vet := exec.Command("go", "vet", ".")
			vet.Dir = dir
			if out, err := vet.CombinedOutput(); err != nil {
				t.Errorf("the fixed code does not pass go vet: %v\n%s", err, out)
			}
		})
	}
}
