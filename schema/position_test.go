package schema

import (
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/retrygen/retrygen/internal/dialect/prodigy"
	"github.com/retrygen/retrygen/internal/document"
)

// textAt returns what stands at a place, up to the end of the line.
func textAt(lines []string, pos token.Position) string {
	line := []rune(lines[pos.Line-1])
	return string(line[min(pos.Column-1, len(line)):])
}

// exponent is a number that is read as another text than the written one.
var exponent = regexp.MustCompile(`^[-0-9.]+[eE]`)

// TestPlacesPointAtText looks at every key and value of the cases: what stands
// at its place must be its own text, or what opens it.
func TestPlacesPointAtText(t *testing.T) {
	keys := 0
	for _, c := range diagnosticsCases(t) {
		root := document.NewReader(filepath.Base(c.path), c.data, "spec", prodigy.TagsAt).Read()
		if root == nil {
			continue
		}
		lines := strings.Split(strings.TrimPrefix(string(c.data), "\ufeff"), "\n")
		var visit func(n *document.Node)
		visit = func(n *document.Node) {
			for _, m := range n.Members() {
				keys++
				written := strings.TrimLeft(textAt(lines, m.Value.KeyPosition()), `"'!`)
				if !strings.HasPrefix(written, m.Name) && !strings.HasPrefix(written, "*") {
					t.Errorf("%s: key %q is not at %s but %q", c.path, m.Name, m.Value.KeyPosition(), written)
				}
				visit(m.Value)
			}
			for _, item := range n.Items() {
				visit(item)
			}
			if n.Is(document.Number) || n.Is(document.Boolean) {
				written := textAt(lines, n.Position())
				if !strings.HasPrefix(written, n.Text()) && !exponent.MatchString(written) && strings.IndexAny(written, "*&!") != 0 {
					t.Errorf("%s: value %s is not at %s but %q", c.path, n.Text(), n.Position(), written)
				}
			}
		}
		visit(root)
	}
	if keys < 500 {
		t.Errorf("only %d keys", keys)
	}
}

// TestYAMLReadsLikeJSON loads the JSON of the vectors as YAML, which a comment
// makes it, and expects the same spec and the same findings.
func TestYAMLReadsLikeJSON(t *testing.T) {
	for _, v := range vectors(t) {
		data := v.spec(t)
		fromJSON, jsonFindings := Load("x.retry.yaml", data)
		fromYAML, yamlFindings := Load("x.retry.yaml", append(data, " # a comment\n"...))
		if diff := cmp.Diff(fromJSON, fromYAML, cmpopts.IgnoreUnexported(Spec{})); diff != "" {
			t.Errorf("%s: spec (-JSON +YAML):\n%s", v.Name, diff)
		}
		if diff := cmp.Diff(jsonFindings, yamlFindings); diff != "" {
			t.Errorf("%s: findings (-JSON +YAML):\n%s", v.Name, diff)
		}
	}
}

// BenchmarkLoad measures a spec that uses most keys, the schema compiled.
func BenchmarkLoad(b *testing.B) {
	c := readCase(b, diagnosticsDir+"/good-common.retry.yaml")
	for b.Loop() {
		if _, found := Load("x.yaml", c.data); len(found) != 0 {
			b.Fatal(found)
		}
	}
}
