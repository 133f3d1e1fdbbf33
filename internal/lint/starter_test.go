package lint

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/retrygen/retrygen/internal/formats"
	"github.com/retrygen/retrygen/schema"
	"github.com/retrygen/retrygen/templates"
)

// checkWarnings fails for findings of a spec that are more than notes.
func checkWarnings(t *testing.T, text []byte) {
	t.Helper()
	for _, d := range Check(load(t, string(text)), Code{}) {
		if d.Severity != schema.Note {
			t.Errorf("%s (%s)", d, d.Rule)
		}
	}
}

// TestStartersHaveNoWarnings: the first spec that a user sees is a good one.
func TestStartersHaveNoWarnings(t *testing.T) {
	for _, dialect := range templates.Dialects() {
		t.Run(dialect, func(t *testing.T) {
			text, err := templates.Spec(dialect)
			if err != nil {
				t.Fatal(err)
			}
			checkWarnings(t, text)
		})
	}
}

// TestExamplesHaveNoWarnings: examples are copied, and so are their reasons for
// what they silence.
func TestExamplesHaveNoWarnings(t *testing.T) {
	specs, err := filepath.Glob("../../examples/*/*.retry.yaml")
	if err != nil || len(specs) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, spec := range specs {
		t.Run(filepath.Base(spec), func(t *testing.T) {
			text, err := os.ReadFile(spec)
			if err != nil {
				t.Fatal(err)
			}
			read := func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(filepath.Dir(spec), name)) }
			loaded, found := schema.LoadFrom(filepath.Base(spec), text, formats.Source(filepath.Base(spec), read))
			if found.HasErrors() {
				t.Fatal([]schema.Diagnostic(found))
			}
			for _, d := range Check(loaded, Code{}) {
				// The settings of a model are not the example's to change.
				if d.Severity != schema.Note && d.Pos.Filename == filepath.Base(spec) {
					t.Errorf("%s (%s)", d, d.Rule)
				}
			}
		})
	}
}
