package simulate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
)

// The bounds of one seed. A policy that has no end could otherwise keep
// calls for ever.
const (
	maxInFlight = 2_000_000
	// patience is how long calls are followed after the last of them began. One
	// that has not ended by then has failed.
	patience = time.Hour
	// maxAttempts is how many attempts there may be.
	maxAttempts = 500_000_000
	// each is after how many steps the bounds and the context are looked at.
	each = 1 << 14
)

// engine runs one seed of a simulation. One goroutine makes all calls.
type engine struct {
	ctx     context.Context
	model   *Model
	policy  *policy.Policy
	clock   virtualTime
	events  queue
	server  *server
	row     *row            // of Contention, else nil
	fleet   []*retry.Policy // the layers of each client, one client after the other
	early   bool
	calls   []call
	frames  []frame // the layers of each call
	free    []int32
	record  *record
	timeout time.Duration // of attempts, where the policy has none; 0 is no bound
	layers  int
	steps   int // calls that began and events that happened
}

// call is a call of a client, from its beginning until its end.
type call struct {
	begun     instant
	client    int32
	succeeded bool // the last attempt did
}

// frame is a call at one layer.
type frame struct {
	call  retry.Call
	ctx   context.Context // around the call
	plain bool            // the first attempt, which is a plain call
}

// The streams of random numbers of a seed. Those of clients follow.
const (
	arrivalStream = iota
	serverStream
	clientStreams
)

func newEngine(ctx context.Context, m *Model, p *policy.Policy, seed uint64) *engine {
	e := &engine{ctx: ctx, model: m, policy: p, early: startsEarly(p), record: newRecord(m), layers: m.Layers}
	if p.AttemptTimeout <= 0 {
		e.timeout = m.Timeout
	}
	e.fleet = make([]*retry.Policy, m.Clients*m.Layers)
	c := config(p)
	for i := range e.fleet {
		c.Breaker = breaker(p)
		e.fleet[i] = retry.New(c, retry.WithRand(random{rand.NewPCG(seed, clientStreams+uint64(i)), &e.clock}))
	}
	draws := rand.New(rand.NewPCG(seed, serverStream))
	if m.Scenario == Contention {
		e.row = &row{random: draws}
	} else {
		e.server = &server{model: m, random: draws}
	}
	return e
}

// run runs the seed until the last call has ended.
func (e *engine) run(seed uint64) (*record, error) {
	if e.model.Scenario == Contention {
		for client := range e.model.Clients {
			e.begin(int32(client))
		}
	} else if err := e.load(newArrivals(e.model, rand.New(rand.NewPCG(seed, arrivalStream)))); err != nil {
		return nil, err
	}
	end := instant(e.model.Duration).after(patience)
	if err := e.handleUntil(end); err != nil {
		return nil, err
	}
	e.record.giveUp(e.calls)
	return e.record, nil
}

// load makes the calls that arrive, and handles what happens between them.
func (e *engine) load(a *arrivals) error {
	end := instant(e.model.Duration)
	e.events.add(event{at: instant(time.Second), kind: tick})
	for {
		at, client := a.draw()
		if at >= end {
			return nil
		}
		if err := e.handleUntil(at); err != nil {
			return err
		}
		e.clock.at = at
		e.begin(client)
		if err := e.check(); err != nil {
			return err
		}
	}
}

// handleUntil handles the events up to a time.
func (e *engine) handleUntil(until instant) error {
	for {
		next, ok := e.events.next(until)
		if !ok {
			return nil
		}
		e.clock.at = next.at
		e.handle(next)
		if err := e.check(); err != nil {
			return err
		}
	}
}

// check ends a simulation that is canceled or has become too large.
func (e *engine) check() error {
	if e.steps++; e.steps%each != 0 {
		return nil
	}
	switch {
	case e.ctx.Err() != nil:
		return context.Cause(e.ctx)
	case len(e.calls)-len(e.free) > maxInFlight:
		return fmt.Errorf("more than %d calls are in flight %v after the beginning: shorten --duration, or lower the load", maxInFlight, time.Duration(e.clock.at))
	case e.record.attempts > maxAttempts:
		return fmt.Errorf("there are more than %d attempts: shorten --duration, or lower the load", maxAttempts)
	}
	return nil
}

