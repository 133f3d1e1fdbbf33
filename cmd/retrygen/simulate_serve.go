package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/simulate/page"
	"github.com/retrygen/retrygen/schema"
)

// anyPort is the address of --serve without a value.
const anyPort = "127.0.0.1:0"

// pageSeeds is the number of seeds of a page, which is asked again and again.
const pageSeeds = 5

// serve shows simulations in a page until the context ends.
func (t *tool) serve(ctx context.Context, args []string, o *simulateOptions) error {
	specs, names := splitExplain(args)
	sources, err := t.loadSound(specs)
	if err != nil {
		return err
	}
	if len(sources) != 1 {
		return fmt.Errorf("--serve shows one spec, and there are %d: name one", len(sources))
	}
	selected, err := selectPolicies(sources, names)
	if err != nil {
		return err
	}
	if len(selected) == 0 {
		return errors.New("--serve shows policies, and the spec has none")
	}
	s := sources[0]
	c := page.Config{Options: o.Options, Spec: string(s.text), Policy: selected[0].policy.Name, Load: loadAs(s.name)}
	if o.against != "" {
		if c.Against, err = t.againstText(ctx, o.against, s.name, c.Policy); err != nil {
			return err
		}
	}
	l, err := page.Listen(ctx, o.serveOn)
	if err != nil {
		return fmt.Errorf("--serve %s: %w", o.serveOn, err)
	}
	p := page.New(c)
	if err := printText(t.stdout, p.Address(l)+"\n"); err != nil {
		return errors.Join(err, l.Close())
	}
	limitMemory(compilingMemory)
	return p.Serve(ctx, l)
}

// loadAs returns a function that loads the text of a spec that stands where the
// named one does.
func loadAs(name string) func([]byte) (*schema.Spec, finding.List) {
	return func(text []byte) (*schema.Spec, finding.List) {
		edited := &source{name: name, text: text}
		edited.loadFrom()
		return edited.spec, edited.findings
	}
}

// againstText returns the text of the spec that another version of a policy is
// in.
func (t *tool) againstText(ctx context.Context, against, where, policy string) (string, error) {
	old, err := t.otherVersion(ctx, against, where)
	if err != nil {
		return "", err
	}
	for _, spec := range old.specs {
		if policyNamed(spec.source.spec, policy) != nil {
			return string(spec.source.text), nil
		}
	}
	return "", noOtherVersion(policy, against)
}
