package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// read reads a file of the repository as YAML.
func readYAML(t *testing.T, name string, value any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, value); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// checkCommand parses the arguments of a command line.
func checkCommand(t *testing.T, where, line string) {
	t.Helper()
	root := (&tool{}).rootCommand()
	cmd, rest, err := root.Find(strings.Fields(line))
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err != nil || cmd == root {
		t.Errorf("%s runs %q: %v", where, line, err)
	}
}

// TestDistribution checks what other tools read: the hooks, the action, the
// release and the entry for the catalog of schemas.
func TestDistribution(t *testing.T) {
	var hooks []struct{ ID, Entry, Files string }
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	for _, hook := range hooks {
		checkCommand(t, hook.ID, strings.TrimPrefix(hook.Entry, "retrygen "))
		if !regexp.MustCompile(hook.Files).MatchString("pay/gateway.retry.yaml") {
			t.Errorf("hook %s is not run for specs", hook.ID)
		}
	}
	var action struct {
		Runs struct{ Steps []struct{ Name, Run string } }
	}
	readYAML(t, "action.yml", &action)
	for _, step := range action.Runs.Steps {
		line := strings.TrimPrefix(strings.TrimSuffix(step.Run, " $SPECS"), "$COMMAND ")
		checkCommand(t, "the action", line)
	}
	if len(hooks) != 2 || len(action.Runs.Steps) != 2 {
		t.Errorf("%d hooks and %d steps", len(hooks), len(action.Runs.Steps))
	}
	var release struct{ Before struct{ Hooks []string } }
	readYAML(t, ".goreleaser.yaml", &release)
	for _, hook := range release.Before.Hooks {
		checkCommand(t, "the release", strings.TrimPrefix(hook, "go run ./cmd/retrygen "))
	}
	var entry struct{ FileMatch []string }
	text, err := os.ReadFile("../../docs/schemastore.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &entry); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range specSuffixes {
		if !slices.Contains(entry.FileMatch, "*"+suffix) {
			t.Errorf("the entry of the catalog does not match *%s", suffix)
		}
	}
}
