package finding

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Printer prints findings for people: the place, the message, the hint, and if
// asked the line of the file.
type Printer struct {
	// Out is what is printed on.
	Out io.Writer
	// Sources are the files that findings are about, by the name in positions.
	Sources map[string][]byte
	// Frames asks for the line of the file that a finding is about.
	Frames bool
	// Color asks for the colors of a terminal.
	Color bool
	// Cites reports whether the id of the rule is printed with an error. It
	// always is with warnings and notes; nil is never.
	Cites func(Finding) bool
}

// Print prints the findings in their order.
func (p *Printer) Print(list List) {
	for _, f := range list {
		p.printOne(f)
	}
}

func (p *Printer) printOne(f Finding) {
	severity := ""
	if f.Severity != Error {
		severity = f.Severity.String() + ": "
	}
	fmt.Fprintf(p.Out, "%s%s%s%s\n", Escape(f.place()), p.painted(f.Severity, severity), Escape(f.Message), p.citation(f))
	if p.Frames {
		p.printFrame(f)
	}
	for line := range strings.Lines(f.Hint) {
		fmt.Fprintf(p.Out, "\t%s\n", EscapeLines(strings.TrimSuffix(line, "\n")))
	}
}

// citation returns the rule of a finding that is a matter of judgment, for
// those who want to know more or to suppress it. An error says all there is.
func (p *Printer) citation(f Finding) string {
	if f.Severity == Error && (p.Cites == nil || !p.Cites(f)) {
		return ""
	}
	return " (" + f.Rule + ")"
}

// printFrame prints the line of the spec that the finding is about, and a caret
// below the column, which counts characters.
func (p *Printer) printFrame(f Finding) {
	line, ok := lineOf(p.Sources[f.Pos.Filename], f.Pos.Line)
	if !ok || f.Pos.Column < 1 || f.Pos.Column > utf8.RuneCountInString(line)+1 {
		return
	}
	before := escape(string([]rune(line)[:f.Pos.Column-1]), "\t")
	indent := strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, before)
	fmt.Fprintf(p.Out, "\t%s\n\t%s%s\n", escape(line, "\t"), indent, p.painted(f.Severity, "^"))
}

func lineOf(text []byte, number int) (string, bool) {
	for line := range strings.Lines(string(text)) {
		if number--; number == 0 {
			return strings.TrimRight(line, "\r\n"), utf8.ValidString(line)
		}
	}
	return "", false
}

// painted returns text in the color of the severity.
func (p *Printer) painted(s Severity, text string) string {
	if !p.Color || text == "" {
		return text
	}
	code := [...]string{Error: "31", Warning: "33", Note: "36"}[s]
	return "\x1b[1;" + code + "m" + text + "\x1b[0m"
}
