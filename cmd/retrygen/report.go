package main

import (
	"io"
	"os"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lint"
)

// newPrinter returns a printer of findings about the sources. On a terminal it
// prints the lines that findings are about, and in color.
func newPrinter(out io.Writer, sources []*source) *finding.Printer {
	p := &finding.Printer{Out: out, Sources: map[string][]byte{}}
	for _, s := range sources {
		p.Sources[relative(s.name)] = s.text
		for name, text := range s.foreign {
			p.Sources[relative(name)] = text
		}
	}
	p.Frames = isTerminal(out)
	p.Color = p.Frames && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	p.Cites = func(f finding.Finding) bool { return lint.IsRule(f.Rule) }
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
