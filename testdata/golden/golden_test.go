// Package golden runs the generated clients of its subdirectories. Package
// generator's own tests compare their text.
package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/retrygen/retrygen/testdata/golden/alias"
	"github.com/retrygen/retrygen/testdata/golden/children"
	"github.com/retrygen/retrygen/testdata/golden/classes"
	"github.com/retrygen/retrygen/testdata/golden/constraints"
	"github.com/retrygen/retrygen/testdata/golden/dotimports"
	"github.com/retrygen/retrygen/testdata/golden/embedded"
	"github.com/retrygen/retrygen/testdata/golden/extremes"
	"github.com/retrygen/retrygen/testdata/golden/fallback"
	"github.com/retrygen/retrygen/testdata/golden/generic"
	"github.com/retrygen/retrygen/testdata/golden/guards"
	"github.com/retrygen/retrygen/testdata/golden/hostile"
	"github.com/retrygen/retrygen/testdata/golden/internaltypes"
	"github.com/retrygen/retrygen/testdata/golden/late"
	"github.com/retrygen/retrygen/testdata/golden/locals"
	"github.com/retrygen/retrygen/testdata/golden/manymethods"
	"github.com/retrygen/retrygen/testdata/golden/matchers"
	"github.com/retrygen/retrygen/testdata/golden/namedresults"
	"github.com/retrygen/retrygen/testdata/golden/nocontext"
	"github.com/retrygen/retrygen/testdata/golden/noerror"
	"github.com/retrygen/retrygen/testdata/golden/ownbackoff"
	"github.com/retrygen/retrygen/testdata/golden/packagenames"
	"github.com/retrygen/retrygen/testdata/golden/predeclared"
	"github.com/retrygen/retrygen/testdata/golden/readers"
	"github.com/retrygen/retrygen/testdata/golden/replays"
	"github.com/retrygen/retrygen/testdata/golden/results"
	"github.com/retrygen/retrygen/testdata/golden/samename"
	sdk "github.com/retrygen/retrygen/testdata/golden/sdk/check"
	"github.com/retrygen/retrygen/testdata/golden/shadowedimport"
	"github.com/retrygen/retrygen/testdata/golden/signatures"
	"github.com/retrygen/retrygen/testdata/golden/streams"
	"github.com/retrygen/retrygen/testdata/golden/structtarget"
	"github.com/retrygen/retrygen/testdata/golden/transport"
	"github.com/retrygen/retrygen/testdata/golden/twospecs"
	"github.com/retrygen/retrygen/testdata/golden/unexported"
	"github.com/retrygen/retrygen/testdata/golden/unicode"
	"github.com/retrygen/retrygen/testdata/golden/unnamed"
	"github.com/retrygen/retrygen/testdata/golden/variadic"
	"github.com/retrygen/retrygen/testdata/golden/vectors"
)

var checks = map[string]func() error{
	"alias":          alias.Check,
	"classes":        classes.Check,
	"constraints":    constraints.Check,
	"dotimports":     dotimports.Check,
	"embedded":       embedded.Check,
	"extremes":       extremes.Check,
	"fallback":       fallback.Check,
	"guards":         guards.Check,
	"generic":        generic.Check,
	"hostile":        hostile.Check,
	"internaltypes":  internaltypes.Check,
	"manymethods":    manymethods.Check,
	"children":       children.Check,
	"late":           late.Check,
	"locals":         locals.Check,
	"matchers":       matchers.Check,
	"namedresults":   namedresults.Check,
	"nocontext":      nocontext.Check,
	"noerror":        noerror.Check,
	"ownbackoff":     ownbackoff.Check,
	"packagenames":   packagenames.Check,
	"predeclared":    predeclared.Check,
	"readers":        readers.Check,
	"replays":        replays.Check,
	"results":        results.Check,
	"samename":       samename.Check,
	"sdk":            sdk.Check,
	"shadowedimport": shadowedimport.Check,
	"signatures":     signatures.Check,
	"streams":        streams.Check,
	"transport":      transport.Check,
	"structtarget":   structtarget.Check,
	"twospecs":       twospecs.Check,
	"unexported":     unexported.Check,
	"unicode":        unicode.Check,
	"unnamed":        unnamed.Check,
	"variadic":       variadic.Check,
	"vectors":        vectors.Check,
}

// TestChecks runs the check of every case on virtual time.
func TestChecks(t *testing.T) {
	for name, check := range checks {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if err := check(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// outside are the cases that no other package can import, with the commands
// that run them.
var outside = map[string][]string{
	"externaltest": {"test", "./externaltest"},
	"fakes":        {"test", "-shuffle=on", "-count=3", "./fakes"},
	"intest":       {"test", "./intest"},
	"mainpackage":  {"run", "./mainpackage"},
}

// TestOutside runs the cases whose output is in a test file or in package main.
func TestOutside(t *testing.T) {
	for name, args := range outside {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
				t.Errorf("go %v: %v\n%s", args, err, out)
			}
		})
	}
}

// TestPolicyTests runs the generated tests of the cases that have one.
func TestPolicyTests(t *testing.T) {
	files, err := filepath.Glob("*/*_retry_test.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d tests: %v", len(files), err)
	}
	args := []string{"test", "-shuffle=on"}
	for _, file := range files {
		args = append(args, "./"+filepath.Dir(file))
	}
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestEveryCaseRuns demands a check of every directory with a spec.
func TestEveryCaseRuns(t *testing.T) {
	specs, err := filepath.Glob("*/*.retry.*")
	if err != nil || len(specs) == 0 {
		t.Fatalf("found %d specs: %v", len(specs), err)
	}
	for _, spec := range specs {
		name := filepath.Dir(spec)
		if checks[name] == nil && outside[name] == nil {
			t.Errorf("case %s is not run", name)
		}
	}
}

// TestVet vets all packages: a pattern like ./... would skip those below
// testdata, so that they are listed.
func TestVet(t *testing.T) {
	var dirs []string
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		dir := "./" + filepath.ToSlash(filepath.Dir(path))
		if filepath.Ext(path) == ".go" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", append([]string{"vet"}, dirs...)...).CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
