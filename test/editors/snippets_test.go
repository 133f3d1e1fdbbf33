package editors

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/schema"
)

// accept returns what a completion leaves in the document if the author goes
// through its tab stops and changes nothing.
func accept(insert string) string {
	choice := regexp.MustCompile(`\$\{\d+\|([^,|]*)[^}]*\}`)
	filled := regexp.MustCompile(`\$\{\d+:([^}]*)\}`)
	empty := regexp.MustCompile(`\$\{?\d+\}?`)
	insert = choice.ReplaceAllString(insert, "$1")
	insert = filled.ReplaceAllString(insert, "$1")
	return empty.ReplaceAllString(insert, "")
}

func TestAccept(t *testing.T) {
	for insert, want := range map[string]string{
		"a: ${1:b}\nc: ${2:d}": "a: b\nc: d",
		"${1|x,y|}: $2":        "x: ",
		"a: ${1}":              "a: ",
		"plain":                "plain",
	} {
		if got := accept(insert); got != want {
			t.Errorf("accept(%q) = %q, want %q", insert, got, want)
		}
	}
}

// complete puts a completion where the marker of a document is.
func complete(marked, insert string) string {
	before, _, _ := strings.Cut(marked, completeMarker)
	line := before[strings.LastIndexByte(before, '\n')+1:]
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	accepted := strings.ReplaceAll(accept(insert), "\n", "\n"+indent)
	return strings.Replace(marked, completeMarker, accepted, 1)
}

// snippetCase is a place at which one completion writes all that is missing.
type snippetCase struct {
	file, text string
	labels     []string // of the completions that do
}

var snippetCases = []snippetCase{
	{"root.retry.yaml", completeMarker + "\n", []string{"retrygen spec"}},
	{"root.retry.json", completeMarker + "\n", []string{"retrygen spec"}},
	{"policy.retry.yaml", policyStart + "    " + completeMarker + "\n",
		[]string{"Policy", "exosphere", "prodigy", "temporal", "httpx", "smithy"}},
	{"exosphere.retry.yaml", policyStart + "    exosphere:\n      " + completeMarker + "\n", []string{"Exosphere"}},
	{"prodigy.retry.yaml", policyStart + "    prodigy:\n      " + completeMarker + "\n", []string{"Prodigy"}},
	{"backoff.retry.yaml", policyStart + "    prodigy:\n      backoff: " + completeMarker + "\n",
		[]string{"fixed", "fibonacci", "linear", "exponential", "custom"}},
	{"temporal.retry.yaml", policyStart + "    temporal:\n      " + completeMarker + "\n", []string{"Temporal"}},
	{"httpx.retry.yaml", policyStart + "    httpx:\n      " + completeMarker + "\n", []string{"httpx-retries"}},
	{"smithy.retry.yaml", policyStart + "    smithy:\n      " + completeMarker + "\n", []string{"Smithy"}},
	{"scale.retry.yaml", policyStart + "    smithy:\n      backoff_strategy:\n        " + completeMarker + "\n", []string{"Backoff strategy"}},
	{"errors.retry.yaml", policyStart + "    exosphere: {}\n    errors:\n      " + completeMarker + "\n", []string{"Errors"}},
	{"after.retry.yaml", policyStart + "    exosphere: {}\n    retry_after:\n      " + completeMarker + "\n", []string{"Retry-After"}},
	{"client.retry.yaml", policyStart + "    exosphere: {}\nclients:\n  Retrying:\n    " + completeMarker + "\n", []string{"Client", "HTTP client"}},
	{"breaker.retry.yaml", policyStart + "    exosphere: {}\n    " + completeMarker + "\n", []string{"circuit_breaker", "retry_after"}},
	{"quota.retry.yaml", policyStart + "    exosphere: {}\n    quota: " + completeMarker + "\n", []string{"Quota", "gRPC throttling"}},
	{"policy.retry.json", `{"version": 1, "policies": {"default": {` + completeMarker + `}}}`,
		[]string{"exosphere", "prodigy", "temporal", "httpx", "smithy"}},
}

const policyStart = "version: 1\npolicies:\n  default:\n"

// TestSnippetsAreValid accepts each snippet, and loads what stands in the
// editor then.
func TestSnippetsAreValid(t *testing.T) {
	w := newWorkspace(t)
	for _, tool := range []string{yamlServer, jsonService} {
		cases := slices.DeleteFunc(slices.Clone(snippetCases), func(c snippetCase) bool {
			return !strings.HasSuffix(c.file, "."+tool)
		})
		var documents []document
		for _, c := range cases {
			documents = append(documents, w.document(t, c.file, c.text))
		}
		for i, answer := range w.edit(t, tool, documents) {
			c := cases[i]
			for _, label := range c.labels {
				checkSnippet(t, c.file, c.text, label, answer.Completions[0])
			}
		}
	}
}

// checkSnippet accepts the first completion with a label. Further ones with
// the same label are the bare keys that the server makes by itself.
func checkSnippet(t *testing.T, file, text, label string, offered []item) {
	t.Helper()
	at := slices.IndexFunc(offered, func(i item) bool { return strings.Trim(i.Label, `"`) == label })
	if at < 0 {
		t.Errorf("%s: no completion %s: %q", file, label, labels(offered))
		return
	}
	spec := complete(text, offered[at].Insert)
	if _, found := schema.Load(file, []byte(spec)); len(found) > 0 {
		t.Errorf("%s: %s is not valid: %v\n%s", file, label, found, spec)
	}
}
