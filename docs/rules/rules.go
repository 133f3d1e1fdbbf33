// Package rules holds a page of documentation for every rule that specs and Go
// code are checked against.
package rules

import (
	"embed"
	"strings"
)

//go:embed RG*.md RA*.md
var pages embed.FS

// Page returns the page of the rule with the given id, for example "RG210", in
// Markdown, and whether there is one.
func Page(id string) (string, bool) {
	page, err := pages.ReadFile(id + ".md")
	return string(page), err == nil
}

// Text returns the page of a rule as plain text for a terminal, and whether
// there is one: headings without marks, code indented by four columns.
func Text(id string) (string, bool) {
	page, ok := Page(id)
	if !ok {
		return "", false
	}
	var text strings.Builder
	code := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code && line != "\n":
			text.WriteString("    " + line)
		case code:
			text.WriteString(line)
		default:
			text.WriteString(prose(line))
		}
	}
	return text.String(), true
}

// prose returns a line of text without marks. The hashes of a heading go, and
// what is left of it stands alone on its line.
func prose(line string) string {
	if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
		line = strings.ToUpper(title)
		if strings.HasPrefix(title, "RG") || strings.HasPrefix(title, "RA") {
			line = title
		}
	}
	return strings.ReplaceAll(line, "`", "")
}
