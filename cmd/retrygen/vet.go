package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/internal/lint"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

func (t *tool) vetCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "vet [spec...]",
		Short: "Look for mistakes in specs",
		Long: `Vet reports what is wrong with specs and what is probably unintended, down to the Go
names in them if they lie in a module. It judges what a policy does to its
callers and to the servers that it retries, and notes where the system of a
policy does something else than its documentation says. Notes alone are no
failure.

"retrygen explain RG210" shows what a rule means and what to do. The comment
"# retrygen:ignore RG210 reason" in a policy silences a rule for that policy.`,
		Example: `  retrygen vet
  retrygen vet --format sarif ./... > findings.sarif`,
		ValidArgsFunction: completeSpecs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.vet(cmd.Context(), args, format)
		},
	}
	formatFlag(cmd, &format)
	t.tagsFlag(cmd)
	return cmd
}

func (t *tool) vet(ctx context.Context, args []string, format string) error {
	sources, err := t.load(args)
	if err != nil {
		return err
	}
	sound := slices.DeleteFunc(slices.Clone(sources), func(s *source) bool { return !s.usable() })
	results, err := t.compileSpecs(ctx, inModules(sources))
	if err != nil {
		return err
	}
	for _, s := range sound {
		s.findings = append(s.findings, lint.Check(s.spec, codeOf(s, results))...)
	}
	if err := t.report(t.stdout, format, sources); err != nil {
		return err
	}
	return verdict(sources)
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

// codeOf returns what the results say about the Go code of a spec. One with an
// error in its code is judged as well: that does not change what its policies
// do.
func codeOf(s *source, results []generator.Result) lint.Code {
	for _, result := range results {
		if result.Spec == s.spec {
			return lint.Code{WithoutContext: result.WithoutContext}
		}
	}
	return lint.Code{}
}

// verdict returns errFindings if there is more than a note.
func verdict(sources []*source) error {
	for _, s := range sources {
		for _, d := range s.findings {
			if d.Severity != schema.Note {
				return errFindings
			}
		}
	}
	return nil
}
