package rules_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/docs/rules"
	"github.com/retrygen/retrygen/internal/audit"
	"github.com/retrygen/retrygen/internal/audit/driver"
	"github.com/retrygen/retrygen/internal/finding"
)

// TestPagesOfAudit runs the rules about Go code on the examples of their pages.
func TestPagesOfAudit(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module "+module+"\n\ngo 1.26\n")
	for _, rule := range audit.Rules() {
		page, ok := rules.Page(rule.ID)
		if !ok || !strings.HasPrefix(page, "# "+rule.ID+" "+rule.Name+"\n") {
			t.Fatalf("%s has no page that begins with its id and name %s", rule.ID, rule.Name)
		}
		bad, good, _ := codeOf(page)
		if bad == "" || good == "" {
			t.Fatalf("the page of %s has not two examples", rule.ID)
		}
		write(rule.ID+"/bad/shop.go", bad)
		write(rule.ID+"/good/shop.go", good)
	}
	for _, rule := range audit.Rules() {
		chosen := slices.DeleteFunc(audit.Rules(), func(r *audit.Rule) bool { return r.Optional && r.ID != rule.ID })
		checkAuditPage(t, rule, auditExample(t, dir, rule.ID+"/bad", chosen), auditExample(t, dir, rule.ID+"/good", chosen))
	}
}

func auditExample(t *testing.T, dir, name string, chosen []*audit.Rule) finding.List {
	t.Helper()
	found, err := driver.Check(context.Background(), dir, []string{"./" + name}, chosen)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// codeOf returns the two examples of a page, and what it shows for the first.
func codeOf(page string) (bad, good, shown string) {
	for _, b := range blocks(page) {
		switch {
		case b.language == "text":
			shown = b.text
		case bad == "":
			bad = b.text
		default:
			good = b.text
		}
	}
	return bad, good, shown
}

func checkAuditPage(t *testing.T, rule *audit.Rule, bad, good finding.List) {
	page, _ := rules.Page(rule.ID)
	_, _, shown := codeOf(page)
	own := ""
	for _, f := range bad {
		if f.Rule != rule.ID {
			t.Errorf("%s: its bad example also has: %s (%s)", rule.ID, f, f.Rule)
			continue
		}
		own += format(f)
	}
	for _, f := range good {
		t.Errorf("%s: its good example has: %s (%s)", rule.ID, f, f.Rule)
	}
	if *update {
		rewrite(t, rule.ID, page, shown, own)
		return
	}
	if diff := cmp.Diff(shown, own); diff != "" || own == "" {
		t.Errorf("%s: findings (-shown +found):\n%s", rule.ID, diff)
	}
}

// TestIndexOfAudit makes sure that the index names every rule about Go code.
func TestIndexOfAudit(t *testing.T) {
	index, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range audit.Rules() {
		row := fmt.Sprintf("| [%s](%s.md) | %s | %s |", rule.ID, rule.ID, rule.Name, rule.Summary)
		if !strings.Contains(string(index), row+"\n") {
			t.Errorf("the index lacks the row\n%s", row)
		}
	}
}
