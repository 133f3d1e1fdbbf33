package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/policy"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

// The numbers of rows: by default, and the most that can be asked for.
const (
	defaultRows = 10
	maxRows     = 1_000
)

// explainOptions are the flags of explain.
type explainOptions struct {
	format  string
	retries int // −1: as many as there are, at most defaultRows
}

func (t *tool) explainCommand() *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain [spec] [policy...]",
		Short: "Show when a policy retries, or what a rule means",
		Long: `Explain shows the shortest, mean and longest wait before every retry, the sum
of the longest ones so far, the limits of the policy, and what to know about it.
An argument without a dot or slash is the name of a policy.

With the id of a rule, as "vet" prints it, explain tells what the rule finds, why
that matters, and what to write instead: "retrygen explain RG210".`,
		ValidArgsFunction: t.completeExplain,
		RunE:              func(_ *cobra.Command, args []string) error { return t.explain(args, o) },
	}
	addFormatFlag(cmd, &o.format, []string{"text", "json"})
	cmd.Flags().IntVar(&o.retries, "retries", -1, "number of retries to show, also past the limit (default: all, at most 10)")
	return cmd
}

func (t *tool) explain(args []string, o explainOptions) error {
	switch {
	case o.format != "text" && o.format != "json":
		return fmt.Errorf("--format %q is none of text, json", o.format)
	case o.retries < -1 || o.retries > maxRows:
		return fmt.Errorf("--retries %d is not between 0 and %d", o.retries, maxRows)
	}
	if len(args) > 0 && isRule(args[0]) {
		return t.explainRules(args)
	}
	specs, names := splitExplain(args)
	sources, err := t.load(specs)
	if err != nil {
		return err
	}
	if err := t.report(t.stderr, "text", sources); err != nil {
		return err
	}
	if err := failure(sources); err != nil {
		return err
	}
	policies, err := selectPolicies(sources, names)
	if err != nil {
		return err
	}
	if o.format == "json" {
		return printJSON(t.stdout, explainJSON(policies, o.retries))
	}
	return explainText(t.stdout, policies, o.retries)
}

// splitExplain tells the specs among the arguments from the policies.
func splitExplain(args []string) (specs, policies []string) {
	for _, arg := range args {
		if isSpecArgument(arg) {
			specs = append(specs, arg)
		} else {
			policies = append(policies, arg)
		}
	}
	return specs, policies
}

// isSpecArgument reports whether arg can be no policy, whose name is a plain
// word: a spec in a file or directory of such a name is written "./word".
func isSpecArgument(arg string) bool {
	return arg == standardInput || strings.ContainsAny(arg, `./\`)
}

// selectPolicies compiles the policies with the given names, or all.
func selectPolicies(sources []*source, names []string) ([]*policy.Policy, error) {
	var selected []*policy.Policy
	var known []string
	for _, s := range sources {
		for _, p := range s.spec.Policies {
			known = append(known, p.Name)
			if len(names) == 0 || slices.Contains(names, p.Name) {
				selected = append(selected, policy.Compile(p))
			}
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, unknownPolicy(name, known)
		}
	}
	return selected, nil
}

func unknownPolicy(name string, known []string) error {
	if near, ok := schema.Nearest(name, known); ok {
		return fmt.Errorf("no policy %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("no policy %q; there are %s", name, strings.Join(known, ", "))
}

// rowsOf returns the number of retries to show.
func rowsOf(p *policy.Policy, asked int) int {
	switch {
	case asked >= 0:
		return asked
	case p.MaxAttempts == 0:
		return defaultRows
	default:
		return min(p.MaxAttempts-1, defaultRows)
	}
}
