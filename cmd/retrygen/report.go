package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/retrygen/retrygen/internal/lint"
	"github.com/retrygen/retrygen/schema"
)

// printer prints findings for people: the place, the message, the hint, and on
// a terminal also the line of the spec.
type printer struct {
	out     io.Writer
	sources map[string][]byte // by the name in positions
	frames  bool
	colour  bool
}

func newPrinter(out io.Writer, sources []*source) *printer {
	p := &printer{out: out, sources: map[string][]byte{}}
	for _, s := range sources {
		p.sources[s.name] = s.text
		maps.Copy(p.sources, s.foreign)
	}
	p.frames = isTerminal(out)
	p.colour = p.frames && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return p
}

// isTerminal reports whether out is a character device.
func isTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (p *printer) print(findings schema.Diagnostics) {
	for _, d := range findings {
		p.printOne(d)
	}
}

func (p *printer) printOne(d schema.Diagnostic) {
	d.Pos.Filename = relative(d.Pos.Filename)
	severity := ""
	if d.Severity != schema.Error {
		severity = d.Severity.String() + ": "
	}
	place, message := strings.CutSuffix(d.String(), d.Message)
	if !message {
		place = ""
	}
	fmt.Fprintf(p.out, "%s%s%s%s\n", place, p.painted(d.Severity, severity), d.Message, citation(d))
	if p.frames {
		p.printFrame(d)
	}
	for line := range strings.Lines(d.Hint) {
		fmt.Fprintf(p.out, "\t%s\n", strings.TrimSuffix(line, "\n"))
	}
}

// citation returns the rule of a finding that is a matter of judgement, for
// those who want to know more or to silence it. An error says all there is.
func citation(d schema.Diagnostic) string {
	if d.Severity == schema.Error && !lint.IsRule(d.Rule) {
		return ""
	}
	return " (" + d.Rule + ")"
}

// printFrame prints the line of the spec that the finding is about, and a caret
// below the column, which counts characters.
func (p *printer) printFrame(d schema.Diagnostic) {
	line, ok := lineOf(p.sources[d.Pos.Filename], d.Pos.Line)
	if !ok || d.Pos.Column < 1 || d.Pos.Column > utf8.RuneCountInString(line)+1 {
		return
	}
	var indent strings.Builder
	for _, c := range []rune(line)[:d.Pos.Column-1] {
		if c != '\t' {
			c = ' '
		}
		indent.WriteRune(c)
	}
	fmt.Fprintf(p.out, "\t%s\n\t%s%s\n", line, indent.String(), p.painted(d.Severity, "^"))
}

func lineOf(text []byte, number int) (string, bool) {
	for line := range strings.Lines(string(text)) {
		if number--; number == 0 {
			return strings.TrimRight(line, "\r\n"), utf8.ValidString(line)
		}
	}
	return "", false
}

// painted returns text in the colour of the severity.
func (p *printer) painted(s schema.Severity, text string) string {
	if !p.colour || text == "" {
		return text
	}
	code := map[schema.Severity]string{schema.Error: "31", schema.Warning: "33", schema.Note: "36"}[s]
	return "\x1b[1;" + code + "m" + text + "\x1b[0m"
}
