package document

import (
	"bytes"
	"errors"
	"go/token"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/lazyregexp"
)

var yamlLine = lazyregexp.New(`^yaml: (?:line (\d+): )?(?s:(.*))$`)

// reportYAML turns an error of the YAML package, which knows the line at best,
// into a finding.
func (r *Reader) reportYAML(err error) {
	if errors.Is(err, errReaderFailed) {
		r.Add(Internal, r.at(0), "", err.Error(), "please report this spec")
		return
	}
	if errors.Is(err, io.EOF) {
		r.Add(Syntax, r.at(0), "", "the file is empty", `begin it with "version: 1"`)
		return
	}
	line, message := yamlProblem(err)
	if message == documentStart {
		r.Add(YAMLFeature, r.lineStart(line), "", "there is text after the end of the document", "keep one document in a file")
		return
	}
	pos, hint := r.lineStart(line), r.syntaxHint(line, message)
	if name, ok := strings.CutPrefix(message, "unknown anchor "); ok {
		pos = r.find("*"+strings.Trim(strings.TrimSuffix(name, " referenced"), "'"), pos)
	} else if tab, ok := r.tabNear(line); ok {
		pos, message, hint = tab, "a line is indented with a tab", "indent with spaces"
	}
	r.Add(Syntax, pos, "", "not valid YAML: "+message, hint)
}

const documentStart = "did not find expected <document start>"

// countedFromZero are the problems whose line the YAML package counts from 0
// instead of from 1.
var countedFromZero = []string{
	documentStart,
	"did not find expected node content",
	"did not find expected key",
	"did not find expected '-' indicator",
	"did not find expected ',' or ']'",
	"did not find expected ',' or '}'",
}

// yamlProblem returns the line and the text of an error of the YAML package.
func yamlProblem(err error) (line int, message string) {
	parts := yamlLine().FindStringSubmatch(err.Error())
	if parts == nil {
		return 1, err.Error()
	}
	line, message = 1, parts[2]
	if n, err := strconv.Atoi(parts[1]); err == nil {
		line = n
		if slices.Contains(countedFromZero, message) {
			line++
		}
	}
	return line, message
}

// tagWithComma is a tag whose name YAML 1.1 ends at the next space.
var tagWithComma = lazyregexp.New(`![a-z_]+,`)

// syntaxHint returns what probably went wrong near a line.
func (r *Reader) syntaxHint(line int, message string) string {
	lines := bytes.Split(r.data, []byte{'\n'})
	near := bytes.Join(lines[min(max(line-1, 0), len(lines)):min(line+2, len(lines))], []byte{'\n'})
	switch {
	case tagWithComma().Match(near):
		return "put a space between a tag and a comma"
	case strings.HasPrefix(message, "did not find expected ',' or"):
		return "close every bracket, and put text that has a bracket or a comma in quotes"
	case strings.HasPrefix(message, "mapping values"):
		return "put text that has a colon in quotes, or correct the indentation"
	case strings.HasPrefix(message, "found character that cannot start"):
		return "put text that begins with @, % or ` in quotes"
	case message == "found unexpected end of stream":
		return "close the quotes"
	}
	return ""
}

// find returns the place of the first occurrence of part, or otherwise.
func (r *Reader) find(part string, otherwise token.Position) token.Position {
	if i := bytes.Index(r.data, []byte(part)); i >= 0 {
		return r.at(i)
	}
	return otherwise
}

// tabNear returns the place of a tab in the indentation of the given line or
// one of its neighbours, since the YAML package is off by one at times.
func (r *Reader) tabNear(line int) (token.Position, bool) {
	lines := bytes.Split(r.data, []byte{'\n'})
	for _, n := range []int{line, line + 1, line - 1} {
		if n < 1 || n > len(lines) {
			continue
		}
		indent := lines[n-1][:len(lines[n-1])-len(bytes.TrimLeft(lines[n-1], " \t"))]
		if i := bytes.IndexByte(indent, '\t'); i >= 0 {
			return r.inside(n, i+1), true
		}
	}
	return token.Position{}, false
}

// lineStart returns the place of the first character of a line that is not
// blank.
func (r *Reader) lineStart(line int) token.Position {
	lines := bytes.Split(r.data, []byte{'\n'})
	line = min(max(line, 1), len(lines))
	content := lines[line-1]
	return r.inside(line, 1+len(content)-len(bytes.TrimLeft(content, " \t")))
}

// inside returns a place of the file, from a place that may be behind its end.
func (r *Reader) inside(line, column int) token.Position {
	pos := token.Position{Filename: r.name, Line: max(line, 1), Column: max(column, 1)}
	if end := r.at(len(r.data)); pos.Line > end.Line {
		return end
	}
	return pos
}
