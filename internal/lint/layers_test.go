package lint

import (
	"strings"
	"testing"

	"github.com/retrygen/retrygen/schema"
)

func TestAmplification(t *testing.T) {
	client := func(wraps string) string {
		return policySpec("exosphere: {max_retries: 3}") + "clients: {C: {wraps: \"" + wraps + "\", policy: p}}\n"
	}
	layered := func(layers string) string {
		return policySpec("exosphere: {max_retries: 3}") + "layers: " + layers + "\n"
	}
	testRule(t, "RG223", []ruleTest{
		{"two layers", layered("{below: [{name: mesh, attempts: 3}]}"), "4:30 one call can become 12 attempts, above the limit of 9: policy p 4 × mesh 3"},
		{"three layers", layered("{above: [{name: gateway, attempts: 2}], below: [{name: aws-sdk-go-v2}], limit: 23}"),
			"4:30 one call can become 24 attempts, above the limit of 23: gateway 2 × policy p 4 × aws-sdk-go-v2 3"},
		{"at the limit", layered("{below: [{name: mesh, attempts: 3}], limit: 12}"), ""},
		{"alone", layered("{limit: 3}"), ""},
		{"retries off", layered("{below: [{name: aws-sdk-go-v2, attempts: 1}], limit: 3}"), ""},
		{"known SDK", client("*github.com/aws/aws-sdk-go-v2/service/s3.Client"), "4:30 one call can become 12 attempts, above the limit of 9: policy p 4 × aws-sdk-go-v2 3"},
		{"known SDK with its retries off", client("*github.com/aws/aws-sdk-go-v2/service/s3.Client") + "layers: {below: [{name: aws-sdk-go-v2, attempts: 1}]}\n", ""},
		{"unknown module", client("*example.com/sdk.Client"), ""},
		{"no retries", policySpec("exosphere: {max_retries: 0}") + "layers: {below: [{name: mesh, attempts: 99}]}\n", ""},
		{"unlimited", policySpec("temporal: {}") + "layers: {below: [{name: mesh, attempts: 99}]}\n", ""},
		{"many", policySpec("exosphere: {max_retries: 2147483646}") + "layers: {below: [{name: mesh, attempts: 1000}]}\n",
			"4:30 one call can become 2147483647000 attempts, above the limit of 9: policy p 2147483647 × mesh 1000"},
	})
}

// TestRelief checks which layer is to be switched off, and the expected
// attempts: for two layers of 2 and 3 attempts that fail with probability 1/2,
// 1 + 1/2 + 1/4 at the bottom, of calls of which 1/8 fail.
func TestRelief(t *testing.T) {
	layers := []schema.Layer{
		{Name: "gateway", Attempts: 2},
		{Name: "policy p", Pointer: "/policies/p", Attempts: 3},
		{Name: "mesh", Attempts: 4},
	}
	s := &pass{policy: &schema.Policy{Pointer: "/policies/p"}}
	for limit, want := range map[int64]string{12: "gateway", 9: "mesh", 2: "mesh"} {
		if got := s.relief(layers, limit); !strings.HasPrefix(got, "switch off the retries of "+want+";") {
			t.Errorf("with a limit of %d: %s, want %s", limit, got, want)
		}
	}
	two := []schema.Layer{{Attempts: 2}, {Attempts: 3}}
	for p, want := range map[float64]string{0.5: "1.97", 0: "1.00"} {
		if got := expected(two, p); got != want {
			t.Errorf("at %v a call is %s attempts, want %s", p, got, want)
		}
	}
}
