package generator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/internal/formats"
	"github.com/retrygen/retrygen/internal/lint"
	"github.com/retrygen/retrygen/schema"
)

const minimal = "version: 1\npackage: app\npolicies: {p: {exosphere: {}}}"

// effectFiles are the files that the specs of effects read policies from.
var effectFiles = map[string]string{
	"a.json": `{"retry_policy": {"max_retries": 1}}`,
	"b.json": `{"retry_policy": {"max_retries": 2}}`,
	"model.json": `{"paths": {"/a": {"get": {"operationId": "get", "x-retry": {"maxAttempts": 3, "retryOn": [503]}},
		"post": {"operationId": "ask", "x-safe": true}}}}`,
	"two.yaml": "setup: [{retry: {attempts: 2}}, {retry: {attempts: 3}}]",
}

func readEffectFile(name string) ([]byte, error) { return []byte(effectFiles[name]), nil }

const effectPackage = `package app

import (
	"context"
	"errors"
	"io"
	"time"
)

type Gateway interface {
	Get(ctx context.Context) error
	Put(ctx context.Context, body io.Reader) error
	Ask(ctx context.Context) *Answer
}

type Answer struct{ err error }

func (a *Answer) Err() error     { return a.err }
func (a *Answer) Failure() error { return a.err }

type Other interface {
	Gateway
	Close() error
}

type Open interface{ Get(ctx context.Context) error }

type Family interface {
	Ping(ctx context.Context) error
	Child() Child
}

type Child interface {
	Gateway
	Below() Gateway
}

var ErrA, ErrB = errors.New("a"), errors.New("b")

type Numbered struct{ Number, Other int }

func (*Numbered) Error() string { return "numbered" }

type Valued struct{ Number int }

func (Valued) Error() string { return "valued" }

func isA(err error) bool { return err == ErrA }
func isB(err error) bool { return err == ErrB }

func squares(n int) time.Duration { return time.Duration(n * n) }
func cubes(n int) time.Duration   { return time.Duration(n * n * n) }
`

// TestEveryPropertyHasAnEffect changes every property of the schema and
// demands another output or another finding: nothing is accepted and ignored.
func TestEveryPropertyHasAnEffect(t *testing.T) {
	dir := t.TempDir()
	writeEnginePackages(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "app.go"), []byte(effectPackage), 0o644); err != nil {
		t.Fatal(err)
	}
	properties := schemaProperties(t)
	for property := range effects {
		if !slices.Contains(properties, property) {
			t.Errorf("the schema has no property %s", property)
		}
	}
	results := effectsOf(t, filepath.Join(dir, "app.retry.yaml"))
	for _, property := range properties {
		pair, ok := effects[property]
		switch {
		case property == "/$schema":
		case !ok:
			t.Errorf("no test changes %s", property)
		case !hasOutput(results[pair[0]]) && !hasOutput(results[pair[1]]):
			t.Errorf("%s: both specs are refused:\n%s\n%s", property, results[pair[0]], results[pair[1]])
		case results[pair[0]] == results[pair[1]]:
			t.Errorf("%s is accepted and ignored:\n%s\n%s\nboth give\n%s", property, pair[0], pair[1], results[pair[0]])
		}
	}
}

// hasOutput reports whether an outcome has a generated file.
func hasOutput(outcome string) bool { return strings.Contains(outcome, generator.Marker) }

// schemaProperties returns the properties of the JSON Schema, each after the
// definition that it belongs to.
func schemaProperties(t *testing.T) []string {
	type definition struct {
		Properties map[string]any `json:"properties"`
	}
	var root struct {
		definition
		Definitions map[string]definition `json:"definitions"`
	}
	if err := json.Unmarshal(schema.JSON(), &root); err != nil {
		t.Fatal(err)
	}
	root.Definitions[""] = root.definition
	var all []string
	for name, d := range root.Definitions {
		for property := range d.Properties {
			all = append(all, name+"/"+property)
		}
	}
	slices.Sort(all)
	return all
}

// effectsOf returns what each of the specs becomes: its files and findings.
func effectsOf(t *testing.T, path string) map[string]string {
	outcome := map[string]string{}
	var texts []string
	var specs []*schema.Spec
	for _, pair := range effects {
		for _, text := range pair {
			if _, isKnown := outcome[text]; isKnown {
				continue // twice the outcome would be another one
			}
			spec, findings := schema.LoadFrom(path, []byte(wholeSpec(text)), formats.Source(path, readEffectFile))
			outcome[text] = fmt.Sprint(findings)
			if strings.HasPrefix(text, "l:") && !findings.HasErrors() {
				outcome[text] += fmt.Sprint([]schema.Diagnostic(lint.Check(spec, lint.Code{})))
			}
			if !findings.HasErrors() && spec != nil {
				texts, specs = append(texts, text), append(specs, spec)
			}
		}
	}
	results, err := generator.Generate(context.Background(), specs)
	if err != nil {
		t.Fatal(err)
	}
	for i, result := range results {
		outcome[texts[i]] += fmt.Sprint(result.Findings)
		for _, file := range result.Files {
			outcome[texts[i]] += file.Path + "\n" + string(file.Content)
		}
	}
	return outcome
}

// wholeSpec returns the spec that an entry of effects stands for.
func wholeSpec(text string) string {
	if policy, ok := strings.CutPrefix(text, "p:"); ok {
		return "version: 1\npackage: app\npolicies: {p: {" + policy + "}}\nclients: {Retrying: {wraps: Gateway, policy: p}}"
	}
	if layers, ok := strings.CutPrefix(text, "l:"); ok {
		return minimal + "\nlayers: {" + layers + "}"
	}
	if client, ok := strings.CutPrefix(text, "c:"); ok {
		return "version: 1\npackage: app\npolicies: {p: {exosphere: {}}}\nclients: {Retrying: {" + client + "}}"
	}
	if client, ok := strings.CutPrefix(text, "h:"); ok {
		return "version: 1\npackage: app\npolicies: {p: {exosphere: {}}, q: {exosphere: {}}}\nclients: {Retrying: {http: {" + client + "}}}"
	}
	if engines, ok := strings.CutPrefix(text, "e:"); ok {
		return "version: 1\npackage: app\npolicies: {p: {exosphere: {}}, q: {exosphere: {}}}\nengines: {" + engines + "}"
	}
	return text
}
