package editors

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/schema"
)

// The tools that the driver asks.
const (
	yamlServer  = "yaml"
	jsonService = "json"
	ajv         = "ajv"
)

// patience is how long a tool may take, on the slowest of machines.
const patience = 2 * time.Minute

// position is a place in a document: line and character begin at 0, and a
// character is a UTF-16 code unit.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// String returns the place as people count it.
func (p position) String() string { return fmt.Sprintf("%d:%d", p.Line+1, p.Character+1) }

// document is a spec in an editor, and the places at which it asks for
// something.
type document struct {
	URI      string     `json:"uri"`
	Text     string     `json:"text"`
	Complete []position `json:"complete,omitempty"`
	Hover    []position `json:"hover,omitempty"`
	Fixes    bool       `json:"fixes,omitempty"` // of all problems
}

// answer is what the editor shows for a document: completions and hovers in
// the order of the places.
type answer struct {
	Diagnostics []diagnostic `json:"diagnostics"`
	Completions [][]item     `json:"completions"`
	Hovers      []string     `json:"hovers"`
}

type diagnostic struct {
	Range struct {
		Start position `json:"start"`
		End   position `json:"end"`
	} `json:"range"`
	Severity int      `json:"severity"` // 1 is an error, 2 a warning
	Message  string   `json:"message"`
	Fixes    []string `json:"fixes"` // what each quick fix puts there
}

type item struct {
	Label         string `json:"label"`
	Insert        string `json:"insert"`
	Documentation string `json:"documentation"`
}

// workspace is a directory with a copy of the schema, as "retrygen init"
// leaves it.
type workspace struct {
	dir    string
	schema string // its address
}

func newWorkspace(t *testing.T) workspace {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "retrygen.schema.json")
	if err := os.WriteFile(path, schema.JSON(), 0o644); err != nil {
		t.Fatal(err)
	}
	return workspace{dir: dir, schema: address(path)}
}

// address returns the file: URI of an absolute path.
func address(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// document returns a spec with markers as an open document of the workspace.
// Specs named *.retry.* have the schema by the settings of the workspace.
func (w workspace) document(t *testing.T, name, marked string) document {
	t.Helper()
	text, complete, hover, err := unmark(marked)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return document{URI: address(filepath.Join(w.dir, name)), Text: text, Complete: complete, Hover: hover}
}

// edit returns what the editor shows for the documents.
func (w workspace) edit(t *testing.T, tool string, documents []document) []answer {
	t.Helper()
	var answers []answer
	drive(t, tool, map[string]any{"schema": w.schema, "documents": documents}, &answers)
	if len(answers) != len(documents) {
		t.Fatalf("%s: %d answers to %d documents", tool, len(answers), len(documents))
	}
	return answers
}

// drive asks a tool, and reads the answer into result.
func drive(t *testing.T, tool string, request, result any) {
	t.Helper()
	modules := install(t)
	question, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "driver/main.mjs", tool, modules)
	node.Stdin = bytes.NewReader(question)
	var complaints bytes.Buffer
	node.Stderr = &complaints
	output, err := node.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", tool, err, complaints.String())
	}
	if err := json.Unmarshal(output, result); err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
}
