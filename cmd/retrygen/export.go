package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/formats"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

// exportOptions are the flags of export.
type exportOptions struct{ to, output, format string }

func (t *tool) exportCommand() *cobra.Command {
	var o exportOptions
	targets := formats.Targets()
	cmd := &cobra.Command{
		Use:   "export --to system [spec] [policy]",
		Short: "Write a policy in the format of another system",
		Long: `Export writes one policy in the format of another system, and on standard error
a report: whether the text is exact, how far its waits are off at most, or on
which failures it decides otherwise than the policy. The text is read again for
that, so that the report is about what was written.

The exit code is 1 if the text decides otherwise (it is written all the same).`,
		Example:           `  retrygen export --to temporal pay.retry.yaml charge`,
		ValidArgsFunction: t.completeExplain,
		RunE:              func(_ *cobra.Command, args []string) error { return t.export(args, o) },
	}
	addFormatFlag(cmd, &o.format, []string{"text", "json"})
	outputFlag(cmd, &o.output)
	cmd.Flags().StringVar(&o.to, "to", "", "system to write for: "+strings.Join(targets, ", "))
	fixed := cobra.FixedCompletions(targets, cobra.ShellCompDirectiveNoFileComp)
	if err := errors.Join(cmd.RegisterFlagCompletionFunc("to", fixed), cmd.MarkFlagRequired("to")); err != nil {
		panic(err) // the flag was added two lines above
	}
	return cmd
}

func (t *tool) export(args []string, o exportOptions) error {
	if o.format != "text" && o.format != "json" {
		return fmt.Errorf("--format %q is none of text, json", o.format)
	}
	specs, names := splitExplain(args)
	sources, err := t.loadSound(specs)
	if err != nil {
		return err
	}
	p, err := onePolicy(sources, names)
	if err != nil {
		return err
	}
	text, report, err := formats.Export(p, o.to)
	if err != nil {
		return err
	}
	if err := t.write(o.output, text); err != nil {
		return err
	}
	if err := t.printReport(report, o.format); err != nil {
		return err
	}
	if report.Verdict == formats.Lossy {
		return errFindings
	}
	return nil
}

// onePolicy returns the policy with the given name, or the only one.
func onePolicy(sources []*source, names []string) (*schema.Policy, error) {
	var all, chosen []*schema.Policy
	var known []string
	for _, s := range sources {
		for _, p := range s.spec.Policies {
			all, known = append(all, p), append(known, p.Name)
			if len(names) == 1 && p.Name == names[0] {
				chosen = append(chosen, p)
			}
		}
	}
	switch {
	case len(names) > 1:
		return nil, errors.New("export writes one policy at a time")
	case len(names) == 0 && len(all) == 1:
		return all[0], nil
	case len(names) == 0:
		return nil, fmt.Errorf("name the policy to export: %s", strings.Join(known, ", "))
	case len(chosen) == 0:
		return nil, unknownPolicy(names[0], known)
	case len(chosen) > 1:
		return nil, fmt.Errorf("%d specs have a policy %q; name the spec too", len(chosen), names[0])
	}
	return chosen[0], nil
}

// printReport prints a report of losses on standard error.
func (t *tool) printReport(r *formats.Report, format string) error {
	if format == "json" {
		return finding.WriteJSON(t.stderr, r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s to %s: %s\n", finding.Escape(r.Policy), r.Target, r.Verdict)
	if r.PerWait > 0 {
		fmt.Fprintf(&b, "\twaits are at most %s apart, and %s together over %d retries\n", r.PerWait, r.Total, r.Retries)
	}
	if r.Verdict == formats.Lossy {
		fmt.Fprintf(&b, "\ton %s: %s\n", finding.Escape(strings.Join(r.Witness, ", then ")), finding.Escape(r.Difference))
	}
	for _, loss := range r.Losses {
		fmt.Fprintf(&b, "\t%s %s: %s\n", loss.Code, loss.Weight, finding.Escape(loss.Message))
	}
	if _, err := io.WriteString(t.stderr, b.String()); err != nil {
		return fmt.Errorf("print the report: %w", err)
	}
	return nil
}