func (e *engine) handle(next event) {
	switch next.kind {
	case served:
		e.calls[next.call].succeeded = true
		e.ended(next.call, e.layers-1, nil)
	case refused:
		e.ended(next.call, e.layers-1, errUnavailable)
	case timedOut:
		e.ended(next.call, e.layers-1, errTimeout)
	case conflicted:
		e.ended(next.call, e.layers-1, errConflict)
	case waited:
		e.again(next.call, int(next.level))
	case reading:
		e.read(next.call)
	case writing:
		e.write(next.call)
	case tick:
		e.tick()
	}
}

// tick notes how many requests wait at the end of a second.
func (e *engine) tick() {
	e.record.sample(e.clock.at, e.server.waiting(e.clock.at))
	if next := e.clock.at.after(time.Second); next <= instant(e.model.Duration) {
		e.events.add(event{at: next, kind: tick})
	}
}

// begin begins a call.
func (e *engine) begin(client int32) {
	var id int32
	if n := len(e.free); n > 0 {
		id, e.free = e.free[n-1], e.free[:n-1]
	} else {
		id = int32(len(e.calls))
		e.calls = append(e.calls, call{})
		e.frames = append(e.frames, make([]frame, e.layers)...)
	}
	e.calls[id] = call{begun: e.clock.at, client: client}
	e.record.begun(e.clock.at)
	e.descend(id, 0, context.Background())
}

// frame returns a layer of a call and its policy.
func (e *engine) frame(id int32, level int) (*frame, *retry.Policy) {
	return &e.frames[int(id)*e.layers+level], e.fleet[int(e.calls[id].client)*e.layers+level]
}

// descend makes an attempt of the layer above level: a call of the layer, or at
// the bottom a request.
func (e *engine) descend(id int32, level int, ctx context.Context) {
	for ; level < e.layers; level++ {
		f, p := e.frame(id, level)
		f.ctx, f.plain = ctx, !e.early
		if f.plain {
			continue
		}
		f.call = p.Start(ctx, operation)
		if !f.call.Again() {
			e.left(id, level, f.call.Err())
			return
		}
		ctx = f.call.Context()
	}
	e.request(id, ctx)
}

// request sends a request to the server.
func (e *engine) request(id int32, ctx context.Context) {
	now := e.clock.at
	e.calls[id].succeeded = false
	e.record.attempted(now)
	end := e.deadline(ctx)
	if e.row != nil {
		e.contend(id, end)
		return
	}
	a := e.server.take(now)
	if end < a.at {
		if a.kind == served {
			e.record.wasted++
		}
		a = answer{end, timedOut}
	}
	e.events.add(event{at: a.at, call: id, kind: a.kind})
}

// deadline returns when the client gives up on an attempt.
func (e *engine) deadline(ctx context.Context) instant {
	end := never
	if e.timeout > 0 {
		end = e.clock.at.after(e.timeout)
	}
	if e.early {
		if deadline, ok := ctx.Deadline(); ok {
			end = min(end, instant(deadline.Sub(epoch)))
		}
	}
	return end
}

// ended hands the result of an attempt to the layer that made it, and that of
// its call to the layer above, until one of them waits.
func (e *engine) ended(id int32, level int, err error) {
	f, p := e.frame(id, level)
	switch {
	case !f.plain:
		f.call.Tried(err)
	case err == nil:
		p.Succeeded(f.ctx, operation)
	default:
		f.plain = false
		f.call = p.Failed(f.ctx, operation, err)
	}
	if err == nil {
		e.left(id, level, nil)
		return
	}
	if pause := e.clock.take(); pause > 0 {
		e.events.add(event{at: e.clock.at.after(pause), call: id, kind: waited, level: int8(level)})
		return
	}
	e.again(id, level)
}

// again makes the next attempt of a layer, or ends its call.
func (e *engine) again(id int32, level int) {
	f, _ := e.frame(id, level)
	if f.call.Again() {
		e.descend(id, level+1, f.call.Context())
		return
	}
	e.left(id, level, f.call.Err())
}

// left ends the call of a layer.
func (e *engine) left(id int32, level int, err error) {
	f, _ := e.frame(id, level)
	f.call = retry.Call{}
	if level > 0 {
		e.ended(id, level-1, err)
		return
	}
	c := &e.calls[id]
	e.record.ended(c.begun, e.clock.at, c.succeeded)
	c.client = -1
	e.free = append(e.free, id)
}
