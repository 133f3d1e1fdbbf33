package generator_test

import (
	"strings"
	"testing"
)

// TestOperationNames demands that the operations of two clients of one output
// can be told apart, and that a spec can name them.
func TestOperationNames(t *testing.T) {
	dir := module(t, shared)
	write(t, dir, map[string]string{
		"two/home.go": home,
		"two/two.retry.yaml": "version: 1\npolicies: {p: {exosphere: {}}}\nclients:\n" +
			"  A: {wraps: Gateway, policy: p, idempotency: {'*': safe}, methods: {Upload: none, First: none}}\n" +
			"  B: {wraps: app.test/other.Gateway, policy: p, idempotency: {'*': safe}}\n" +
			"  C: {wraps: app.test/other.Store, policy: p, operation: s3, children: {Bots: p, '*': none}}\n",
	})
	result := generate(t, dir, "two/two.retry.yaml")[0]
	if result.Findings.HasErrors() || len(result.Files) != 1 {
		t.Fatal(result.Findings)
	}
	for _, operation := range []string{"home.Gateway.Charge", "other.Gateway.Charge", "s3.Ping", "s3.Bots.Get"} {
		if !strings.Contains(string(result.Files[0].Content), `"`+operation+`"`) {
			t.Errorf("no operation %s", operation)
		}
	}
}
