package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// commentWidth is the longest line of a comment that is not a single word,
// the "// " included.
const commentWidth = 79

// comment returns a comment of wrapped paragraphs with blank lines between
// them. It is the only way by which text of a spec becomes a comment: every
// line begins with "// ", so that none can end the comment or be a directive.
func comment(paragraphs ...string) *jen.Statement {
	code := jen.Null()
	for i, line := range documentLines(paragraphs) {
		if i > 0 {
			code.Line()
		}
		code.Comment(line)
	}
	return code
}

// documentLines returns the comment lines of paragraphs.
func documentLines(paragraphs []string) []string {
	var lines []string
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, "//")
		}
		lines = append(lines, commentLines(p)...)
	}
	return lines
}

// commentLines returns the comment lines of a paragraph. A paragraph whose
// lines begin with a tab is a table, and one whose lines begin with "  - " a
// list: their lines are kept.
func commentLines(paragraph string) []string {
	if strings.HasPrefix(paragraph, "\t") {
		var lines []string
		for line := range strings.SplitSeq(paragraph, "\n") {
			lines = append(lines, "//"+line)
		}
		return lines
	}
	if strings.HasPrefix(paragraph, model.ListMark) {
		var lines []string
		for item := range strings.SplitSeq(paragraph, "\n") {
			lines = append(lines, wrap(strings.TrimPrefix(item, model.ListMark), "//"+model.ListMark, "//     ")...)
		}
		return lines
	}
	return wrap(paragraph, "// ", "// ")
}

// wrap breaks text into lines with the given prefixes.
func wrap(text, first, rest string) []string {
	var lines []string
	line := first
	empty := true
	for word := range strings.FieldsSeq(text) {
		if !empty && len([]rune(line))+1+len([]rune(word)) > commentWidth {
			lines = append(lines, line)
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	return append(lines, line)
}
