package editors

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	values "github.com/retrygen/retrygen/internal/decode"
	places "github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/schema"
)

// structural are the rules that a JSON Schema can express. The others need
// more than one value, or Go code, or are about text that is no data yet.
var structural = []string{
	values.UnknownKey.ID, values.MissingKey.ID, values.WrongType.ID, values.OutOfRange.ID,
	values.Choice.ID, places.Format.ID, values.ExactlyOne.ID, values.NotSupported.ID,
	values.Empty.ID, schema.RuleOutputPath.ID,
}

const (
	nearby    = 2  // lines that an editor may be away from the finding
	wantShare = 90 // percent of the findings that an editor has to show
)

// spec is a file of the corpus of bad and good specs.
type spec struct {
	name  string
	data  []byte
	found schema.Diagnostics
}

// corpus reads the specs that the findings of the schema package are tested
// with.
func corpus(t *testing.T) []spec {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/diagnostics/*.retry.*[ln]") // yaml, json
	if err != nil || len(paths) < 100 {
		t.Fatalf("%d specs in the corpus: %v", len(paths), err)
	}
	var specs []spec
	for _, file := range paths {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		_, found := schema.Load(name, data)
		specs = append(specs, spec{name: name, data: data, found: found})
	}
	return specs
}

// agreement counts the findings of a rule: all of them, those with a problem
// nearby in the editor, those with one on the very line, and those with a
// nearby problem that shows no other finding. The last are fewer, since the
// YAML language server makes one of the problems that share a line and a text.
type agreement struct{ found, shown, exact, own int }

// TestEditorsShowFindings opens the whole corpus: what retrygen finds and a
// schema can express, the editor shows too.
func TestEditorsShowFindings(t *testing.T) {
	w, all := newWorkspace(t), corpus(t)
	for _, tool := range []string{yamlServer, jsonService} {
		t.Run(tool, func(t *testing.T) {
			var documents []document
			specs := slices.DeleteFunc(slices.Clone(all), func(s spec) bool { return filepath.Ext(s.name) != "."+tool })
			for _, s := range specs {
				documents = append(documents, document{URI: address(filepath.Join(w.dir, s.name)), Text: string(s.data)})
			}
			rules := make(map[string]agreement)
			for i, answer := range w.edit(t, tool, documents) {
				compare(t, specs[i], answer.Diagnostics, rules)
			}
			checkShare(t, rules)
		})
	}
}

// compare counts the findings of one spec by rule.
func compare(t *testing.T, s spec, shown []diagnostic, rules map[string]agreement) {
	free := slices.Clone(shown)
	for _, d := range s.found {
		if !slices.Contains(structural, d.Rule) {
			continue
		}
		count := rules[d.Rule]
		count.found++
		if _, away := nearest(d.Pos.Line, shown); away <= nearby {
			count.shown++
			if away == 0 {
				count.exact++
			}
		} else {
			t.Logf("not shown: %v", d)
		}
		if at, away := nearest(d.Pos.Line, free); away <= nearby {
			free = slices.Delete(free, at, at+1)
			count.own++
		}
		rules[d.Rule] = count
	}
}

// nearest returns the diagnostic that is the fewest lines away, and how many.
func nearest(line int, shown []diagnostic) (at, away int) {
	away = math.MaxInt
	for i, d := range shown {
		lines := d.Range.Start.Line + 1 - line
		if lines = max(lines, -lines); lines < away {
			at, away = i, lines
		}
	}
	return at, away
}

// checkShare prints the table of agreement, and demands the share.
func checkShare(t *testing.T, rules map[string]agreement) {
	var table strings.Builder
	var sum agreement
	row := func(name string, a agreement) {
		fmt.Fprintf(&table, "%-6s %6d %6d %6d %6d\n", name, a.found, a.shown, a.exact, a.own)
	}
	fmt.Fprintf(&table, "%-6s %6s %6s %6s %6s\n", "rule", "found", "shown", "exact", "own")
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		a := rules[rule]
		row(rule, a)
		sum = agreement{sum.found + a.found, sum.shown + a.shown, sum.exact + a.exact, sum.own + a.own}
	}
	row("all", sum)
	t.Log("\n" + table.String())
	if sum.found == 0 || 100*sum.shown < wantShare*sum.found {
		t.Errorf("%d of %d findings are shown within %d lines, want %d %%", sum.shown, sum.found, nearby, wantShare)
	}
}

// beyondEditors are the good specs that editors cannot judge, and why.
var beyondEditors = map[string]string{
	"good-prodigy-tags.retry.yaml": "a language server knows nothing of what a YAML tag means",
}

// TestEditorsLeaveGoodSpecsAlone demands silence where there is no error.
func TestEditorsLeaveGoodSpecsAlone(t *testing.T) {
	w := newWorkspace(t)
	for _, tool := range []string{yamlServer, jsonService} {
		var documents []document
		for _, s := range corpus(t) {
			if !s.found.HasErrors() && filepath.Ext(s.name) == "."+tool {
				documents = append(documents, document{URI: address(filepath.Join(w.dir, s.name)), Text: string(s.data)})
			}
		}
		if len(documents) == 0 {
			t.Errorf("%s: no good spec", tool)
		}
		for i, answer := range w.edit(t, tool, documents) {
			name := path.Base(documents[i].URI)
			if reason := beyondEditors[name]; reason != "" && len(answer.Diagnostics) == 0 {
				t.Errorf("%s is no longer beyond editors: %s", name, reason)
			} else if reason == "" && len(answer.Diagnostics) > 0 {
				t.Errorf("%s:\n%s", name, answer.render(nil, nil))
			}
		}
	}
}
