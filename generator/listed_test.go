package generator_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// constraining are descriptions that would keep a file out of the build if they
// became more than text. Characters that cannot be seen are refused before.
var constraining = []string{
	"+build ignore", " +build ignore", "\t+build ignore", "+build ignore\n\n", "\n\n+build ignore",
	"//+build ignore", "// +build ignore", "  // +build ignore", "#+build ignore", "  - +build ignore",
	"a\n+build ignore", "a\n\n+build ignore", "a\n\t+build ignore\nb",
	"+build !linux,!windows,!darwin\n+build cgo",
	"go:build ignore", "//go:build ignore", " //go:build ignore", "\t//go:build ignore", "/*go:build ignore*/",
	"a\n//go:build ignore", "a\n\n//go:build ignore\n\nb", "a\n//go:build !linux && !windows && !darwin",
	"*/\n\n//go:build ignore\n\npackage x\n\n/*",
	onALine("+build ignore"), onALine("+build !linux,!windows,!darwin"), onALine("//go:build ignore"), onALine("go:build ignore"),
}

// onALine returns a description that is broken before and after the text.
func onALine(text string) string {
	return strings.Repeat("long", 50) + " " + text + " " + strings.Repeat("long", 50)
}

// TestDescriptionsKeepFilesInTheBuild asks the go command, for three systems,
// whether a file with such a description in its first comment, and in later
// ones, is built.
func TestDescriptionsKeepFilesInTheBuild(t *testing.T) {
	dir := module(t, map[string]string{
		"control/control.go": "package control\n", "control/plus.go": "// +build ignore\n\npackage control\n", "control/build.go": "//go:build ignore\n\npackage control\n",
	})
	var names []string
	for i, text := range constraining {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("p%d/x.retry.json", i)
		policy := fmt.Sprintf(`{"description": %s, "exosphere": {}}`, quoted)
		spec := fmt.Sprintf(`{"version": 1, "package": "p%d", "output": "./", "policies": {"a": %s, "b": %[2]s}}`, i, policy)
		write(t, dir, map[string]string{name: spec})
		names = append(names, name)
	}
	for i, result := range generate(t, dir, names...) {
		if len(result.Files) == 0 {
			t.Fatalf("%q: %v", constraining[i], result.Findings)
		}
		for _, file := range result.Files {
			checkGenerated(t, file) // gofmt moves what constrains to the top
			if err := os.WriteFile(file.Path, file.Content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, system := range []string{"linux", "windows", "darwin"} {
		lines := listed(t, dir, system)
		if want := "control [control.go] [build.go plus.go]"; lines["control"] != want {
			t.Errorf("%s: the control is %s, want %s", system, lines["control"], want)
		}
		for i, text := range constraining {
			name := fmt.Sprintf("p%d", i)
			if want := name + " [doc.go policies.go] []"; lines[name] != want {
				t.Errorf("%s, %q: the go command sees %s, want %s", system, text, lines[name], want)
			}
		}
	}
}

// listed returns what the go command builds and ignores of each package of a
// module, by the package's name.
func listed(t *testing.T, dir, system string) map[string]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-find", "-f", "{{.Name}} {{.GoFiles}} {{.IgnoredGoFiles}}", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOOS="+system, "GOFLAGS=", "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, _, _ := strings.Cut(line, " ")
		lines[name] = strings.TrimSpace(line)
	}
	return lines
}
