package generator

import (
	"context"
	"slices"

	"github.com/retrygen/retrygen/schema"
)

// batch is the specs of one run, and how the packages around each are seen.
type batch struct {
	specs  []*schema.Spec
	places []place
	// sketched is what the first tier found, and views the view of each spec;
	// nil where that of the go command is wanted.
	sketched *loaded
	views    []view
}

// newBatch returns specs without any view.
func newBatch(specs []*schema.Spec, places []place) *batch {
	return &batch{specs: specs, places: places, sketched: newLoaded(places), views: make([]view, len(places))}
}

// resolve resolves all specs, in the order of their names. A sketch that leads
// to an error is not believed: the message has to be that of the whole program,
// which is asked then.
func (b *batch) resolve(ctx context.Context) ([]resolved, error) {
	for {
		all, err := b.resolveOnce(ctx)
		if err != nil {
			return nil, err
		}
		again := false
		for i, r := range all {
			if _, isSketch := r.view.(*sketchView); isSketch && r.findings.HasErrors() {
				b.views[i], again = nil, true
			}
		}
		if !again {
			return all, nil
		}
	}
}

func (b *batch) resolveOnce(ctx context.Context) ([]resolved, error) {
	listed := newLoaded(b.places)
	b.sketched.claims = listed.claims
	if err := listed.list(ctx, b.unseen()); err != nil {
		return nil, err
	}
	all := make([]resolved, len(b.specs))
	for _, i := range byName(b.specs) {
		r := newResolver(b.sketched, b.places[i], b.views[i])
		if b.views[i] == nil {
			r = newResolver(listed, b.places[i], newUniverse(listed, b.places[i]))
		}
		all[i] = resolved{r, r.resolve()}
	}
	return all, nil
}

// unseen returns the places of the specs that the go command has to be asked for.
func (b *batch) unseen() []place {
	var places []place
	for i, p := range b.places {
		if b.views[i] == nil {
			places = append(places, p)
		}
	}
	return slices.Clip(places)
}
