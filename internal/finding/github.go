package finding

import (
	"fmt"
	"io"
	"strings"
)

var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// PrintGitHub prints the commands by which a GitHub workflow annotates lines.
func PrintGitHub(out io.Writer, list List) {
	for _, f := range list {
		level := f.Severity.String()
		if f.Severity == Note {
			level = "notice"
		}
		text := Escape(f.Message)
		if f.Pointer != "" {
			text = Escape(string(f.Pointer)) + ": " + text
		}
		if f.Hint != "" {
			text += "\n" + EscapeLines(f.Hint)
		}
		fmt.Fprintf(out, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", level,
			githubProperty.Replace(Escape(f.Pos.Filename)), max(f.Pos.Line, 1), max(f.Pos.Column, 1), f.Rule, githubText.Replace(text))
	}
}
