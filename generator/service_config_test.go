package generator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/schema"
)

// plainPolicy is a policy that a service config can say, without what stands
// next to its dialect.
const plainPolicy = "prodigy: {attempts: 4, initial_delay: 100ms, max_delay: 1s, backoff: {exponential: {base: 1.5}}, jitter: true, jitter_factor: 0.2}"

// plainErrors are error rules that a service config can say.
const plainErrors = ", errors: {retry: [{grpc: [UNAVAILABLE, ABORTED]}]}"

// configCases are policies with whether a service config says all of them.
var configCases = []struct {
	name, policy string
	want         bool
}{
	{"plain", plainPolicy + plainErrors, true},
	{"timeout of the call", plainPolicy + plainErrors + ", total_timeout: 1500ms", true},
	{"throttling", plainPolicy + plainErrors + ", quota: {preset: grpc}", true},
	{"constant", strings.Replace(plainPolicy, "{exponential: {base: 1.5}}", "fixed", 1) + plainErrors, true},
	{"six attempts", strings.Replace(plainPolicy, "attempts: 4", "attempts: 6", 1) + plainErrors, false},
	{"one attempt", strings.Replace(plainPolicy, "attempts: 4", "attempts: 1", 1) + plainErrors, false},
	{"other jitter", strings.Replace(plainPolicy, "0.2", "0.25", 1) + plainErrors, false},
	{"no jitter", strings.Replace(plainPolicy, "jitter: true, jitter_factor: 0.2", "jitter: false", 1) + plainErrors, false},
	{"fibonacci", strings.Replace(plainPolicy, "{exponential: {base: 1.5}}", "fibonacci", 1) + plainErrors, false},
	{"all errors", plainPolicy, false},
	{"errors by type", plainPolicy + ", errors: {retry: [{grpc: [UNAVAILABLE]}, {type: A}]}", false},
	{"final codes", plainPolicy + ", errors: {stop: [{grpc: [NOT_FOUND]}], retry: [{grpc: [UNAVAILABLE]}]}", false},
	{"timeout of an attempt", plainPolicy + plainErrors + ", attempt_timeout: 1s", false},
	{"bounded hints", plainPolicy + plainErrors + ", retry_after: {max: 1s}", false},
	{"bucket", plainPolicy + plainErrors + ", quota: {}", false},
	{"quota of the process", plainPolicy + plainErrors + ", quota: {preset: grpc, scope: process, name: a}", false},
	{"breaker", plainPolicy + plainErrors + ", circuit_breaker: {}", false},
	{"nested once", plainPolicy + plainErrors + ", nested: once", false},
}

// TestServiceConfig demands a service config where it says all of a policy,
// and an interceptor everywhere else.
func TestServiceConfig(t *testing.T) {
	var policies []string
	for _, c := range configCases {
		policies = append(policies, c.policy)
	}
	results := generateEngines(t, "grpc: {A: {client: ./stubs.GatewayClient, policy: p}}", policies)
	for i, c := range configCases {
		content := contentOf(t, results[i], "grpc.go")
		hasConfig, hasInterceptor := strings.Contains(content, "const AServiceConfig"), strings.Contains(content, "func AInterceptor(")
		if hasConfig != c.want || hasInterceptor == c.want {
			t.Errorf("%s: service config %v, interceptor %v", c.name, hasConfig, hasInterceptor)
		}
	}
	checkConfig(t, contentOf(t, results[1], "grpc.go"))
}

// generateEngines generates specs whose policy p is each of the given ones, with
// the given engines, in a module that has all of them.
func generateEngines(t *testing.T, engines string, policies []string) []generator.Result {
	t.Helper()
	dir := t.TempDir()
	writeEnginePackages(t, dir)
	var specs []*schema.Spec
	for i, policy := range policies {
		text := fmt.Sprintf("version: 1\noutput: out%d/\npolicies: {p: {%s}}\nengines: {%s}\n", i, policy, engines)
		spec, findings := schema.Load(filepath.Join(dir, fmt.Sprintf("case%02d.retry.yaml", i)), []byte(text))
		if findings.HasErrors() {
			t.Fatalf("%s: %v", policy, findings)
		}
		specs = append(specs, spec)
	}
	results, err := generator.Generate(context.Background(), specs)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// contentOf returns the text of a generated file.
func contentOf(t *testing.T, result generator.Result, name string) string {
	t.Helper()
	for _, file := range result.Files {
		if filepath.Base(file.Path) == name {
			return string(file.Content)
		}
	}
	t.Fatalf("there is no %s: %v", name, result.Findings)
	return ""
}

// checkConfig compares the service config in a file, which has a timeout, with
// what gRPC is to read.
func checkConfig(t *testing.T, content string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "grpc.go", content, 0)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name == "AServiceConfig" {
			text, err = strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		}
		return true
	})
	var got any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"methodConfig": []any{map[string]any{
		"name": []any{
			map[string]any{"service": "app.v1.Gateway", "method": "Get"},
			map[string]any{"service": "app.v1.Gateway", "method": "Put"},
		},
		"timeout": "1.5s",
		"retryPolicy": map[string]any{
			"maxAttempts": 4.0, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 1.5,
			"retryableStatusCodes": []any{"UNAVAILABLE", "ABORTED"},
		},
	}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("service config (-want +got):\n%s", diff)
	}
}
