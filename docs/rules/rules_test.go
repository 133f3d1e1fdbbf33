package rules_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/docs/rules"
	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/formats"
	"github.com/retrygen/retrygen/internal/lint"
	"github.com/retrygen/retrygen/schema"
)

var update = flag.Bool("update", false, "rewrite the findings that the pages show")

// block is the code of a page, after the word that its fence begins with.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

func blocks(page string) []block {
	var all []block
	for _, match := range fence.FindAllStringSubmatch(page, -1) {
		all = append(all, block{match[1], match[2]})
	}
	return all
}

// example is a spec of a page, and the Go code next to it, if it has any.
type example struct{ language, spec, goCode string }

// examplesOf returns the spec that has the finding, what it shows, and the spec
// that has not. Go code that stands before the first spec is also next to the
// second one, if that has none of its own.
func examplesOf(page string) (bad, good example, shown string) {
	var code string
	for _, b := range blocks(page) {
		switch {
		case b.language == "go":
			code = b.text
		case b.language == "text":
			shown = b.text
		case bad.spec == "":
			bad = example{b.language, b.text, code}
		default:
			good = example{b.language, b.text, code}
		}
	}
	return bad, good, shown
}

// withoutExample are the rules that no spec can break.
var withoutExample = []string{document.Internal.ID, generator.OutOfDate.ID, generator.LeftOver.ID}

// TestEveryRuleHasAPage checks all pages: the findings that they show are those
// that their specs have, and nobody is led from one finding to the next.
func TestEveryRuleHasAPage(t *testing.T) {
	checker := newChecker(t)
	for _, rule := range schema.Rules() {
		page, ok := rules.Page(rule.ID)
		if !ok {
			t.Errorf("no page for %s (%s)", rule.ID, rule.Name)
			continue
		}
		if !strings.HasPrefix(page, "# "+rule.ID+" "+rule.Name+"\n") {
			t.Errorf("the page of %s does not begin with its id and name %s", rule.ID, rule.Name)
		}
		if bad, good, _ := examplesOf(page); bad.spec != "" && good.spec != "" {
			checker.add(rule.ID+"/bad", bad)
			checker.add(rule.ID+"/good", good)
		} else if !slices.Contains(withoutExample, rule.ID) {
			t.Errorf("the page of %s has not two specs", rule.ID)
		}
	}
	checker.generate()
	for _, rule := range schema.Rules() {
		if !slices.Contains(withoutExample, rule.ID) {
			checkPage(t, rule.ID, checker.found[rule.ID+"/bad"], checker.found[rule.ID+"/good"])
		}
	}
}

// checkPage compares the page of a rule with the findings of its two specs.
func checkPage(t *testing.T, id string, bad, good schema.Diagnostics) {
	page, _ := rules.Page(id)
	_, _, shown := examplesOf(page)
	var own strings.Builder
	for _, d := range bad {
		if d.Rule == id {
			own.WriteString(format(d))
		} else if d.Severity != schema.Note && id != finding.TooMany.ID {
			t.Errorf("%s: its bad spec also has: %s (%s)", id, d, d.Rule)
		}
	}
	for _, d := range good {
		if d.Severity != schema.Note || d.Rule == id {
			t.Errorf("%s: its good spec has: %s (%s)", id, d, d.Rule)
		}
	}
	if *update {
		rewrite(t, id, page, shown, own.String())
		return
	}
	if diff := cmp.Diff(shown, own.String()); diff != "" || own.Len() == 0 {
		t.Errorf("%s: findings (-shown +found):\n%s", id, diff)
	}
}

// format returns a finding as the command prints it.
func format(d schema.Diagnostic) string {
	d.Pos.Filename = filepath.Base(d.Pos.Filename)
	place := strings.TrimSuffix(d.String(), d.Message)
	if d.Severity != schema.Error {
		place += d.Severity.String() + ": "
	}
	cited := ""
	if d.Severity != schema.Error || lint.IsRule(d.Rule) {
		cited = " (" + d.Rule + ")"
	}
	text := place + d.Message + cited + "\n"
	if d.Hint != "" {
		text += "\t" + d.Hint + "\n"
	}
	return text
}

