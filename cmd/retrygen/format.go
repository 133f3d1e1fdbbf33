package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
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
	var findings finding.List
	for _, s := range sources {
		findings = append(findings, s.findings...)
	}
	if t.quiet {
		findings = slices.DeleteFunc(findings, func(f finding.Finding) bool { return f.Severity != finding.Error })
	}
	findings.Sort()
	for i := range findings {
		findings[i].Pos.Filename = relative(findings[i].Pos.Filename)
	}
	switch format {
	case "text":
		newPrinter(out, sources).Print(findings)
		return nil
	case "json":
		return finding.PrintJSON(out, findings)
	case "sarif":
		return finding.PrintSARIF(out, version(), findings)
	case "github":
		finding.PrintGitHub(out, findings)
		return nil
	default:
		return fmt.Errorf("--format %q is none of %s", format, strings.Join(printFormats, ", "))
	}
}
