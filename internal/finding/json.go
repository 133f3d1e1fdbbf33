package finding

import "io"

// JSONVersion is the version of all JSON that commands print, which docs/schemas
// describes. Keys are added without a new version.
const JSONVersion = 1

// jsonFinding is a finding as [PrintJSON] prints it.
type jsonFinding struct {
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Column   int     `json:"column"`
	Pointer  *string `json:"pointer,omitempty"`
	Rule     string  `json:"rule"`
	Severity string  `json:"severity"`
	Message  string  `json:"message"`
	Hint     string  `json:"hint,omitempty"`
}

// PrintJSON prints the findings as the list "findings" of a JSON object.
func PrintJSON(out io.Writer, list List) error {
	return printJSON(out, list, func(p *string) *string { return p })
}

// PrintCodeJSON is [PrintJSON] for findings about Go code, which has no
// pointers.
func PrintCodeJSON(out io.Writer, list List) error {
	return printJSON(out, list, func(*string) *string { return nil })
}

func printJSON(out io.Writer, list List, pointer func(*string) *string) error {
	findings := make([]jsonFinding, len(list))
	for i, f := range list {
		findings[i] = jsonFinding{
			f.Pos.Filename, f.Pos.Line, f.Pos.Column, pointer((*string)(&f.Pointer)), f.Rule, f.Severity.String(), f.Message, f.Hint,
		}
	}
	return WriteJSON(out, map[string]any{"version": JSONVersion, "findings": findings})
}
