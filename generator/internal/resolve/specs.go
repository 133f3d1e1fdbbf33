package resolve

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/buildtag"
	"github.com/retrygen/retrygen/schema"
)

// Specs resolves specs, whose names are their paths. Specs that share a package
// take their names in the order of the names of the specs. The build tags are
// the specs of the command line.
func Specs(ctx context.Context, specs []*schema.Spec, tags ...string) ([]Resolved, error) {
	return SpecsFrom(ctx, specs, loadWith(tags))
}

// loader loads the packages that targets need.
type loader func(context.Context, []*gopkg.Target) (*gopkg.Programs, error)

// loadWith returns a loader with the build tags of the command line.
func loadWith(tags []string) loader {
	return func(ctx context.Context, targets []*gopkg.Target) (*gopkg.Programs, error) {
		for _, t := range targets {
			t.Tags = strings.Join(tags, ",")
		}
		return gopkg.Load(ctx, targets)
	}
}

// SpecsFrom is [Specs] with packages that load loads.
func SpecsFrom(ctx context.Context, specs []*schema.Spec, load func(context.Context, []*gopkg.Target) (*gopkg.Programs, error)) ([]Resolved, error) {
	b, err := newBatch(ctx, specs, load)
	if err != nil {
		return nil, err
	}
	for {
		all, inDoubt := b.resolve(specs)
		if len(inDoubt) == 0 {
			return all, nil
		}
		if err := b.LoadWhole(ctx, inDoubt); err != nil {
			return nil, err
		}
	}
}

// newBatch loads the packages of specs.
func newBatch(ctx context.Context, specs []*schema.Spec, load loader) (*batch, error) {
	b := &batch{targets: make([]target, len(specs)), near: map[string][]target{}, builds: map[string]buildtag.Expr{}}
	targets := make([]*gopkg.Target, len(specs))
	for i, spec := range specs {
		t, err := newTarget(spec)
		if err != nil {
			return nil, err
		}
		b.targets[i], targets[i] = t, t.Target
		b.near[placeKey(t.OutDir)] = append(b.near[placeKey(t.OutDir)], t)
		b.builds[spec.Name] = spec.Build
	}
	var err error
	if b.Programs, err = load(ctx, targets); err != nil {
		return nil, err
	}
	return b, nil
}

// resolve resolves all specs. It returns the targets with an error for whose
// message the whole program is needed.
func (b *batch) resolve(specs []*schema.Spec) (all []Resolved, inDoubt []*gopkg.Target) {
	b.claims = map[string]map[string]model.Scope{}
	all = make([]Resolved, len(specs))
	for _, i := range byName(specs) {
		r := newResolver(b, b.targets[i])
		all[i] = r.resolved()
		if r.IsPartial() && r.findings.HasErrors() {
			inDoubt = append(inDoubt, r.target.Target)
		}
	}
	return all, inDoubt
}

// byName returns the indices of the specs in the order of their names.
func byName(specs []*schema.Spec) []int {
	order := make([]int, len(specs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(specs[a].Name, specs[b].Name) })
	return order
}

// resolved resolves the spec.
func (r *resolver) resolved() Resolved {
	files := r.resolve()
	r.findings.Sort()
	resolved := Resolved{Spec: r.spec, Files: files, Findings: r.findings}
	if r.spec.CopyRuntime {
		resolved.Runtime = &RuntimeCopy{
			Dir:        filepath.Join(r.target.OutDir, filepath.FromSlash(model.CopyPath)),
			ImportPath: r.runtimePath(), Header: gopkg.Header(r.target.SpecFile), HTTP: len(r.transports) > 0, Tests: r.spec.Tests || r.hasFakes(),
		}
		for _, engine := range r.engines {
			resolved.Runtime.Engines = append(resolved.Runtime.Engines, engine.Engine().Runtime)
		}
	}
	return resolved
}

// resolve returns the files to emit; they are complete only if there is no
// finding with severity error.
func (r *resolver) resolve() []*model.File {
	if other, ok := r.batch.rival(r.target); ok {
		r.report(ruleNameTaken, "/output", false, fmt.Sprintf("spec %s has the same output", other.SpecFile), "give one of the two another output")
	}
	r.output = r.findOutput()
	policies := r.resolvePolicies()
	clients := r.resolveClients(policies)
	r.checkMatchers(clients)
	r.checkNoResults(clients)
	r.transports = r.resolveTransports(policies)
	r.engines = r.resolveEngines(policies)
	r.batch.claim(r.output.path, r.spec.Name, r.output.names)
	if r.findings.HasErrors() {
		return nil
	}
	fakes := r.fakeFiles(clients)
	if r.findings.HasErrors() {
		return nil
	}
	files := append(r.assemble(policies, clients), fakes...)
	if test := r.policyTestFile(policies, clients); test != nil {
		files = append(files, test)
	}
	return files
}
