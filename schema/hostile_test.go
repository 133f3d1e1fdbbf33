package schema

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// bomb returns a YAML spec in which levels of width aliases stand for each
// other, around a leaf.
func bomb(levels, width int, leaf string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\na0: &a0 %s\n", leaf)
	for i := range levels {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), width), ", "))
	}
	return b.String()
}

// TestHostileSpecs loads specs that are made to exhaust a reader. Each must
// fail with the right rule, and soon: the bound is generous, since the time
// without protection is minutes or for ever.
func TestHostileSpecs(t *testing.T) {
	million := strings.Repeat("x", 1<<20)
	policy := "version: 1\npolicies: {p: {exosphere: {}, errors: {stop: "
	for _, test := range []struct {
		name, file, data string
		rule             *finding.Rule
	}{
		{"aliases, 9 levels of 9", "x.yaml", bomb(9, 9, "x"), document.Limit},
		{"aliases, 5 levels of 12", "x.yaml", bomb(5, 12, "x"), document.Limit},
		{"aliases of a long text", "x.yaml", bomb(1, 200, strings.Repeat("y", 1<<18)), document.Limit},
		{"one byte too many", "x.yaml", million + "x", document.Limit},
		{"a long text", "x.yaml", "version: " + million[:1<<19], decode.WrongType},
		{"a deep flow list", "x.yaml", strings.Repeat("[", 1<<19), document.Syntax},
		{"a deep block list", "x.yaml", strings.Repeat("- ", 5000) + "x", document.Limit},
		{"a deep block mapping", "x.yaml", deepMapping(500), document.Limit},
		{"deep JSON", "x.json", strings.Repeat("[", 9000) + strings.Repeat("]", 9000), document.Limit},
		{"too deep JSON", "x.json", strings.Repeat("[", 1<<19), document.Syntax},
		{"depth 33", "x.yaml", "a: " + strings.Repeat("[", 32) + strings.Repeat("]", 32), document.Limit},
		{"equal keys", "x.yaml", strings.Repeat("a: 1\n", 20_000), document.DuplicateKey},
		{"equal keys in JSON", "x.json", "{" + strings.Repeat(`"a":1,`, 24_000) + `"a":1}`, document.DuplicateKey},
		{"distinct keys", "x.yaml", numbered("k%d: 1\n", 24_000), decode.UnknownKey},
		{"distinct keys in JSON", "x.json", "{" + numbered(`"k%d":1,`, 24_000) + `"z":1}`, decode.UnknownKey},
		{"too many keys", "x.yaml", numbered("k%d: 1\n", 60_000), document.Limit},
		{"too many keys in JSON", "x.json", "{" + numbered(`"k%d":1,`, 26_000) + `"z":1}`, document.Limit},
		{"too many policies", "x.yaml", "version: 1\npolicies:\n" + numbered("  p%d: {exosphere: {}}\n", 1001), document.Limit},
		{"too many methods", "x.yaml", "version: 1\npolicies: {p: {exosphere: {}}}\nclients:\n  X:\n    wraps: G\n    methods:\n" + numbered("      M%d: q\n", 1001), document.Limit},
		{"many bad references", "x.yaml", "version: 1\npolicies:\n" + numbered("  policy%d: {exosphere: {}}\n", 900) + "clients:\n" + clientsWithMethods(20, 900), decode.UnknownName},
		{"many directives", "x.yaml", strings.Repeat("%TAG !a! tag:\n", 40_000), document.YAMLFeature},
		{"many documents", "x.yaml", "version: 1\n" + strings.Repeat("---\n", 100_000), document.YAMLFeature},
		{"a self alias", "x.yaml", "a: &a [*a]\n", document.YAMLFeature},
		{"a cycle of three", "x.yaml", "a: &a {b: &b {c: &c [*a, *b, *c]}}\n", document.YAMLFeature},
		{"an endless key", "x.json", `{"` + million[:1<<19] + `": 1}`, document.Limit},
		{"a huge number", "x.json", `{"version": 1e10000000}`, document.Scalar},
		{"a long number", "x.json", `{"version": ` + strings.Repeat("9", 1<<19) + `}`, document.Scalar},
		{"a heavy pattern", "x.yaml", policy + "[{pattern: '" + strings.Repeat("(a{1000}|b)", 20) + "'}]}}}\n", document.Limit},
		{"a nested pattern", "x.yaml", policy + "[{pattern: '" + strings.Repeat("(", 128) + strings.Repeat(")", 128) + "'}]}}}\n", nil},
		{"many mistakes", "x.yaml", policy + "[" + strings.Repeat("{}, ", 12_000) + "]}}}\n", decode.Empty},
		{"many tags", "x.yaml", policy + "[" + strings.Repeat("!!x a, ", 12_000) + "]}}}\n", document.YAMLFeature},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			_, found := Load(test.file, []byte(test.data))
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			checkHostile(t, found, test.rule)
		})
	}
}

