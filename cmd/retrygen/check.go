package main

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"os"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
)

func (t *tool) checkCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "check [spec...]",
		Short: "Report whether generate would change any file",
		Long: `Check compares the Go code of specs with the files on disk, prints what
"retrygen generate" would change as a unified diff, and names generated files
that no spec generates any more. It writes nothing.`,
		Example: `  retrygen check ./...
  retrygen check --format github ./...`,
		ValidArgsFunction: completeSpecs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.check(cmd.Context(), args, format)
		},
	}
	formatFlag(cmd, &format)
	t.tagsFlag(cmd)
	return cmd
}

func (t *tool) check(ctx context.Context, args []string, format string) error {
	sources, err := t.load(args)
	if err != nil {
		return err
	}
	results, err := t.compileInModules(ctx, sources)
	if err != nil {
		return err
	}
	if err := t.addVocabularies(ctx, sources, results); err != nil {
		return err
	}
	return t.compareAll(sources, results, format)
}

// compareAll prints what was found, and what generate would change.
func (t *tool) compareAll(sources []*source, results []generator.Result, format string) error {
	found := findingsOf(sources)
	for _, result := range results {
		changed, err := t.compare(result)
		if err != nil {
			return err
		}
		if changed {
			found = append(found, finding.New(generator.OutOfDate, token.Position{Filename: result.Spec.Name}, "",
				"the output is out of date", "run: retrygen generate "+relative(result.Spec.Name)))
		}
	}
	left, err := orphans(results)
	if err != nil {
		return err
	}
	for _, name := range left {
		found = append(found, finding.New(generator.LeftOver, token.Position{Filename: name}, "", "no spec generates this file any more", "delete it"))
	}
	if err := t.print(t.stderr, format, found, sources); err != nil {
		return err
	}
	if found.HasErrors() {
		return errFindings
	}
	return failure(sources)
}

// compare prints how the files of a spec differ from the files on disk.
func (t *tool) compare(result generator.Result) (changed bool, err error) {
	for _, file := range result.Files {
		name := relative(file.Path)
		old, err := os.ReadFile(file.Path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, fmt.Errorf("compare: %w", err)
		}
		text := diff.Diff(name, old, name+" (generated)", file.Content)
		if text == nil {
			continue
		}
		changed = true
		if _, err := io.WriteString(t.stdout, finding.EscapeLines(string(text))); err != nil {
			return false, fmt.Errorf("print the difference: %w", err)
		}
	}
	return changed, nil
}
