package schema

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/document"
)

// TestQuotas checks what a quota becomes: its amounts, and the defaults.
func TestQuotas(t *testing.T) {
	for _, test := range []struct {
		quota string
		want  Quota
	}{
		{`{}`, Quota{Capacity: 100, RetryCost: 10, ThrottleCost: 10, TimeoutCost: 10, SuccessRefund: 1, RefillPerSecond: 0.5}},
		{`{retry_cost: 4}`, Quota{Capacity: 100, RetryCost: 4, ThrottleCost: 4, TimeoutCost: 4, SuccessRefund: 1, RefillPerSecond: 0.5}},
		{`{capacity: 7, retry_cost: 1, throttle_cost: 2, timeout_cost: 3, success_refund: 0.125, refill_per_second: 4.50}`,
			Quota{Capacity: 7, RetryCost: 1, ThrottleCost: 2, TimeoutCost: 3, SuccessRefund: 0.125, RefillPerSecond: 4.5}},
		{`{preset: aws-2026}`, Quota{Preset: "aws-2026", Capacity: 500, RetryCost: 14, ThrottleCost: 5, TimeoutCost: 14, SuccessRefund: 1}},
		{`{preset: aws-legacy}`, Quota{Preset: "aws-legacy", Capacity: 500, RetryCost: 5, ThrottleCost: 5, TimeoutCost: 10, SuccessRefund: 1}},
		{`{preset: aws-legacy, retry_cost: 6, refill_per_second: 1}`,
			Quota{Preset: "aws-legacy", Capacity: 500, RetryCost: 6, ThrottleCost: 6, TimeoutCost: 10, SuccessRefund: 1, RefillPerSecond: 1}},
		{`{preset: grpc}`, Quota{Preset: "grpc", Capacity: 10, RetryCost: 1, SuccessRefund: 0.1, Ratio: true}},
		{`{preset: grpc, max_tokens: 20}`, Quota{Preset: "grpc", Capacity: 20, RetryCost: 1, SuccessRefund: 0.1, Ratio: true}},
		{`{max_tokens: 3, token_ratio: 0.001}`, Quota{Capacity: 3, RetryCost: 1, SuccessRefund: 0.001, Ratio: true}},
		{`{token_ratio: 2}`, Quota{Capacity: 10, RetryCost: 1, SuccessRefund: 2, Ratio: true}},
	} {
		test.want.Pointer, test.want.Scope = "/policies/p/quota", "policy"
		spec, found := Load("x", []byte("version: 1\npolicies: {p: {exosphere: {}, quota: "+test.quota+"}}\n"))
		if len(found) != 0 {
			t.Errorf("%s: %v", test.quota, found)
			continue
		}
		if diff := cmp.Diff(&test.want, spec.Policies[0].Quota); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.quota, diff)
		}
	}
}

// TestQuotaPresetsAreWhole demands amounts for every preset of the schema.
func TestQuotaPresetsAreWhole(t *testing.T) {
	definitions := schemaData(t)["definitions"].(map[string]any)
	preset := definitions["quota"].(map[string]any)["properties"].(map[string]any)["preset"].(map[string]any)
	names := preset["enum"].([]any)
	if len(names)+1 != len(quotaPresets) {
		t.Errorf("%d presets in the schema, %d with amounts", len(names), len(quotaPresets))
	}
	for _, name := range names {
		if quotaPresets[name.(string)].Capacity == 0 {
			t.Errorf("the preset %s has no amounts", name)
		}
	}
}

// loadProduction returns the spec that has every key of this kind.
func loadProduction(t *testing.T) *Spec {
	t.Helper()
	data, err := os.ReadFile(diagnosticsDir + "/good-production.retry.yaml")
	if err != nil {
		t.Fatal(err)
	}
	spec, found := Load("shop.retry.yaml", data)
	if len(found) != 0 {
		t.Fatal(found)
	}
	return spec
}

