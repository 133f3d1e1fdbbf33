package templates_test

import (
	"go/format"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/schema"
	"github.com/retrygen/retrygen/templates"
)

func TestStarterSpecsLoadWithoutFindings(t *testing.T) {
	for _, dialect := range templates.Dialects() {
		t.Run(dialect, func(t *testing.T) {
			text, err := templates.Spec(dialect)
			if err != nil {
				t.Fatal(err)
			}
			spec, findings := schema.Load(dialect+".retry.yaml", text)
			for _, d := range findings {
				t.Error(d)
			}
			if got := spec.Policies[0].Dialect.DialectName(); got != dialect {
				t.Errorf("the starter of %s is in %s", dialect, got)
			}
			if first, _, _ := strings.Cut(string(text), "\n"); first != "# yaml-language-server: $schema=retrygen.schema.json" {
				t.Errorf("first line %q is not the modeline", first)
			}
		})
	}
}

func TestSpecOfAnUnknownDialect(t *testing.T) {
	_, err := templates.Spec("cadence")
	if err == nil || !strings.Contains(err.Error(), "exosphere, prodigy, temporal, httpx, smithy") {
		t.Errorf("error %v does not list the dialects", err)
	}
}

func TestGoIsFormatted(t *testing.T) {
	text, err := templates.Go("shop", false)
	if err != nil {
		t.Fatal(err)
	}
	formatted, err := format.Source(text)
	if err != nil {
		t.Fatal(err)
	}
	if string(formatted) != string(text) {
		t.Errorf("want\n%s", formatted)
	}
}
