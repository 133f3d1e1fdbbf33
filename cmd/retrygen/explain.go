package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

func (t *tool) explainCommand() *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain [spec] [policy...]",
		Short: "Show when a policy retries, or what a rule means",
		Long: `Explain shows the shortest, mean and longest wait before every retry, also as a
bar, and the sum of the longest ones so far; how long calls that give up have
waited in all; the limits of the policy; and what to know about it. An argument
without a dot or slash is the name of a policy.

With --deadline and --failure-rate it shows how likely a call succeeds in time,
with --outage how likely it outlives an outage that begins with it. Quotas,
breakers and hints are left out of both.

With the id of a rule, as "vet" prints it, explain shows what the rule finds, why
that matters, and what to write instead: "retrygen explain RG210".`,
		Example: `  retrygen explain
  retrygen explain pay.retry.yaml charge --deadline 10s
  retrygen explain RG210`,
		ValidArgsFunction: t.completeExplain,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.deadlineGiven, o.outageGiven = cmd.Flags().Changed("deadline"), cmd.Flags().Changed("outage")
			if cmd.Flags().Changed("failure-rate") != o.deadlineGiven {
				return fmt.Errorf("--deadline and --failure-rate go together")
			}
			return t.explain(args, o)
		},
	}
	addFormatFlag(cmd, &o.format, explainFormats)
	flags := cmd.Flags()
	flags.IntVar(&o.retries, "retries", -1, "number of retries to show, also past the limit (default: all, at most 10)")
	flags.BoolVar(&o.ascii, "ascii", false, "draw bars in ASCII (default: where the locale is not UTF-8)")
	flags.DurationVar(&o.deadline, "deadline", 0, "show how likely a call succeeds in this time")
	flags.Float64Var(&o.failureRate, "failure-rate", 0, "the part of all attempts that fail, from 0 to 1")
	flags.DurationVar(&o.outage, "outage", 0, "show how likely a call survives an outage of this length")
	flags.DurationVar(&o.attempt, "attempt", 0, "how long an attempt takes, for --deadline and --outage")
	return cmd
}

func (t *tool) explain(args []string, o explainOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	if len(args) > 0 && isRule(args[0]) {
		return t.explainRules(args)
	}
	specs, names := splitExplain(args)
	sources, err := t.loadSound(specs)
	if err != nil {
		return err
	}
	policies, err := selectPolicies(sources, names)
	if err != nil {
		return err
	}
	accounts := make([]account, len(policies))
	for i, p := range policies {
		accounts[i] = newAccount(p.policy, &o)
	}
	return t.explainAs(accounts, &o)
}

func (t *tool) explainAs(accounts []account, o *explainOptions) error {
	switch o.format {
	case "json":
		return finding.WriteJSON(t.stdout, explainJSON(accounts, o))
	case "markdown":
		return printText(t.stdout, explainMarkdown(accounts, o))
	case "svg":
		return explainSVG(t.stdout, accounts)
	default:
		return printText(t.stdout, explainText(accounts, o, screenOf(t.stdout, o.ascii)))
	}
}

// splitExplain separates the specs and the policies in the arguments.
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

// selection is a compiled policy and the spec that it is from.
type selection struct {
	policy *policy.Policy
	source string
}

// selectPolicies compiles the policies with the given names, or all.
func selectPolicies(sources []*source, names []string) ([]selection, error) {
	var selected []selection
	var known []string
	for _, s := range sources {
		for _, p := range s.spec.Policies {
			known = append(known, p.Name)
			if len(names) == 0 || slices.Contains(names, p.Name) {
				selected = append(selected, selection{compile.Policy(p), s.name})
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
