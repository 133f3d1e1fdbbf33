package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

func (t *tool) generateCommand() *cobra.Command {
	var format string
	var policyTests bool
	cmd := &cobra.Command{
		Use:   "generate [spec...]",
		Short: "Write the Go code of specs",
		Long: `Generate writes the Go code of specs. A spec with an error writes nothing. A
file is written only if it changes, and never over a file that retrygen did not
generate.
The code of a spec on standard input ("-") goes to standard output.`,
		Example: `  retrygen generate
  retrygen generate ./...
  retrygen generate pay.retry.yaml`,
		ValidArgsFunction: completeSpecs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.generate(cmd.Context(), args, format, policyTests)
		},
	}
	cmd.Flags().BoolVar(&policyTests, "policy-tests", false, "write the policy tests as well, as if every spec said tests: true")
	formatFlag(cmd, &format)
	t.tagsFlag(cmd)
	return cmd
}

func (t *tool) generate(ctx context.Context, args []string, format string, policyTests bool) error {
	sources, err := t.load(args)
	if err != nil {
		return err
	}
	for _, s := range sources {
		if policyTests && s.spec != nil {
			s.spec.AskForTests()
		}
	}
	results, err := t.compileInModules(ctx, sources)
	if err != nil {
		return err
	}
	if err := t.addVocabularies(ctx, sources, results); err != nil {
		return err
	}
	return t.deliverAll(sources, results, format)
}

// deliverAll prints what was found and writes the files of all specs.
func (t *tool) deliverAll(sources []*source, results []generator.Result, format string) error {
	if err := t.report(t.stderr, format, sources); err != nil {
		return err
	}
	var troubles []error
	for _, result := range results {
		if err := t.deliver(result, fromStandardInput(sources, result.Spec)); err != nil {
			troubles = append(troubles, err)
		}
	}
	return errors.Join(append(troubles, failure(sources))...)
}

// deliver writes the files of a spec, or prints the file for standard input.
func (t *tool) deliver(result generator.Result, toStandardOutput bool) error {
	if !toStandardOutput {
		written, err := write(result.Spec.Name, result.Files)
		for _, name := range written {
			if t.verbose && err == nil {
				fmt.Fprintf(t.stderr, "wrote %s\n", finding.Escape(name))
			}
		}
		return err
	}
	if len(result.Files) > 1 {
		return fmt.Errorf("the spec on standard input becomes %d files: store it as a file", len(result.Files))
	}
	for _, file := range result.Files {
		if _, err := t.stdout.Write(file.Content); err != nil {
			return fmt.Errorf("write to standard output: %w", err)
		}
	}
	return nil
}

func fromStandardInput(sources []*source, spec *schema.Spec) bool {
	return slices.ContainsFunc(sources, func(s *source) bool { return s.spec == spec && s.standardInput })
}

// tagsFlag adds the flag for build tags.
func (t *tool) tagsFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&t.tags, "tags", nil, "read Go code with these build tags, as go build -tags does (default: GOFLAGS)")
}

// compileInModules is compile for commands that are about files of a module.
func (t *tool) compileInModules(ctx context.Context, sources []*source) ([]generator.Result, error) {
	for _, s := range sources {
		if _, err := moduleRoot(filepath.Dir(s.name)); err != nil {
			return nil, err
		}
	}
	return t.compileSpecs(ctx, sources)
}

// compileSpecs generates the code of all usable specs, and adds what the generator
// found to their findings.
func (t *tool) compileSpecs(ctx context.Context, sources []*source) ([]generator.Result, error) {
	var specs []*schema.Spec
	bySpec := map[*schema.Spec]*source{}
	for _, s := range sources {
		if s.usable() {
			specs = append(specs, s.spec)
			bySpec[s.spec] = s
		}
	}
	if len(specs) == 0 {
		return nil, nil
	}
	limitMemory(compilingMemory)
	results, err := generator.Generate(ctx, specs, t.tags...)
	if err != nil {
		return nil, err
	}
	for _, result := range results {
		s := bySpec[result.Spec]
		s.findings = append(s.findings, result.Findings...)
		s.findings.Sort()
	}
	return results, nil
}

// failure returns errFindings if a spec has an error.
func failure(sources []*source) error {
	for _, s := range sources {
		if s.findings.HasErrors() {
			return errFindings
		}
	}
	return nil
}
