package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/simulate"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

// simulateFormats are the ways to print a simulation.
var simulateFormats = []string{"text", "json", "markdown", "svg"}

// simulateOptions are the flags of simulate.
type simulateOptions struct {
	simulate.Options
	scenario         string
	against          string
	maxAmplification float64
	format           string
	serveOn          string // an address; empty: no page
}

func (t *tool) simulateCommand() *cobra.Command {
	o := simulateOptions{Options: simulate.Options{Model: simulate.Default(), Seeds: simulate.Seeds{First: 1, Count: 20}}}
	cmd := &cobra.Command{
		Use:   "simulate [spec] [policy...]",
		Short: "Show whether a fleet recovers from an outage under a policy",
		Long: `Simulate shows what a fleet of clients with a policy does to a server that fails,
and whether the calls succeed again after it: with the policy, without retries,
and with --against under another version of it. The clients run the runtime of
generated code on virtual time; the server is a model, which is printed with the
figures. An argument without a dot or slash is the name of a policy.

The scenarios are outage (every attempt fails for a while), brownout (the capacity
falls to a part), spike (the load is a multiple), flaky (a part of all attempts
fails), and contention (all clients write one row at once, as in the model of the
AWS architecture blog). The same seeds give the same output.

The exit code is 1 if the mean amplification, attempts divided by calls during the
fault, is above --max-amplification. With --serve the figures are in a page on
this machine, where the policy and the model can be changed.`,
		Example: `  retrygen simulate --scenario brownout --capacity 1500 --timeout 1s
  retrygen simulate pay.retry.yaml charge --scenario spike --spike 5 --capacity 1500
  retrygen simulate --against git:origin/main --max-amplification 1.25
  retrygen simulate --serve`,
		ValidArgsFunction: t.completeExplain,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Model.Scenario = simulate.Scenario(o.scenario)
			if o.serveOn != "" && !cmd.Flags().Changed("seeds") {
				o.Seeds.Count = pageSeeds
			}
			return t.simulate(cmd.Context(), args, &o, cmd.Flags().Changed("max-amplification"))
		},
	}
	addFormatFlag(cmd, &o.format, simulateFormats)
	addModelFlags(cmd, &o)
	return cmd
}

// addModelFlags adds the flags of the model.
func addModelFlags(cmd *cobra.Command, o *simulateOptions) {
	flags, m := cmd.Flags(), &o.Model
	names := make([]string, len(simulate.Scenarios))
	for i, s := range simulate.Scenarios {
		names[i] = string(s)
	}
	flags.StringVar(&o.scenario, "scenario", names[0], "what happens: "+strings.Join(names, ", "))
	flags.IntVar(&m.Clients, "clients", m.Clients, "number of clients, each with its own quota and breaker")
	flags.Float64Var(&m.Rate, "rate", m.Rate, "calls a second of each client")
	flags.StringVar(&m.Arrivals, "arrivals", m.Arrivals, "how calls arrive: poisson, paced")
	flags.DurationVar(&m.Duration, "duration", m.Duration, "how long calls begin")
	flags.DurationVar(&m.FaultAt, "fault-at", m.FaultAt, "when the outage, brownout or spike begins")
	flags.DurationVar(&m.FaultFor, "fault-for", m.FaultFor, "how long it lasts")
	flags.Float64Var(&m.SpikeFactor, "spike", m.SpikeFactor, "the load in a spike, as a multiple")
	flags.Float64Var(&m.BrownoutFactor, "brownout", m.BrownoutFactor, "the capacity in a brownout, as a part")
	flags.Float64Var(&m.FailureRate, "failure-rate", m.FailureRate, "the part of all attempts that fail if flaky, from 0 to 1")
	flags.Float64Var(&m.Capacity, "capacity", m.Capacity, "requests a second that the server serves (default: no bound)")
	flags.IntVar(&m.Queue, "queue", m.Queue, "requests that wait for a server with a capacity; more are rejected")
	flags.DurationVar(&m.Latency, "latency", m.Latency, "how long an answer takes, next to waiting and service")
	flags.DurationVar(&m.Slowdown, "slowdown", m.Slowdown, "what each request in flight adds to the latency, without a capacity")
	flags.StringVar(&m.Service, "service", m.Service, "the time of service: fixed, exponential")
	flags.DurationVar(&m.Timeout, "timeout", m.Timeout, "the timeout of attempts where the policy has none (default: none)")
	flags.IntVar(&m.Layers, "layers", m.Layers, "number of clients around each other, each with the policy")
	flags.Uint64Var(&o.Seeds.First, "seed", o.Seeds.First, "the first seed")
	flags.IntVar(&o.Seeds.Count, "seeds", o.Seeds.Count, "number of seeds, one after the other")
	flags.BoolVar(&o.Search, "search", false, "also look for the load at which recovery fails")
	flags.StringVar(&o.against, "against", "", "another version of the spec to compare with: a path, or git:REV")
	flags.Float64Var(&o.maxAmplification, "max-amplification", 0, "the greatest mean amplification; above it the exit code is 1")
	flags.StringVar(&o.serveOn, "serve", "", "show the figures in a page on this machine, at the `address` HOST:PORT (default: a free port of 127.0.0.1)")
	flags.Lookup("serve").NoOptDefVal = anyPort
	for flag, words := range map[string][]string{"scenario": names, "arrivals": {simulate.Poisson, simulate.Paced}, "service": {simulate.Fixed, simulate.Exponential}} {
		fixed := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
		if err := cmd.RegisterFlagCompletionFunc(flag, fixed); err != nil {
			panic(err) // the flag was added above
		}
	}
}

