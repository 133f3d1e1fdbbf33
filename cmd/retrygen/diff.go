package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/internal/effect"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

// diffFormats are the ways to print the effect of a change.
var diffFormats = []string{"text", "markdown", "json"}

// never is the --fail-on of a diff that only reports.
const never = "never"

// diffOptions are the flags of diff.
type diffOptions struct{ format, failOn string }

func (t *tool) diffCommand() *cobra.Command {
	var o diffOptions
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Show what a change of specs does",
		Long: `Diff compares two versions of specs by what they do: attempts, waits, limits,
errors that are newly retried or no longer, and methods that follow another
policy. OLD and NEW are each a spec, a directory, DIR/... for all below it, or
a version in git: "git:REV:PATH", or "git:REV" for what the other side names.

A change is breaking if it makes more load or takes away a protection or a name
of the Go code; notable if it changes what a call does otherwise; or cosmetic.
The exit code is 1 if a change is at least as heavy as --fail-on.`,
		Example: `  retrygen diff git:origin/main ./...
  retrygen diff git:v1.2.0 pay.retry.yaml --format markdown
  retrygen diff old.retry.yaml new.retry.yaml --fail-on notable`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeSpecs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.diff(cmd.Context(), args[0], args[1], o)
		},
	}
	addFormatFlag(cmd, &o.format, diffFormats)
	cmd.Flags().StringVar(&o.failOn, "fail-on", effect.Breaking.String(), "the least severity of a failure: breaking, notable, cosmetic or never")
	return cmd
}

func (t *tool) diff(ctx context.Context, before, after string, o diffOptions) error {
	if !slices.Contains(diffFormats, o.format) {
		return fmt.Errorf("--format %q is none of text, markdown, json", o.format)
	}
	least, err := effect.ParseSeverity(o.failOn)
	if err != nil && o.failOn != never {
		return fmt.Errorf("--fail-on %q is none of breaking, notable, cosmetic, never", o.failOn)
	}
	pairs, err := t.specPairs(ctx, before, after)
	if err != nil {
		return err
	}
	diffs := make([]specDiff, len(pairs))
	for i, p := range pairs {
		diffs[i] = specDiff{p.name, effect.Compare(p.before, p.after)}
		effect.BySeverity(diffs[i].changes)
	}
	if err := t.printDiffs(diffs, o.format); err != nil {
		return err
	}
	if o.failOn != never && slices.ContainsFunc(diffs, func(d specDiff) bool { return d.atLeast(least) }) {
		return errFindings
	}
	return nil
}

// specPair is two versions of a spec; nil is none.
type specPair struct {
	name          string
	before, after *schema.Spec
}

// specPairs loads both sides and pairs their specs by name. Two single files
// are a pair under any names.
func (t *tool) specPairs(ctx context.Context, before, after string) ([]specPair, error) {
	old, err := sideOf(ctx, before, after)
	if err != nil {
		return nil, err
	}
	now, err := sideOf(ctx, after, before)
	if err != nil {
		return nil, err
	}
	sources := slices.Concat(old.sources(), now.sources())
	if err := t.report(t.stderr, "text", sources); err != nil {
		return nil, err
	}
	if failure(sources) != nil {
		return nil, errors.New("a spec with errors has no effect to compare")
	}
	if old.single && now.single {
		return []specPair{{now.specs[0].name, old.specs[0].source.spec, now.specs[0].source.spec}}, nil
	}
	return paired(old, now), nil
}

func paired(old, now *side) []specPair {
	var names []string
	for _, s := range slices.Concat(old.specs, now.specs) {
		names = append(names, s.name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	pairs := make([]specPair, len(names))
	for i, name := range names {
		pairs[i] = specPair{name, old.spec(name), now.spec(name)}
	}
	return pairs
}
