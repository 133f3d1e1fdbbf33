package storm

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// scenario is a load on a server, and what happens to it.
type scenario struct {
	clients int     // with a quota each
	each    float64 // fresh calls a second of each client
	good    bool
	outage  outage
	failing float64
	lasts   time.Duration
	make    maker
}

// maker makes a client of a fleet.
type maker func(next Server, opts ...retry.Option) Server

func guarded(next Server, opts ...retry.Option) Server { return NewGuarded(next, opts...) }
func bare(next Server, opts ...retry.Option) Server    { return NewBare(next, opts...) }

// alone makes a client that does not retry, but has the same timeout.
func alone(next Server, opts ...retry.Option) Server {
	return NewBare(next, append(opts, retry.WithMaxAttempts(1))...)
}

// nested makes three clients around each other.
func nested(next Server, opts ...retry.Option) Server {
	return NewGuarded(NewGuarded(NewGuarded(next, opts...), opts...), opts...)
}

// record is what came of a scenario.
type record struct {
	scenario
	arrivals []int // at the server, in each second
	fresh    []int // calls that began, in each second
	failed   []int // of them, those that failed in the end
}

// run runs a scenario with real clients on virtual time.
func run(t *testing.T, s scenario, seed uint64) record {
	t.Helper()
	r := record{scenario: s}
	synctest.Test(t, func(t *testing.T) {
		target := newServer(seed, s.good, s.outage)
		target.failing = s.failing
		draw := rand.New(rand.NewPCG(seed, 2))
		fleet := make([]Server, s.clients)
		for i := range fleet {
			fleet[i] = s.make(target, retry.WithRand(rand.NewPCG(seed, uint64(i)+3)))
		}
		r.fresh, r.failed = make([]int, len(target.arrivals)), make([]int, len(target.arrivals))
		r.load(fleet, draw)
		r.arrivals = target.arrivals
	})
	return r
}

// load makes calls at random moments, as many clients that know nothing of
// each other do, and waits for their ends.
func (r *record) load(fleet []Server, draw *rand.Rand) {
	var calls sync.WaitGroup
	var mu sync.Mutex
	start := time.Now()
	perSecond := r.each * float64(len(fleet))
	for {
		time.Sleep(seconds(draw.ExpFloat64() / perSecond))
		now := time.Since(start)
		if now >= r.lasts {
			break
		}
		second, client := int(now/time.Second), fleet[draw.IntN(len(fleet))]
		r.fresh[second]++
		calls.Go(func() {
			if client.Call(context.Background()) != nil {
				mu.Lock()
				r.failed[second]++
				mu.Unlock()
			}
		})
	}
	calls.Wait()
}

// sum adds up the seconds from begin to end.
func sum(counts []int, begin, end time.Duration) float64 {
	total := 0
	for _, n := range counts[int(begin.Seconds()):int(end.Seconds())] {
		total += n
	}
	return float64(total)
}

// amplification returns the requests that reached the server for each fresh
// call.
func (r record) amplification(begin, end time.Duration) float64 {
	return sum(r.arrivals, begin, end) / sum(r.fresh, begin, end)
}

// worst returns the busiest second, as a multiple of the usual load.
func (r record) worst() float64 {
	return float64(slices.Max(r.arrivals)) / (r.each * float64(r.clients))
}

// lost returns the share of the calls between begin and end that failed.
func (r record) lost(begin, end time.Duration) float64 {
	return sum(r.failed, begin, end) / sum(r.fresh, begin, end)
}

// never is the time to recover of a fleet that does not.
const never = 24 * time.Hour

// recovery returns the time from the end of the outage to the first of ten
// seconds in a row in which 99 % of the calls succeed.
func (r record) recovery() time.Duration {
	for second := int(r.outage.end.Seconds()); second+10 <= int(r.lasts.Seconds()); second++ {
		calm := true
		for s := second; s < second+10; s++ {
			calm = calm && float64(r.failed[s]) <= 0.01*float64(r.fresh[s])
		}
		if calm {
			return time.Duration(second)*time.Second - r.outage.end
		}
	}
	return never
}
