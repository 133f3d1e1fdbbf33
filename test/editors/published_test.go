package editors

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/templates"
)

// TestPublishedSpecs opens the specs that people copy, with the schema that
// their first lines name: the editor finds it, and has nothing to say.
func TestPublishedSpecs(t *testing.T) {
	w := newWorkspace(t)
	documents := examples(t)
	for _, dialect := range templates.Dialects() {
		text, err := templates.Spec(dialect)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, document{URI: address(filepath.Join(w.dir, dialect+".yaml")), Text: string(text)})
	}
	for i, answer := range w.edit(t, yamlServer, documents) {
		d := documents[i]
		if !strings.HasPrefix(d.Text, "# yaml-language-server: $schema=") {
			t.Errorf("%s: the first line names no schema", d.URI)
		}
		if len(answer.Diagnostics) > 0 {
			t.Errorf("%s:\n%s", d.URI, answer.render(nil, nil))
		}
	}
}

// examples returns the specs of the examples, where they stand.
func examples(t *testing.T) []document {
	t.Helper()
	root, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	var documents []document
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".retry.yaml") {
			return err
		}
		text, err := os.ReadFile(path)
		documents = append(documents, document{URI: address(path), Text: string(text)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(documents) == 0 {
		t.Fatal("there is no example")
	}
	return documents
}
