package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// commandLine finds the commands that documents show.
var commandLine = regexp.MustCompile("(?m)(?:go tool |\\$ |entry: |`)retrygen ([a-z][^`>\\n|]*)")

// documents returns the texts of the documents by name.
func documents(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, name := range append(names, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}

// TestDocumentedCommands parses every command line in the documents.
func TestDocumentedCommands(t *testing.T) {
	checked := 0
	for name, text := range documents(t) {
		for _, match := range commandLine.FindAllStringSubmatch(text, -1) {
			args := strings.Fields(match[1])
			root := (&tool{}).rootCommand()
			root.InitDefaultHelpCmd()
			root.InitDefaultCompletionCmd()
			cmd, rest, err := root.Find(args)
			if err == nil {
				err = cmd.ParseFlags(rest)
			}
			if err != nil || cmd == root {
				t.Errorf("%s: retrygen %s: %v", name, match[1], err)
			}
			checked++
		}
	}
	if checked < 8 {
		t.Errorf("only %d commands found", checked)
	}
}

// TestDocumentedYAML reads every YAML example in the documents.
func TestDocumentedYAML(t *testing.T) {
	checked := 0
	for name, text := range documents(t) {
		blocks := strings.Split(text, "```yaml\n")
		for _, block := range blocks[1:] {
			example, _, _ := strings.Cut(block, "```")
			var value any
			if err := yaml.Unmarshal([]byte(example), &value); err != nil {
				t.Errorf("%s: %v\n%s", name, err, example)
			}
			checked++
		}
	}
	if checked < 4 {
		t.Errorf("only %d examples found", checked)
	}
}

// TestPictureInDocs compares the picture in the documents with what explain
// draws.
func TestPictureInDocs(t *testing.T) {
	const name = "../../docs/quickstart.svg"
	var got, trouble bytes.Buffer
	if code := run([]string{"explain", "../../examples/quickstart", "--format", "svg"}, nil, &got, &trouble); code != exitOK {
		t.Fatalf("exit code %d: %s", code, trouble.String())
	}
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is not what explain draws: run go test ./cmd/retrygen -update", name)
	}
}

// TestGeneratedCodeInReadme: the first code that a reader sees is what the
// example generates.
func TestGeneratedCodeInReadme(t *testing.T) {
	_, block, found := strings.Cut(documents(t)["../../README.md"], "```go\n")
	method, _, closed := strings.Cut(block, "```")
	if !found || !closed {
		t.Fatal("the README shows no Go code")
	}
	generated, err := os.ReadFile("../../examples/quickstart/weather_retry.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(generated, []byte(method)) {
		t.Errorf("the example does not generate\n%s", method)
	}
}
