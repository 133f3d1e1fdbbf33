package audit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/audit"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// driver is the variable that makes this test a driver of other people.
const driver = "AUDIT_TEST_DRIVER"

func TestMain(m *testing.M) {
	switch os.Getenv(driver) {
	case "multichecker":
		multichecker.Main(audit.Analyzers...)
	case "unitchecker":
		unitchecker.Main(audit.Analyzers...)
	}
	os.Exit(m.Run())
}

func TestAnalyzersAreValid(t *testing.T) {
	if err := analysis.Validate(append(audit.Optional, audit.Analyzers...)); err != nil {
		t.Error(err)
	}
	if len(audit.Analyzers) < 9 || len(audit.Optional) != 1 || audit.Optional[0].Name != "RA108" {
		t.Errorf("%d analyzers and %v", len(audit.Analyzers), audit.Optional)
	}
}

// TestDrivers runs the analyzers in a driver that is not ours, with a retrier
// that is known by a fact of another package.
func TestDrivers(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module shop.example\n\ngo 1.26\n",
		"again/again.go": `package again

func Again(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}
`,
		"shop.go": `package shop

import "shop.example/again"

func list() ([]string, error) { return nil, nil }

func All() ([]string, error) {
	var all []string
	err := again.Again(func() error {
		next, err := list()
		all = append(all, next...)
		return err
	})
	return all, err
}
`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"multichecker": {self, "./..."},
		"unitchecker":  {"go", "vet", "-vettool=" + self, "./..."},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), driver+"="+name)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "shop.go:11:3: All: all = append(all, next...) runs in each attempt of again.Again") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
