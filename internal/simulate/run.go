package simulate

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/retrygen/retrygen/internal/policy"
)

// MaxSeeds is the most seeds of a simulation.
const MaxSeeds = 10_000

// Options say what to simulate, next to the policies.
type Options struct {
	Model Model
	Seeds Seeds
	// Search looks for the load at which recovery fails as well, where there is
	// a fault. It takes about ten runs.
	Search bool
}

// Check returns what is wrong with the options, in the words of the flags of the
// command.
func (o *Options) Check() error {
	if o.Seeds.Count < 1 || o.Seeds.Count > MaxSeeds {
		return flagError{"seeds", fmt.Sprintf("%d is not between 1 and %d", o.Seeds.Count, MaxSeeds)}
	}
	return o.Model.Check()
}

// Subject is a policy to simulate, and the version of it to compare it with.
type Subject struct {
	Policy, Against     *policy.Policy // Against may be nil
	Source, AgainstFrom string         // the specs, as they were named
}

// Run simulates policies. The same options and policies give the same report.
func Run(ctx context.Context, o Options, subjects []Subject) (*Report, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	r := &Report{Version: reportVersion, Scenario: o.Model.Scenario, Seeds: o.Seeds, Model: newModelReport(&o.Model)}
	for _, s := range subjects {
		simulations, err := o.subject(ctx, s)
		if err != nil {
			return nil, err
		}
		r.Simulations = append(r.Simulations, simulations...)
	}
	return r, nil
}

// subject simulates the variants of a policy.
func (o *Options) subject(ctx context.Context, s Subject) ([]*Simulation, error) {
	once := *s.Policy
	once.MaxAttempts = 1
	variants := []*variant{
		{policy: s.Policy, Simulation: &Simulation{Policy: s.Policy.Name, Variant: AsWritten, Source: s.Source}},
		{policy: &once, Simulation: &Simulation{Policy: s.Policy.Name, Variant: NoRetries, Source: s.Source}},
	}
	if s.Against != nil {
		variants = append(variants, &variant{policy: s.Against, Simulation: &Simulation{Policy: s.Against.Name, Variant: Against, Source: s.AgainstFrom}})
	}
	var all []*Simulation
	for _, v := range variants {
		if err := o.run(ctx, v); err != nil {
			return nil, err
		}
		all = append(all, v.Simulation)
	}
	guarded, err := o.withQuota(ctx, variants[0], variants[1])
	if err != nil {
		return nil, err
	}
	for _, v := range variants {
		v.Summary = o.summary(v, variants[1], guarded)
	}
	return all, nil
}

// variant is a variant of a policy, and what came of it.
type variant struct {
	policy *policy.Policy
	*Simulation
	limit limit
}

func (o *Options) run(ctx context.Context, v *variant) error {
	if err := Check(v.policy); err != nil {
		return err
	}
	records, err := runSeeds(ctx, &o.Model, v.policy, o.Seeds)
	if err != nil {
		return err
	}
	v.fill(&o.Model, records)
	if o.Search && o.Model.HasFault() {
		if v.limit, err = o.search(ctx, v.policy); err != nil {
			return err
		}
		v.Recovery.Limit = v.limit.number()
	}
	return nil
}

// withQuota simulates the policy with the default quota, where it has none and
// that could be what keeps it from recovering; else it returns nil.
func (o *Options) withQuota(ctx context.Context, v, once *variant) (*variant, error) {
	if v.policy.Quota != nil || !o.Model.HasFault() || o.recovers(v.Simulation) || !o.recovers(once.Simulation) {
		return nil, nil
	}
	p := *v.policy
	p.Quota = defaultQuota()
	guarded := &variant{policy: &p, Simulation: &Simulation{}}
	records, err := runSeeds(ctx, &o.Model, &p, o.Seeds)
	if err != nil {
		return nil, err
	}
	guarded.fill(&o.Model, records)
	return guarded, nil
}

// recovers reports whether more than half of the seeds recover.
func (o *Options) recovers(s *Simulation) bool {
	return s.Recovery.Recovered != nil && 2**s.Recovery.Recovered > o.Seeds.Count
}

// runSeeds runs all seeds, as many at a time as there are processors.
func runSeeds(ctx context.Context, m *Model, p *policy.Policy, seeds Seeds) ([]*record, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	records := make([]*record, seeds.Count)
	var workers sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), seeds.Count) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < seeds.Count && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				seed := seeds.First + uint64(i)
				record, err := newEngine(ctx, m, p, seed).run(seed)
				if err != nil {
					cancel(err)
					return
				}
				records[i] = record
			}
		})
	}
	workers.Wait()
	return records, context.Cause(ctx)
}