func (t *tool) simulate(ctx context.Context, args []string, o *simulateOptions, bounded bool) error {
	if !slices.Contains(simulateFormats, o.format) {
		return fmt.Errorf("--format %q is none of %s", o.format, strings.Join(simulateFormats, ", "))
	}
	if bounded && !(o.maxAmplification >= 1) {
		return fmt.Errorf("--max-amplification %v is below 1, which is a call without a retry", o.maxAmplification)
	}
	if err := o.Check(); err != nil {
		return err
	}
	if o.serveOn != "" {
		return t.serve(ctx, args, o)
	}
	subjects, err := t.subjects(ctx, args, o.against)
	if err != nil {
		return err
	}
	if o.format == "svg" {
		if err := o.checkPicture(subjects); err != nil {
			return err
		}
	}
	limitMemory(compilingMemory)
	report, err := simulate.Run(ctx, o.Options, subjects)
	if err != nil {
		return err
	}
	if err := t.printSimulation(report, o); err != nil {
		return err
	}
	if bounded {
		return t.bound(report, o.maxAmplification)
	}
	return nil
}

func (t *tool) printSimulation(r *simulate.Report, o *simulateOptions) error {
	switch o.format {
	case "json":
		return finding.WriteJSON(t.stdout, r)
	case "markdown":
		return printText(t.stdout, simulateMarkdown(r, &o.Model))
	case "svg":
		image, err := simulate.Picture(&o.Model, r.Simulations).SVG()
		if err != nil {
			return err
		}
		return printText(t.stdout, string(image))
	default:
		return printText(t.stdout, simulateText(r, &o.Model))
	}
}

// checkPicture returns why a picture cannot be drawn.
func (o *simulateOptions) checkPicture(subjects []simulate.Subject) error {
	if o.Model.Scenario == simulate.Contention {
		return errors.New("--format svg draws calls over time, and in contention they all begin at once")
	}
	if len(subjects) == 1 {
		return nil
	}
	names := make([]string, len(subjects))
	for i, s := range subjects {
		names[i] = s.Policy.Name
	}
	return fmt.Errorf("--format svg draws one policy: name one of %s", strings.Join(names, ", "))
}

// bound reports the policies whose amplification is above a bound.
func (t *tool) bound(r *simulate.Report, most float64) error {
	var err error
	for _, s := range r.Simulations {
		if s.Variant == simulate.AsWritten && float64(s.Amplification.Mean.Mean) > most {
			fmt.Fprintf(t.stderr, "%s: policy %s: the mean amplification is %s, above --max-amplification %v\n",
				finding.Escape(s.Source), s.Policy, simulate.Short(s.Amplification.Mean), most)
			err = errFindings
		}
	}
	return err
}

// subjects loads and compiles the policies to simulate.
func (t *tool) subjects(ctx context.Context, args []string, against string) ([]simulate.Subject, error) {
	specs, names := splitExplain(args)
	sources, err := t.loadSound(specs)
	if err != nil {
		return nil, err
	}
	selected, err := selectPolicies(sources, names)
	if err != nil {
		return nil, err
	}
	subjects := make([]simulate.Subject, len(selected))
	for i, s := range selected {
		subjects[i] = simulate.Subject{Policy: s.policy, Source: s.source}
	}
	if against == "" {
		return subjects, nil
	}
	where := "."
	if len(specs) > 0 {
		where = specs[0]
	}
	return subjects, t.addAgainst(ctx, subjects, against, where)
}

// addAgainst adds the other version of each policy, by its name.
func (t *tool) addAgainst(ctx context.Context, subjects []simulate.Subject, against, where string) error {
	old, err := t.otherVersion(ctx, against, where)
	if err != nil {
		return err
	}
	for i := range subjects {
		s := &subjects[i]
		for _, spec := range old.specs {
			if p := policyNamed(spec.source.spec, s.Policy.Name); p != nil {
				s.Against, s.AgainstFrom = compile.Policy(p), spec.source.name
			}
		}
		if s.Against == nil {
			return noOtherVersion(s.Policy.Name, against)
		}
	}
	return nil
}

func noOtherVersion(policy, against string) error {
	return fmt.Errorf("no policy %q in %s to compare with", policy, against)
}

// otherVersion loads the other version of specs.
func (t *tool) otherVersion(ctx context.Context, against, where string) (*side, error) {
	old, err := sideOf(ctx, against, where)
	if err != nil {
		return nil, err
	}
	if err := t.report(t.stderr, "text", old.sources()); err != nil {
		return nil, err
	}
	if failure(old.sources()) != nil {
		return nil, errors.New("a spec with errors cannot be simulated")
	}
	return old, nil
}

func policyNamed(s *schema.Spec, name string) *schema.Policy {
	for _, p := range s.Policies {
		if p.Name == name {
			return p
		}
	}
	return nil
}
