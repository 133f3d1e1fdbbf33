package schema

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata/diagnostics and the rules")

const diagnosticsDir = "../testdata/diagnostics"

// wantPrefix begins the comment lines at the end of a case that hold its
// findings. Cases that cannot have comments keep the lines, without the "# ",
// in a file next to them whose name ends in ".want".
const wantPrefix = "# want "

// diagnosticsCase is a spec and the findings that it must have: all of them,
// at the exact line and column, and no others.
type diagnosticsCase struct {
	path  string
	data  []byte
	aside bool // the findings are in a file of their own
	want  string
}

// formatFindings writes findings in the form of the cases:
//
//	want LINE:COLUMN RULE POINTER: MESSAGE | HINT
func formatFindings(found Diagnostics) string {
	var b strings.Builder
	for _, d := range found {
		fmt.Fprintf(&b, "want %d:%d %s %s: %s", d.Pos.Line, d.Pos.Column, d.Rule, d.Pointer, d.Message)
		if d.Hint != "" {
			fmt.Fprintf(&b, " | %s", d.Hint)
		}
		b.WriteByte('\n')
	}
	if len(found) == 0 {
		return "want none\n"
	}
	return b.String()
}

func diagnosticsCases(t testing.TB) []diagnosticsCase {
	t.Helper()
	paths, err := filepath.Glob(diagnosticsDir + "/*.retry.*[lmn]") // yaml, yml, json
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in %s: %v", diagnosticsDir, err)
	}
	cases := make([]diagnosticsCase, 0, len(paths))
	for _, path := range paths {
		cases = append(cases, readCase(t, path))
	}
	return cases
}

func readCase(t testing.TB, path string) diagnosticsCase {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := diagnosticsCase{path: path, data: data}
	if want, err := os.ReadFile(path + ".want"); err == nil {
		c.aside, c.want = true, string(want)
		return c
	}
	var b strings.Builder
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, wantPrefix) {
			b.WriteString(strings.TrimPrefix(line, "# "))
		}
	}
	c.want = b.String()
	return c
}

// write replaces the expectations of the case.
func (c diagnosticsCase) write(t *testing.T, got string) {
	t.Helper()
	path, content := c.path+".want", []byte(got)
	if !c.aside {
		path = c.path
		spec, _, _ := bytes.Cut(c.data, []byte(wantPrefix))
		content = bytes.Clone(spec)
		for line := range strings.Lines(got) {
			content = append(content, "# "+line...)
		}
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestDiagnostics(t *testing.T) {
	for _, c := range diagnosticsCases(t) {
		name := filepath.Base(c.path)
		t.Run(name, func(t *testing.T) {
			spec, found := Load(name, c.data)
			got := formatFindings(found)
			if *update {
				c.write(t, got)
				return
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if spec == nil && !found.HasErrors() {
				t.Error("there is neither a spec nor an error")
			}
			checkFindings(t, c.data, found)
		})
	}
}

// checkFindings checks what every finding owes to its readers.
func checkFindings(t *testing.T, data []byte, found Diagnostics) {
	t.Helper()
	lines := strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n")
	known := make(map[string]bool)
	for _, rule := range Rules() {
		known[rule.ID] = true
	}
	for _, d := range found {
		switch {
		case d.Pos.Line < 1 || d.Pos.Line > len(lines) || d.Pos.Column < 1:
			t.Errorf("%s: the place is outside of the file", d)
		case d.Pos.Column > len([]rune(lines[d.Pos.Line-1]))+1:
			t.Errorf("%s: the column is outside of the line", d)
		case d.Message == "" || len(d.Message) > finding.MaxMessage || len(d.Hint) > 2*finding.MaxMessage:
			t.Errorf("%s: the message has %d bytes, the hint %d", d, len(d.Message), len(d.Hint))
		case strings.HasSuffix(d.Message, ".") || strings.HasSuffix(d.Hint, "."):
			t.Errorf("%s: the message or the hint %q ends in a period", d, d.Hint)
		case !known[d.Rule]:
			t.Errorf("%s: rule %s is not in the table", d, d.Rule)
		case d.Rule == document.Internal.ID:
			t.Errorf("%s: internal error", d)
		}
	}
}

// TestDiagnosticsOfGoodSpecs makes sure that the cases named good- are, and
// that no other is: a rule that stops working cannot hide behind -update.
func TestDiagnosticsOfGoodSpecs(t *testing.T) {
	for _, c := range diagnosticsCases(t) {
		good := strings.HasPrefix(filepath.Base(c.path), "good-")
		if isNone := c.want == "want none\n"; good != isNone {
			t.Errorf("%s: good is %v, and it has findings %q", c.path, good, c.want)
		}
	}
}

// TestLoadIsDeterministic loads the cases again: the validator reports in
// another order every time.
func TestLoadIsDeterministic(t *testing.T) {
	for _, c := range diagnosticsCases(t) {
		_, first := Load("x", c.data)
		for range 5 {
			if _, again := Load("x", c.data); !cmp.Equal(first, again) {
				t.Fatalf("%s: findings differ:\n%s", c.path, cmp.Diff(first, again))
			}
		}
	}
}

// TestEveryRuleIsTested demands a case for each rule that Load reports; those
// that judge are tested where they are.
func TestEveryRuleIsTested(t *testing.T) {
	var all strings.Builder
	for _, c := range diagnosticsCases(t) {
		all.WriteString(c.want)
	}
	ids := make(map[string]bool)
	last := ""
	for _, rule := range Rules() {
		if rule.ID <= last || rule.Name == "" || strings.HasSuffix(rule.Summary, ".") {
			t.Errorf("rule %+v is out of order, or badly described", rule)
		}
		last = rule.ID
		if ids[rule.ID] {
			t.Errorf("rule %s is in the table twice", rule.ID)
		}
		ids[rule.ID] = true
		isLater := rule.ID[3:] >= "50" || rule.ID[2] != '1' && rule.ID[3:] >= "10" // not found by Load
		if rule != document.Internal && !isLater && !strings.Contains(all.String(), " "+rule.ID+" ") {
			t.Errorf("no case has a finding of rule %s (%s)", rule.ID, rule.Name)
		}
	}
}
