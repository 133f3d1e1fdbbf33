package editors

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unfinished is a spec whose author is about to name a policy, a method and an
// error.
const unfinished = `# yaml-language-server: $schema=pay.schema.json
version: 1
policies:
  charge:
    exosphere: {}
    errors:
      stop:
        -
  lookup:
    httpx: {}
clients:
  RetryingGateway:
    wraps: Gateway
    policy:
    methods:
      R
`

// finished is what stands in the buffer then.
var finished = strings.NewReplacer("        -\n", "        - ErrDeclined\n", "policy:\n", "policy: lookup\n", "      R\n", "      Refund: charge\n").Replace(unfinished)

// keystrokes are where the author types, and the word of the menu that is taken.
type keystrokes struct {
	Line int    `json:"line"`
	Type string `json:"type"`
	Take string `json:"take"`
}

// TestNeovim completes the names in Neovim with the YAML language server, by the
// keys that people press.
func TestNeovim(t *testing.T) {
	if _, err := exec.LookPath("nvim"); err != nil {
		t.Skipf("not tested in Neovim: %v", err)
	}
	modules, w := install(t), namedWorkspace(t)
	script, err := filepath.Abs("driver/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.dir, "pay.retry.yaml"), []byte(unfinished), 0o644); err != nil {
		t.Fatal(err)
	}
	steps := []keystrokes{{8, " ", "ErrDeclined"}, {14, " ", "lookup"}, {16, "", "Refund: "}, {16, "", "charge"}}
	report := neovim(t, w.dir, script, modules, steps)
	if report.Problem != "" {
		t.Fatalf("%s\n%s", report.Problem, strings.Join(report.Buffer, "\n"))
	}
	if diff := cmp.Diff(strings.TrimSuffix(finished, "\n"), strings.Join(report.Buffer, "\n")); diff != "" {
		t.Errorf("the buffer (-want +got):\n%s", diff)
	}
	for i, want := range [][]string{{"*ValidationError", "ErrDeclined", "timeout"}, {"charge", "lookup", "none"}, {"Refund"}, {"charge", "lookup", "none"}} {
		for _, word := range want {
			if !slices.ContainsFunc(report.Menus[i], func(w string) bool { return strings.Trim(w, `"': `) == word }) {
				t.Errorf("the menu on line %d does not offer %s: %q", steps[i].Line, word, report.Menus[i])
			}
		}
	}
}

// neovimReport is what the script of Neovim writes.
type neovimReport struct {
	Menus   [][]string `json:"menus"`
	Buffer  []string   `json:"buffer"`
	Problem string     `json:"problem"`
}

// neovim edits the spec in dir. It reads nothing that the user has set up.
func neovim(t *testing.T, dir, script, modules string, steps []keystrokes) neovimReport {
	t.Helper()
	keys, err := json.Marshal(steps)
	if err != nil {
		t.Fatal(err)
	}
	home, output := t.TempDir(), filepath.Join(t.TempDir(), "report.json")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	nvim := exec.CommandContext(ctx, "nvim", "--headless", "--clean", "-n", "-c", "luafile "+script, "pay.retry.yaml")
	nvim.Dir = dir
	nvim.Env = append(os.Environ(), "MODULES="+modules, "STEPS="+string(keys), "OUTPUT="+output,
		"XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
	said, err := nvim.CombinedOutput()
	if err != nil {
		t.Fatalf("nvim: %v\n%s", err, said)
	}
	text, err := os.ReadFile(output)
	if err != nil {
		t.Fatalf("nvim wrote no report: %v\n%s", err, said)
	}
	var report neovimReport
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	return report
}
