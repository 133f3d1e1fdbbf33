package main

import (
	"fmt"
	"io"
	"os"
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
	return t.print(out, format, findingsOf(sources), sources)
}

// findingsOf returns the findings about all sources.
func findingsOf(sources []*source) finding.List {
	var findings finding.List
	for _, s := range sources {
		findings = append(findings, s.findings...)
	}
	return findings
}

// print prints findings in the given format.
func (t *tool) print(out io.Writer, format string, findings finding.List, sources []*source) error {
	findings = t.shown(findings, format)
	switch format {
	case "text":
		newPrinter(out, sources).Print(findings)
		return nil
	case "json":
		return finding.PrintJSON(out, findings)
	case "sarif":
		return finding.PrintSARIF(out, version(), finding.Rules(), findings)
	case "github":
		finding.PrintGitHub(out, findings)
		return nil
	default:
		return unknownFormat(format)
	}
}

func unknownFormat(format string) error {
	return fmt.Errorf("--format %q is none of %s", format, strings.Join(printFormats, ", "))
}

// shown returns the findings that are printed, in their order, with files
// relative as the format has them.
func (t *tool) shown(findings finding.List, format string) finding.List {
	if t.quiet {
		findings = slices.DeleteFunc(findings, func(f finding.Finding) bool { return f.Severity != finding.Error })
	}
	findings.Sort()
	base := baseOf(format)
	for i := range findings {
		findings[i].Pos.Filename = relativeTo(base, findings[i].Pos.Filename)
	}
	return findings
}

// baseOf returns the directory to which the paths in a format are relative: the
// root of the repository for what GitHub reads in a workflow, else the current
// directory.
func baseOf(format string) string {
	if root := os.Getenv("GITHUB_WORKSPACE"); root != "" && (format == "github" || format == "sarif") {
		return root
	}
	dir, _ := os.Getwd()
	return dir
}
