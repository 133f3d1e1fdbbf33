//go:build unix

package generator_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/generator"
)

// TestListsOnce counts the runs of the go command for several specs: at most two
// that look at no imports, for all specs together, and for those that need the
// whole program one, and the question of go/packages for the release.
func TestListsOnce(t *testing.T) {
	log := recordGoCommands(t)
	var paths []string
	for _, name := range []string{"dotimports", "intest", "readers"} {
		paths = append(paths, "../testdata/golden/"+name+"/"+name+".retry.yaml")
	}
	if _, err := generator.Generate(t.Context(), loadSpecs(t, paths...)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	runs := strings.Split(strings.TrimSpace(string(data)), "\n")
	lists := slices.DeleteFunc(slices.Clone(runs), func(run string) bool { return !strings.Contains(run, "-deps=true") })
	quick := slices.DeleteFunc(slices.Clone(runs), func(run string) bool { return !strings.Contains(run, " -find ") })
	if len(lists) != 1 || len(quick) > 2 || len(runs) > len(lists)+len(quick)+1 {
		t.Errorf("%d lists in %d runs of the go command:\n%s", len(lists), len(runs), data)
	}
}

// recordGoCommands puts a go command before the real one that writes down how
// it is called, and returns the file in which it does.
func recordGoCommands(t *testing.T) string {
	t.Helper()
	command, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	script := "#!/bin/sh\necho \"$*\" >>'" + log + "'\nexec '" + command + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return log
}

// TestGoCommandFails demands the words of a go command that cannot list.
func TestGoCommandFails(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod":       "module app.test\n\ngo 1.26\n\nnonsense\n",
		"x.go":         "package x\n\ntype Service interface{ Do() error }\n",
		"x.retry.yaml": "version: 1\npolicies: {p: {exosphere: {}}}\nclients: {Retrying: {wraps: Service, policy: p}}\n",
	})
	_, err := generator.Generate(t.Context(), loadSpecs(t, filepath.Join(dir, "x.retry.yaml")))
	if err == nil || !strings.Contains(err.Error(), "go.mod:5: unknown directive: nonsense") {
		t.Errorf("the error is %v", err)
	}
}
