package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

// printFormats are the ways to print findings.
var printFormats = []string{"text", "json", "sarif", "github"}

func formatFlag(cmd *cobra.Command, format *string) {
	addFormatFlag(cmd, format, printFormats)
}

func addFormatFlag(cmd *cobra.Command, format *string, choices []string) {
	cmd.Flags().StringVar(format, "format", choices[0], "how to print: "+strings.Join(choices, ", "))
	fixed := cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc("format", fixed); err != nil {
		panic(err) // the flag was added two lines above
	}
}

// report prints the findings of all sources.
func (t *tool) report(out io.Writer, format string, sources []*source) error {
	var findings schema.Diagnostics
	for _, s := range sources {
		findings = append(findings, s.findings...)
	}
	findings.Sort()
	for i := range findings {
		findings[i].Pos.Filename = relative(findings[i].Pos.Filename)
	}
	switch format {
	case "text":
		newPrinter(out, sources).print(findings)
		return nil
	case "json":
		return printJSON(out, jsonFindings(findings))
	case "sarif":
		return printJSON(out, sarifLog(findings))
	case "github":
		printGitHub(out, findings)
		return nil
	default:
		return fmt.Errorf("--format %q is none of %s", format, strings.Join(printFormats, ", "))
	}
}

func printJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	return nil
}

// jsonFinding is a finding of --format json.
type jsonFinding struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Pointer  string `json:"pointer"`
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

func jsonFindings(findings schema.Diagnostics) any {
	list := make([]jsonFinding, len(findings))
	for i, d := range findings {
		list[i] = jsonFinding{
			d.Pos.Filename, d.Pos.Line, d.Pos.Column, string(d.Pointer), d.Rule, d.Severity.String(), d.Message, d.Hint,
		}
	}
	return map[string]any{"findings": list}
}

var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// printGitHub prints the commands by which a GitHub workflow annotates lines.
func printGitHub(out io.Writer, findings schema.Diagnostics) {
	for _, d := range findings {
		level := d.Severity.String()
		if d.Severity == schema.Note {
			level = "notice"
		}
		text := d.Message
		if d.Pointer != "" {
			text = string(d.Pointer) + ": " + text
		}
		if d.Hint != "" {
			text += "\n" + d.Hint
		}
		fmt.Fprintf(out, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", level,
			githubProperty.Replace(d.Pos.Filename), max(d.Pos.Line, 1), max(d.Pos.Column, 1), d.Rule, githubText.Replace(text))
	}
}
