package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/retrygen/retrygen/policy"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

// ruleDifference is the rule of what a compiled policy has to say.
const ruleDifference = "RG350"

func (t *tool) vetCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "vet [spec...]",
		Short: "Look for mistakes in specs",
		Long: `Vet tells what is wrong with specs and what is likely not meant, down to the Go
names in them if they lie in a module. It notes where the system of a policy
does something else than its documentation says. Notes alone are no failure.`,
		ValidArgsFunction: completeSpecs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.vet(cmd.Context(), args, format)
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

func (t *tool) vet(ctx context.Context, args []string, format string) error {
	sources, err := t.load(args)
	if err != nil {
		return err
	}
	if _, err := compile(ctx, inModules(sources)); err != nil {
		return err
	}
	for _, s := range sources {
		s.findings = append(s.findings, notes(s)...)
	}
	if err := t.report(t.stdout, format, sources); err != nil {
		return err
	}
	return judgement(sources)
}

// inModules returns the sources whose Go names can be looked up.
func inModules(sources []*source) []*source {
	var found []*source
	for _, s := range sources {
		if _, err := moduleRoot(filepath.Dir(s.name)); !errors.Is(err, errNoModule) {
			found = append(found, s)
		}
	}
	return found
}

// notes returns what the compiled policies have to say.
func notes(s *source) schema.Diagnostics {
	if !s.usable() {
		return nil
	}
	var findings schema.Diagnostics
	for _, p := range s.spec.Policies {
		for _, text := range policy.Compile(p).Notes {
			findings = append(findings, s.spec.Finding(ruleDifference, p.Pointer, true, text, ""))
		}
	}
	return findings
}

// judgement returns errFindings if there is more than a note.
func judgement(sources []*source) error {
	for _, s := range sources {
		for _, d := range s.findings {
			if d.Severity != schema.Note {
				return errFindings
			}
		}
	}
	return nil
}