func TestProductionPolicies(t *testing.T) {
	spec := loadProduction(t)
	if !spec.CopyRuntime || spec.Output != "client/" {
		t.Errorf("runtime copied: %v, output %s", spec.CopyRuntime, spec.Output)
	}
	plain, own := spec.Policy("default"), spec.Policy("own")
	if plain.NestedOnce || !own.NestedOnce {
		t.Errorf("nested once: %v and %v", plain.NestedOnce, own.NestedOnce)
	}
	for _, test := range []struct{ got, want *CircuitBreaker }{
		{plain.CircuitBreaker, &CircuitBreaker{Pointer: "/policies/default/circuit_breaker", FailureThreshold: 5, RecoveryTimeout: 30 * time.Second, HalfOpenProbes: 1, Scope: "policy"}},
		{own.CircuitBreaker, &CircuitBreaker{Pointer: "/policies/own/circuit_breaker", FailureThreshold: 3, RecoveryTimeout: 90 * time.Second, HalfOpenProbes: 2, Scope: "policy"}},
		{spec.Policy("aws").CircuitBreaker, nil},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("breaker (-want +got):\n%s", diff)
		}
	}
	for name, want := range map[string]*int64{"aws": nil, "call": new(int64(14)), "bare": new(int64(500))} {
		if diff := cmp.Diff(want, spec.Policy(name).Dialect.(*Smithy).QuotaCapacity); diff != "" {
			t.Errorf("policy %s, retry quota (-want +got):\n%s", name, diff)
		}
	}
	legacy := spec.Policy("legacy").Quota
	if legacy.Scope != "process" || legacy.Name != "shared/legacy" || spec.Policy("aws").Quota.Scope != "client" {
		t.Errorf("quota %+v", legacy)
	}
	if diff := cmp.Diff([]string{"GET", "POST"}, spec.Policy("fetch").Dialect.(*HTTPX).AllowedMethods); diff != "" {
		t.Error(diff)
	}
}

func TestProductionClients(t *testing.T) {
	spec := loadProduction(t)
	http, routes := Pointer("/clients/Partner/http"), Pointer("/clients/Partner/http/routes")
	methods := Pointer("/clients/Gate/methods")
	want := []*Client{
		{Name: "Gate", Pointer: "/clients/Gate", Wraps: GoName{Name: "Gateway"}, MethodRules: MethodRules{Policy: "default", Methods: []Method{
			{Name: "Get", Pointer: methods.Key("Get"), Policy: "default", Idempotency: "safe"},
			{Name: "Put", Pointer: methods.Key("Put"), Policy: "aws", Idempotency: "keyed", AttemptTimeout: time.Second},
			{Name: "Delete", Pointer: methods.Key("Delete"), Policy: "default", Idempotency: "unsafe"},
		}}},
		{Name: "Partner", Pointer: "/clients/Partner", HTTP: &HTTPClient{Pointer: http, Policy: "fetch", Routes: []HTTPRoute{
			{Pointer: routes.Index(0), Methods: []string{"GET"}, Host: "api.example.com", Path: "/v1/charges/{id}", Policy: "own"},
			{Pointer: routes.Index(1), Methods: []string{"GET", "POST"}, Host: "*.example.com", Path: "/v1/{rest...}"},
			{Pointer: routes.Index(2), Path: "/{$}", Policy: "fetch", Idempotency: "keyed"},
			{Pointer: routes.Index(3), Methods: []string{"GET"}, Policy: "fetch"},
		}}},
		{Name: "Keyed", Pointer: "/clients/Keyed", HTTP: &HTTPClient{Pointer: "/clients/Keyed/http", Idempotency: "keyed", Routes: []HTTPRoute{
			{Pointer: "/clients/Keyed/http/routes/0", Host: "*.example.com:8443", Policy: "default", Idempotency: "keyed"},
			{Pointer: "/clients/Keyed/http/routes/1", Host: "localhost:80", Idempotency: "keyed"},
		}}},
	}
	if diff := cmp.Diff(want, spec.Clients); diff != "" {
		t.Errorf("clients (-want +got):\n%s", diff)
	}
}

// TestManyRoutes makes sure that routes beyond the bound are not compared.
func TestManyRoutes(t *testing.T) {
	var b strings.Builder
	b.WriteString("version: 1\npolicies: {p: {exosphere: {}}}\nclients:\n  X:\n    http:\n      routes:\n")
	b.WriteString(strings.Repeat("        - {path: /a, policy: p}\n", 10*maxRoutes))
	_, found := Load("x", []byte(b.String()))
	if len(found) != 1 || found[0].Rule != document.Limit.ID {
		t.Errorf("findings %v", found)
	}
}
