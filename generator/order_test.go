package generator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/schema"
)

// ordered are the mappings whose order is that of the output.
var ordered = []string{"policies", "clients"}

// TestKeysHaveNoOrder turns all other mappings of the golden specs around, and
// demands the same bytes as on disk.
func TestKeysHaveNoOrder(t *testing.T) {
	turned := 0
	testRewritten(t, ".yaml", func(t *testing.T, root *yaml.Node) []byte {
		turned += turnAround(root)
		text, err := yaml.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		return text
	})
	if turned < 100 {
		t.Errorf("only %d mappings were turned around", turned)
	}
}

// TestSyntaxMakesNoDifference writes the golden specs as JSON, and demands the
// bytes on disk but for the name of the spec.
func TestSyntaxMakesNoDifference(t *testing.T) {
	testRewritten(t, ".json", func(t *testing.T, root *yaml.Node) []byte { return asJSON(t, root) })
}

// testRewritten generates the golden specs, written in another way, and compares
// the files with those on disk.
func testRewritten(t *testing.T, extension string, rewrite func(*testing.T, *yaml.Node) []byte) {
	t.Helper()
	paths, err := filepath.Glob("../testdata/golden/*/*.retry.yaml")
	if err != nil || len(paths) < 30 {
		t.Fatalf("found %d specs: %v", len(paths), err)
	}
	var specs []*schema.Spec
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var document yaml.Node
		if err := yaml.Unmarshal(data, &document); err != nil {
			t.Fatal(err)
		}
		text := rewrite(t, document.Content[0])
		spec, findings := schema.Load(strings.TrimSuffix(path, ".yaml")+extension, text)
		if findings.HasErrors() {
			t.Fatalf("%v\n%s", findings, text)
		}
		specs = append(specs, spec)
	}
	results, err := generator.Generate(t.Context(), specs)
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range results {
		compareButForTheName(t, result)
	}
}

// compareButForTheName compares the files of a result with those on disk, which
// are from a spec in YAML.
func compareButForTheName(t *testing.T, result generator.Result) {
	t.Helper()
	name := filepath.Base(result.Spec.Name)
	yamlName := strings.TrimSuffix(name, filepath.Ext(name)) + ".yaml"
	if result.Findings.HasErrors() || len(result.Files) == 0 {
		t.Errorf("%s: %d files, findings %v", result.Spec.Name, len(result.Files), result.Findings)
	}
	for _, file := range result.Files {
		want, err := os.ReadFile(file.Path)
		if err != nil {
			t.Fatal(err)
		}
		header, got, _ := bytes.Cut(file.Content, []byte("\n"))
		if string(header) != generator.Marker+name+". DO NOT EDIT." {
			t.Errorf("%s begins %q", file.Path, header)
		}
		_, want, _ = bytes.Cut(want, []byte("\n"))
		if !bytes.Equal(bytes.ReplaceAll(got, []byte(name), []byte(yamlName)), want) {
			t.Errorf("%s from %s differs from that on disk", file.Path, name)
		}
	}
}

// turnAround turns the order of keys around, in a mapping and all below it, and
// returns how many mappings there were with an order to turn.
func turnAround(n *yaml.Node) (turned int) {
	for i, child := range n.Content {
		turned += turnAround(child)
		if n.Kind == yaml.MappingNode && i%2 == 1 && slices.Contains(ordered, n.Content[i-1].Value) {
			reversePairs(child) // for it to be as it was
			turned--
		}
	}
	if n.Kind == yaml.MappingNode && len(n.Content) > 2 {
		reversePairs(n)
		turned++
	}
	return turned
}

func reversePairs(n *yaml.Node) {
	slices.Reverse(n.Content)
	for i := 0; i+1 < len(n.Content); i += 2 {
		n.Content[i], n.Content[i+1] = n.Content[i+1], n.Content[i]
	}
}

// asJSON returns a YAML value as JSON, its keys in the same order.
func asJSON(t *testing.T, n *yaml.Node) []byte {
	t.Helper()
	switch n.Kind {
	case yaml.MappingNode:
		var members [][]byte
		for i := 0; i < len(n.Content); i += 2 {
			members = append(members, slices.Concat(asJSON(t, n.Content[i]), []byte(": "), asJSON(t, n.Content[i+1])))
		}
		return slices.Concat([]byte("{"), bytes.Join(members, []byte(", ")), []byte("}"))
	case yaml.SequenceNode:
		var items [][]byte
		for _, item := range n.Content {
			items = append(items, asJSON(t, item))
		}
		return slices.Concat([]byte("["), bytes.Join(items, []byte(", ")), []byte("]"))
	}
	if n.ShortTag() != "!!str" {
		return []byte(n.Value)
	}
	text, err := json.Marshal(n.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestOutputFollowsTheSpec: clients and policies stand in the order of the spec.
func TestOutputFollowsTheSpec(t *testing.T) {
	for _, order := range [][2]string{{"A", "B"}, {"B", "A"}} {
		first, second := order[0], order[1]
		dir := module(t, map[string]string{
			"pay.go": "package pay\n\ntype Gateway interface{ Charge() error }\n",
			"pay.retry.yaml": fmt.Sprintf("version: 1\npolicies: {%[1]s: {exosphere: {}}, %[2]s: {exosphere: {}}}\n"+
				"clients: {Client%[1]s: {wraps: Gateway, policy: %[1]s}, Client%[2]s: {wraps: Gateway, policy: %[2]s}}\n", first, second),
		})
		content := string(generate(t, dir, "pay.retry.yaml")[0].Files[0].Content)
		var places []int
		for _, name := range []string{"type Client" + first, "type Client" + second, "func " + first + "Policy", "func " + second + "Policy"} {
			places = append(places, strings.Index(content, name))
		}
		if places[0] < 0 || !slices.IsSorted(places) {
			t.Errorf("%v: declared at %v", order, places)
		}
	}
}

// TestLongLists generates policies with many error types. A chain of || so long
// would be formatted in a time that grows with the square of its length.
func TestLongLists(t *testing.T) {
	const count = 20_000
	var types strings.Builder
	for i := range count {
		fmt.Fprintf(&types, "T%d, ", i)
	}
	dir := module(t, map[string]string{"x.retry.yaml": "version: 1\npackage: x\npolicies: {p: {temporal: {non_retryable_error_types: [" + types.String() + "]}}}\n"})
	content := string(generate(t, dir, "x.retry.yaml")[0].Files[0].Content)
	if got := strings.Count(content, "HasType("); got != count {
		t.Errorf("%d of %d types are tested", got, count)
	}
	if strings.Contains(content, "||") {
		t.Error("the types are a chain")
	}
}
