package generator_test

import (
	"strings"
	"testing"
)

const oneClient = "version: 1\npolicies: {p: {exosphere: {}}}\nclients: {Retrying: {wraps: dep.test/pay.Gateway, policy: p}}\n"

const payPackage = "package pay\n\ntype Gateway interface{ Price(Amount) error }\n\ntype Amount int\n"

// TestModuleKinds wraps types that the go command finds in several ways.
func TestModuleKinds(t *testing.T) {
	tests := []struct {
		name  string
		flags string
		files map[string]string
		want  string // a line of the output
	}{
		{"replaced", "", map[string]string{
			"go.mod":             "module app.test\n\ngo 1.26\n\nrequire dep.test v0.0.0\n\nreplace dep.test => ./dep\n",
			"dep/go.mod":         "module dep.test\n\ngo 1.26\n",
			"dep/pay/pay.go":     payPackage,
			"app/app.go":         "package app\n",
			"app/pay.retry.yaml": oneClient,
		}, "func (g *Retrying) Price(amount pay.Amount) error {"},
		{"vendored", "", map[string]string{
			"go.mod":                     "module app.test\n\ngo 1.26\n\nrequire dep.test v1.0.0\n",
			"vendor/modules.txt":         "# dep.test v1.0.0\n## explicit; go 1.26\ndep.test/pay\n",
			"vendor/dep.test/pay/pay.go": payPackage,
			"app/app.go":                 "package app\n\nimport _ \"dep.test/pay\"\n",
			"app/pay.retry.yaml":         oneClient,
		}, "\t\"dep.test/pay\""},
		{"build tags", "-tags=special", map[string]string{
			"app/app.go":         "//go:build special\n\npackage app\n\ntype Gateway interface{ Special() error }\n",
			"app/other.go":       "//go:build !special\n\npackage app\n\ntype Gateway interface{ Plain() error }\n",
			"app/pay.retry.yaml": strings.Replace(oneClient, "dep.test/pay.", "", 1),
		}, "func (g *Retrying) Special() error {"},
		{"cgo", "", map[string]string{
			"app/app.go":         "package app\n\n// typedef int number;\nimport \"C\"\n\ntype Gateway interface{ Price(n int) error }\n\nfunc f() C.number { return 1 }\n",
			"app/pay.retry.yaml": strings.Replace(oneClient, "dep.test/pay.", "", 1),
		}, "func (g *Retrying) Price(n int) error {"},
		{"results without names that a range over a function returns", "", map[string]string{
			"app/app.go": "package app\n\ntype Gateway struct{}\n\nfunc (*Gateway) Price(n int) (int, error) {\n\tfor i := range seq {\n\t\treturn i, nil\n\t}\n\treturn 0, nil\n}\n\n" +
				"func seq(yield func(int) bool) {}\n",
			"app/pay.retry.yaml": "output: out/pay_retry.go\n" + strings.Replace(oneClient, "dep.test/pay.", "", 1),
		}, "func (g *Retrying) Price(n int) (int, error) {"},
		{"methods of an alias", "", map[string]string{
			"app/app.go":         "package app\n\ntype Gateway struct{}\n\ntype alias = Gateway\n\nfunc (alias) Price(n int) error { return nil }\n",
			"app/pay.retry.yaml": strings.Replace(oneClient, "dep.test/pay.", "", 1),
		}, "func (g *Retrying) Price(n int) error {"},
		{"replaced in one version", "", map[string]string{
			"go.mod":             "module app.test\n\ngo 1.26\n\nrequire dep.test v1.0.0\n\nreplace dep.test => ./none\n\nreplace dep.test v1.0.0 => ./dep\n",
			"dep/go.mod":         "module dep.test\n\ngo 1.26\n",
			"dep/pay/pay.go":     payPackage,
			"none/go.mod":        "module dep.test\n\ngo 1.26\n",
			"none/pay/pay.go":    strings.Replace(payPackage, "Price", "Other", 1),
			"app/app.go":         "package app\n",
			"app/pay.retry.yaml": oneClient,
		}, "func (g *Retrying) Price(amount pay.Amount) error {"},
		{"workspace", "", map[string]string{
			"go.work":            "go 1.26\n\nuse (\n\t.\n\t./dep\n)\n",
			"dep/go.mod":         "module dep.test\n\ngo 1.26\n",
			"dep/pay/pay.go":     payPackage,
			"app/app.go":         "package app\n",
			"app/pay.retry.yaml": oneClient,
		}, "\t\"dep.test/pay\""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("GOFLAGS", test.flags)
			result := generate(t, module(t, test.files), "app/pay.retry.yaml")[0]
			if len(result.Files) != 1 || len(result.Findings) > 0 {
				t.Fatalf("%d files, findings %v", len(result.Files), texts(result))
			}
			if text := string(result.Files[0].Content); !strings.Contains(text, test.want) {
				t.Errorf("no line %q in\n%s", test.want, text)
			}
		})
	}
}