func checkHostile(t *testing.T, found Diagnostics, rule *finding.Rule) {
	t.Helper()
	if len(found) > finding.MaxShown+1 {
		t.Errorf("%d findings", len(found))
	}
	hasRule := rule == nil && len(found) == 0
	for _, d := range found {
		hasRule = hasRule || rule != nil && d.Rule == rule.ID
		if text := d.String() + d.Hint; len(text) > 5000 {
			t.Errorf("a finding has %d bytes", len(text))
		}
		if d.Rule == document.Internal.ID {
			t.Errorf("internal: %s", d)
		}
	}
	if !hasRule {
		t.Errorf("findings %v, want rule %v", found, rule)
	}
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func deepMapping(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func clientsWithMethods(clients, methods int) string {
	var b strings.Builder
	for i := range clients {
		fmt.Fprintf(&b, "  X%d:\n    wraps: G\n    methods:\n", i)
		b.WriteString(numbered("      M%d: policyx\n", methods))
	}
	return b.String()
}

// TestDepth checks the bound on nesting at its edge.
func TestDepth(t *testing.T) {
	for depth, refused := range map[int]bool{31: false, 32: true} {
		for _, name := range []string{"x.yaml", "x.json"} {
			data := `{"version": ` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`
			_, found := Load(name, []byte(data))
			if got := found[0].Rule == document.Limit.ID; got != refused {
				t.Errorf("%s with %d lists in a mapping: %v", name, depth, found)
			}
		}
	}
}

// FuzzLoad checks that no input makes the loader fail, that every finding lies
// inside the input, and that a spec without errors is whole.
func FuzzLoad(f *testing.F) {
	for _, c := range diagnosticsCases(f) {
		f.Add(c.data, strings.HasSuffix(c.path, ".json"))
	}
	for _, v := range vectors(f) {
		f.Add(v.spec(f), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, isJSON bool) {
		name := "x.retry.yaml"
		if isJSON {
			name = "x.retry.json"
		}
		spec, found := Load(name, data)
		checkFindings(t, data, found)
		if found.HasErrors() {
			return
		}
		for _, p := range spec.Policies {
			if p.Dialect == nil || p.AttemptTimeout < 0 || p.TotalTimeout < 0 {
				t.Errorf("policy %+v", p)
			}
			if q := p.Quota; q != nil && (q.RetryCost < 1 || q.Capacity < max(q.RetryCost, q.ThrottleCost, q.TimeoutCost)) {
				t.Errorf("quota %+v", q)
			}
			if b := p.CircuitBreaker; b != nil && (b.FailureThreshold < 1 || b.RecoveryTimeout <= 0 || b.HalfOpenProbes < 1) {
				t.Errorf("breaker %+v", b)
			}
		}
		for _, c := range spec.Clients {
			if (c.Wraps.Name == "") == (c.HTTP == nil) {
				t.Errorf("client %+v", c)
			}
			for _, name := range c.PolicyNames() {
				if name != "" && spec.Policy(name) == nil {
					t.Errorf("client %s has no policy %q", c.Name, name)
				}
			}
		}
	})
}
