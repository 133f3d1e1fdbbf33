package generator_test

import (
	"os/exec"
	"testing"
)

// TestGoldenPackagesRun runs the tests of the golden packages, which wildcards
// such as ./... pass over: they compile, are clean, and retry as they should.
func TestGoldenPackagesRun(t *testing.T) {
	test := exec.Command("go", "test", "./testdata/golden")
	test.Dir = ".."
	if out, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
