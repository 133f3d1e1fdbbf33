package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/retrygen/retrygen/internal/finding"
)

// workflowCommand is a line that GitHub takes for a command, as findings make it.
var workflowCommand = regexp.MustCompile(`^::(error|warning|notice) (file=|title=)`)

// FuzzOutput puts a text wherever a spec, a policy of another system, the name of
// a file or an argument can have one, and looks at what every command prints in
// every format: no hidden character, and no line that a CI system would take for
// a command.
func FuzzOutput(f *testing.F) {
	for _, seed := range []string{
		"p", "p\n::stop-commands::x\n::error file=main.go::forged", "\x1b[2J", "a\u202eb\u2066c", "a\u2028b\u2029", "a\rb\x7f\u009b",
		"::error::x", "|\n| --- |\n`", "</text><script>", "\"\\\n\"", "*/ //go:build x", "\xff\xfe", "\U000e0041", "%0A::x", "../x", "]]>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 || !utf8.ValidString(text) {
			t.Skip()
		}
		dir := t.TempDir()
		t.Chdir(dir)
		specs := writeSpecs(t, text)
		for _, args := range commandLines(specs, text) {
			var stdout, stderr bytes.Buffer
			code := run(args, strings.NewReader(specs[0].text), &stdout, &stderr)
			if code == exitInternal {
				t.Fatalf("%q: %s", args, stderr.String())
			}
			checkPrinted(t, args, stdout.String())
			checkPrinted(t, args, stderr.String())
		}
	})
}

// namedText is a file.
type namedText struct{ name, text string }

// writeSpecs writes files that have the text at one place each: keys and values,
// valid ones as far as that can be. The last one has it in its name.
func writeSpecs(t *testing.T, text string) []namedText {
	t.Helper()
	quoted := jsonText(text)
	const block = `{"exosphere": {"max_retries": 2, "strategy": "FIXED"}`
	specs := []namedText{
		{"description.retry.json", `{"version": 1, "policies": {"p": ` + block + `, "description": ` + quoted + `, "errors": {"stop": [{"pattern": ` + quoted + `}, {"type": ` + quoted + `}, {"prefix": ` + quoted + `}]}}}}`},
		{"plain.retry.json", `{"version": 1, "policies": {"p": ` + block + `}}}`},
		{"key.retry.json", `{"version": 1, "policies": {` + quoted + `: ` + block + `}}}`},
		{"field.retry.json", `{"version": 1, "policies": {"p": {"exosphere": {` + quoted + `: 1}}}}`},
		{"value.retry.json", `{"version": 1, "policies": {"p": {"exosphere": {"strategy": ` + quoted + `}}}, "output": ` + quoted + `}`},
		{"wraps.retry.json", `{"version": 1, "policies": {"p": ` + block + `}}, "clients": {"C": {"wraps": ` + quoted + `, "policy": ` + quoted + `}}}`},
		{"from.retry.json", `{"version": 1, "policies": {"p": {"from": ` + quoted + `}}}`},
		{"quota.retry.json", `{"version": 1, "policies": {"p": ` + block + `, "quota": {"scope": "process", "name": ` + quoted + `}, "backoff": {"func": ` + quoted + `}}}}`},
		{"broken.retry.yaml", "version: 1\n" + text},
		{"comment.retry.yaml", "version: 1\npolicies:\n  p: {exosphere: {}} # retrygen:ignore " + strings.ReplaceAll(text, "\n", " ") + "\n"},
		{"temporal.json", `{"initialInterval": ` + quoted + `}`},
		{"grpc.json", `{"methodConfig": [{"name": [{"service": ` + quoted + `}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s", "backoffMultiplier": 2, "retryableStatusCodes": [` + quoted + `]}}]}`},
		{"states.json", `{"States": {` + quoted + `: {"Type": "Task", "Retry": [{"ErrorEquals": [` + quoted + `]}]}}}`},
	}
	for _, s := range specs {
		if err := os.WriteFile(s.name, []byte(s.text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	name := strings.Map(func(c rune) rune {
		if c == 0 || c == filepath.Separator || c == '/' {
			return -1
		}
		return c
	}, text) + ".retry.json"
	if os.WriteFile(name, []byte(specs[3].text), 0o666) == nil {
		specs = append(specs, namedText{name, specs[3].text})
	}
	return specs
}

func jsonText(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// commandLines returns every command in every format, on each file, and with the
// text as an argument.
func commandLines(files []namedText, text string) [][]string {
	var lines [][]string
	for _, file := range files {
		for _, format := range printFormats {
			lines = append(lines, []string{"vet", "--format", format, file.name})
		}
		for _, format := range explainFormats {
			lines = append(lines, []string{"explain", "--format", format, file.name})
		}
		for _, format := range diffFormats {
			lines = append(lines, []string{"diff", "--format", format, "plain.retry.json", file.name})
		}
		lines = append(lines, []string{"import", file.name}, []string{"export", "--to", "temporal", file.name}, []string{"export", "--to", "prodigy", "--format", "json", file.name})
	}
	lines = append(lines,
		[]string{"generate", "-"}, []string{"generate", "--format", "github", "output.retry.json"}, []string{"check", "--format", "github", "key.retry.json"},
		[]string{text}, []string{"vet", text}, []string{"vet", "--format", text}, []string{"explain", "plain.retry.json", text}, []string{"diff", text, "git:" + text},
		[]string{"export", "--to", text, "plain.retry.json"}, []string{"import", text}, []string{"init", "--dialect", text}, []string{"init", "--wraps", text}, []string{"schema", "--for", "key.retry.json"},
	)
	return lines
}

// checkPrinted checks what a command printed.
func checkPrinted(t *testing.T, args []string, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%q prints bytes that are not UTF-8", args)
	}
	for i, line := range strings.Split(text, "\n") {
		if at := strings.IndexFunc(line, func(c rune) bool { return c != '\t' && (finding.IsHidden(c) || unicode.IsControl(c)) }); at >= 0 {
			t.Errorf("%q: line %d has a hidden character: %.100q", args, i+1, line[max(0, at-20):])
		}
		isGitHub := strings.Contains(fmt.Sprint(args), "--format github")
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "::") && !(isGitHub && workflowCommand.MatchString(line)) {
			t.Errorf("%q: line %d is a command of a CI system: %.100q", args, i+1, line)
		}
	}
}
