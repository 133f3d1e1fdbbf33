package main

import (
	"context"
	"errors"
	"fmt"
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
		Short: "Tell whether generate would change anything",
		Long: `Check compares the Go code of specs with the files on disk, prints what
"retrygen generate" would change as a unified diff, and names files of
retrygen's own that no spec generates any more. It writes nothing.`,
		Example: `  retrygen check ./...
  retrygen check --format github ./...`,
		ValidArgsFunction: completeSpecs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.check(cmd.Context(), args, format)
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

func (t *tool) check(ctx context.Context, args []string, format string) error {
	sources, err := t.load(args)
	if err != nil {
		return err
	}
	results, err := compileInModules(ctx, sources)
	if err != nil {
		return err
	}
	return t.compareAll(sources, results, format)
}

// compareAll prints what was found, and what generate would change.
func (t *tool) compareAll(sources []*source, results []generator.Result, format string) error {
	if err := t.report(t.stderr, format, sources); err != nil {
		return err
	}
	drift := false
	for _, result := range results {
		changed, err := t.compare(result)
		if err != nil {
			return err
		}
		drift = drift || changed
	}
	left, err := orphans(results)
	if err != nil {
		return err
	}
	for _, name := range left {
		fmt.Fprintf(t.stderr, "%s: no spec generates it any more: delete it\n", finding.Escape(name))
	}
	if drift || len(left) > 0 {
		return errFindings
	}
	return failure(sources)
}

// compare prints how the files of a spec differ from those on disk, and what
// to do about it.
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
	if changed {
		name := finding.Escape(result.Spec.Name)
		fmt.Fprintf(t.stderr, "%s: its output is out of date: run \"retrygen generate %s\"\n", name, name)
	}
	return changed, nil
}
