package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/audit"
	"github.com/retrygen/retrygen/internal/audit/driver"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/spf13/cobra"
)

// auditOptions are the flags of audit.
type auditOptions struct {
	format, baseline          string
	enable, disable, retriers []string
}

func (t *tool) auditCommand() *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use:   "audit [package...]",
		Short: "Look for mistakes of retries in Go code",
		Long: `Audit reads Go packages, named as for the go command, and reports mistakes of the
retries in them: functions given to a retry library, and loops. Without a
package it reads the one in the current directory. Tests and generated files are
left out.

"retrygen explain RA101" shows what a rule means and what to do. The comment
"//retrygen:ignore RA101 reason" on a line, or on the line above it, silences a
rule there. With --baseline, only findings that are not in the file are reported;
it holds what audit has printed as JSON or SARIF.

The exit code is 1 if there are findings, and 2 if a package does not load. The
command is also a tool for go vet:

  go vet -vettool=$(go tool -n retrygen) ./...`,
		Example: `  retrygen audit ./...
  retrygen audit --format json ./... > audit.json
  retrygen audit --baseline audit.json ./...`,
		RunE: func(cmd *cobra.Command, args []string) error { return t.audit(cmd.Context(), args, o) },
	}
	formatFlag(cmd, &o.format)
	flags := cmd.Flags()
	flags.StringVar(&o.baseline, "baseline", "", "file with findings that are not reported again")
	flags.StringSliceVar(&o.enable, "enable", nil, "rules to run that are off by default, for example RA108")
	flags.StringSliceVar(&o.disable, "disable", nil, "rules not to run")
	flags.StringSliceVar(&o.retriers, "retrier", nil, "full names of more functions that retry, for example example.com/pkg.Retry")
	if err := cmd.MarkFlagFilename("baseline", "json", "sarif"); err != nil {
		panic(err) // the flag was added above
	}
	return cmd
}

func (t *tool) audit(ctx context.Context, patterns []string, o auditOptions) error {
	if !slices.Contains(printFormats, o.format) {
		return unknownFormat(o.format)
	}
	rules, err := chosenRules(o.enable, o.disable)
	if err != nil {
		return err
	}
	for _, name := range o.retriers {
		retrier.Extend(name)
	}
	var before driver.Baseline
	if o.baseline != "" {
		if before, err = driver.ReadBaseline(o.baseline); err != nil {
			return err
		}
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	useMemory()
	found, err := driver.Check(ctx, "", patterns, rules)
	if err != nil {
		return err
	}
	found = before.New(found, relativeIn("text"), relativeIn("sarif"))
	if err := t.printAudit(t.stdout, o.format, found); err != nil {
		return err
	}
	if len(found) > 0 {
		return errFindings
	}
	return nil
}

// relativeIn returns the function that makes a path relative as a format has it.
func relativeIn(format string) func(string) string {
	base := baseOf(format)
	return func(file string) string { return relativeTo(base, file) }
}

// chosenRules returns the rules that run: those that are on by default, and
// without those that are disabled.
func chosenRules(enable, disable []string) ([]*audit.Rule, error) {
	all := audit.Rules()
	for _, id := range slices.Concat(enable, disable) {
		if !slices.ContainsFunc(all, func(r *audit.Rule) bool { return r.ID == id }) {
			return nil, fmt.Errorf("no rule %q; there are %s", id, strings.Join(auditIDs(), ", "))
		}
	}
	return slices.DeleteFunc(all, func(r *audit.Rule) bool {
		return slices.Contains(disable, r.ID) || r.Optional && !slices.Contains(enable, r.ID)
	}), nil
}

func auditIDs() []string {
	var ids []string
	for _, r := range audit.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// printAudit prints findings about Go code.
func (t *tool) printAudit(out io.Writer, format string, found finding.List) error {
	switch format {
	case "json":
		return finding.PrintCodeJSON(out, t.shown(found, format))
	case "sarif":
		var rules []*finding.Rule
		for _, r := range audit.Rules() {
			rules = append(rules, &r.Rule)
		}
		return finding.PrintSARIF(out, version(), rules, t.shown(found, format))
	default:
		return t.print(out, format, found, sourcesOf(out, found))
	}
}

// sourcesOf returns the files of findings, if their lines are shown.
func sourcesOf(out io.Writer, found finding.List) []*source {
	var sources []*source
	if !isTerminal(out) {
		return nil
	}
	seen := map[string]bool{}
	for _, f := range found {
		name := f.Pos.Filename
		if seen[name] {
			continue
		}
		seen[name] = true
		if text, err := os.ReadFile(name); err == nil { // else the line is not shown
			sources = append(sources, &source{name: name, text: text})
		}
	}
	return sources
}
