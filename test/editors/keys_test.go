package editors

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPolicyOffersDialects pins what an author sees first: on the empty line
// under a policy, exactly the five dialects and the common keys.
func TestPolicyOffersDialects(t *testing.T) {
	const spec = "version: 1\npolicies:\n  charge:\n    " + completeMarker + "\n"
	const object = `{"version": 1, "policies": {"charge": {` + completeMarker + `}}}`
	common := []string{
		"description", "fidelity", "attempt_timeout", "total_timeout", "errors", "retry_after",
		"quota", "circuit_breaker", "nested",
	}
	want := slices.Concat([]string{"exosphere", "prodigy", "temporal", "httpx", "smithy"}, common)
	w := newWorkspace(t)
	for tool, text := range map[string]string{yamlServer: spec, jsonService: object} {
		answers := w.edit(t, tool, []document{w.document(t, "a.retry."+tool, text)})
		got := labels(answers[0].Completions[0])
		for _, name := range want {
			if !slices.Contains(got, name) {
				t.Errorf("%s: %s is not offered", tool, name)
			}
		}
		if at := slices.Index(got, "Policy"); at >= 0 {
			got = slices.Delete(got, at, at+1) // the snippet
		}
		if strays := slices.DeleteFunc(got, policyHas(t)); len(strays) > 0 {
			t.Errorf("%s: %q are offered, and are no keys of a policy", tool, strays)
		}
	}
}

// policyHas returns a function that tells whether a policy has a key.
func policyHas(t *testing.T) func(string) bool {
	for _, b := range blocks(t) {
		if slices.Equal(b.path, []string{"policies", "Name"}) {
			return func(name string) bool { return propertiesOf(b.schema)[name] != nil }
		}
	}
	t.Fatal("the schema has no policy")
	return nil
}

func labels(items []item) []string {
	var labels []string
	for _, item := range items {
		labels = append(labels, item.Label)
	}
	return labels
}

// TestEveryKeyIsOffered opens a spec with an empty line in every block that
// there is: each key is offered, except for second spellings.
func TestEveryKeyIsOffered(t *testing.T) {
	w, all := newWorkspace(t), blocks(t)
	var documents []document
	for i, b := range all {
		documents = append(documents, w.document(t, name("block", i), b.spec(completeMarker)))
	}
	for i, answer := range w.edit(t, yamlServer, documents) {
		b, items := all[i], answer.Completions[0]
		got := labels(items)
		for _, key := range b.keys(true) {
			if !slices.Contains(got, key) {
				t.Errorf("%s: %s is not offered: %q", b.name(), key, got)
			}
		}
		for _, key := range b.keys(false) {
			if slices.ContainsFunc(items, func(i item) bool { return strings.HasPrefix(i.Insert, key+":") }) {
				t.Errorf("%s: %s is offered", b.name(), key)
			}
		}
		for _, item := range items {
			if strings.Contains(item.Label+item.Insert, "[object Object]") {
				t.Errorf("%s: %s inserts %q", b.name(), item.Label, item.Insert)
			}
		}
	}
}

// TestEveryKeyIsExplained hovers over every key, and demands the text of the
// schema, which the tests of the schema demand to be there.
func TestEveryKeyIsExplained(t *testing.T) {
	type place struct{ key, want string }
	w := newWorkspace(t)
	var documents []document
	var places []place
	for _, b := range blocks(t) {
		for _, key := range slices.Sorted(maps.Keys(propertiesOf(b.schema))) {
			property, _ := propertiesOf(b.schema)[key].(map[string]any)
			want, _ := property["markdownDescription"].(string)
			if p, ok := property["allOf"]; ok && want == "" && b.path[len(b.path)-1] == "temporal" {
				property = resolved(t, p.([]any)[0])
				want, _ = property["markdownDescription"].(string)
			}
			if want == "" {
				continue // a reference: the block that it leads to has a hover of its own
			}
			value := sample(property)
			if key == "$schema" {
				value = w.schema
			}
			places = append(places, place{b.name() + "/" + key, want})
			documents = append(documents, w.document(t, name("key", len(places)), b.spec(hoverMarker+key+": "+value)))
		}
	}
	if len(places) < 60 {
		t.Errorf("only %d keys", len(places))
	}
	for i, answer := range w.edit(t, yamlServer, documents) {
		if want, got := places[i].want, answer.Hovers[0]; !strings.Contains(got, want) {
			t.Errorf("%s: (-want +got)\n%s", places[i].key, cmp.Diff(want, got))
		}
	}
}