func rewrite(t *testing.T, id, page, shown, found string) {
	t.Helper()
	page = strings.Replace(page, "```text\n"+shown, "```text\n"+found, 1)
	if err := os.WriteFile(id+".md", []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}

// checker collects the findings of examples. Those with Go code are packages of
// one module, so that the go command runs once.
type checker struct {
	t     *testing.T
	dir   string
	found map[string]schema.Diagnostics
	names []string
	specs []*schema.Spec
}

// module is the module of a page's Go code. In the tests, each example is a
// package below it.
const module = "shop.example"

// engine is the module of the engine that the pages give policies to. The
// generator only looks whether it is there.
const (
	engine        = "github.com/riverqueue/river"
	engineRuntime = "github.com/retrygen/retrygen/runtime/retryriver"
	// aloneEngine is an engine without the module of the runtime for it.
	aloneEngine = "github.com/hibiken/asynq"
)

func newChecker(t *testing.T) *checker {
	c := &checker{t: t, dir: t.TempDir(), found: map[string]schema.Diagnostics{}}
	home := "module " + module + "\n\ngo 1.26\n"
	for dir, path := range map[string]string{"engine": engine, "runtime": engineRuntime, "alone": aloneEngine} {
		home += "\nrequire " + path + " v0.0.0\n\nreplace " + path + " => ./" + dir + "\n"
		c.write(dir+"/go.mod", "module "+path+"\n\ngo 1.26\n")
		c.write(dir+"/stub.go", "package "+filepath.Base(path)+"\n")
	}
	c.write("go.mod", home)
	return c
}

func (c *checker) write(name, text string) {
	c.t.Helper()
	path := filepath.Join(c.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

// add loads and judges an example.
func (c *checker) add(name string, e example) {
	if isForeign(name) {
		_, c.found[name] = formats.SpecText("shop.retry.yaml", formats.Read("flow."+e.language, []byte(e.spec), ""))
		return
	}
	path := filepath.Join(c.dir, filepath.FromSlash(name), "shop.retry."+e.language)
	spec, found := schema.Load(path, []byte(e.spec))
	if !found.HasErrors() {
		found = append(found, lint.Check(spec, lint.Code{})...)
		if e.goCode != "" {
			c.write(name+"/shop.go", e.goCode)
			c.names, c.specs = append(c.names, name), append(c.specs, spec)
		}
	}
	c.found[name] = found
}

// isForeign reports whether an example of a rule is a file of another system,
// which "retrygen import" reads, instead of a spec.
func isForeign(name string) bool { return strings.HasPrefix(name[3:], "8") }

// generate adds the findings that need the Go code.
func (c *checker) generate() {
	results, err := generator.Generate(context.Background(), c.specs)
	if err != nil {
		c.t.Fatal(err)
	}
	for i, result := range results {
		name := c.names[i]
		for _, d := range result.Findings {
			d.Message = strings.ReplaceAll(d.Message, module+"/"+name, module)
			c.found[name] = append(c.found[name], d)
		}
	}
}

// TestNoOtherPages makes sure that a rule that goes takes its page along.
func TestNoOtherPages(t *testing.T) {
	known := map[string]bool{}
	for _, rule := range schema.Rules() {
		known[rule.ID+".md"] = true
	}
	files, err := filepath.Glob("RG*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file] {
			t.Errorf("%s is the page of no rule", file)
		}
	}
}

// TestIndex makes sure that the index names every rule with its summary.
func TestIndex(t *testing.T) {
	index, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range schema.Rules() {
		row := fmt.Sprintf("| [%s](%s.md) | %s | %s |", rule.ID, rule.ID, rule.Name, rule.Summary)
		if !strings.Contains(string(index), row+"\n") {
			t.Errorf("the index lacks the row\n%s", row)
		}
	}
}

func TestText(t *testing.T) {
	text, ok := rules.Text("RG210")
	if !ok || strings.Contains(text, "`") || strings.Contains(text, "#") && !strings.Contains(text, "# retrygen:ignore") {
		t.Errorf("not plain text:\n%s", text)
	}
	for _, want := range []string{"RG210 no-jitter\n", "\nWHY IT MATTERS\n", "\n    version: 1\n    policies:\n"} {
		if !strings.Contains("\n"+text, "\n"+strings.TrimPrefix(want, "\n")) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if _, ok := rules.Text("RG999"); ok {
		t.Error("there is a page for RG999")
	}
	if _, ok := rules.Page("../rules"); ok {
		t.Error("a path is a page")
	}
}
