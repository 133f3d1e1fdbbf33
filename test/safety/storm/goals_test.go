package storm

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

var long = flag.Bool("long", false, "run five seeds for as long as a real outage is watched")

// times are the lengths of a scenario.
func times() (seeds uint64, before, watched time.Duration) {
	if *long {
		return 5, 60 * time.Second, 180 * time.Second
	}
	return 1, 5 * time.Second, 30 * time.Second
}

const lasting = 60 * time.Second

// fleet returns a scenario of clients, each with its own quota, and an outage.
func fleet(make maker, clients int, each float64, o outage) scenario {
	_, before, watched := times()
	o.begin, o.end = before, before+o.end
	return scenario{make: make, clients: clients, each: each, outage: o, lasts: o.end + watched}
}

var (
	down     = outage{end: lasting, down: true, capacity: 1}
	brownout = outage{end: lasting, capacity: 0.3}
	stall    = outage{end: 10 * time.Second, capacity: 1e-9}
)

// goal is a figure that the build fails above.
type goal struct {
	id, text  string
	limit     float64
	simulated string
	measure   func(t *testing.T, seed uint64) float64
}

// TestGoals measures the goals and prints them as a table.
func TestGoals(t *testing.T) {
	var table strings.Builder
	fmt.Fprintf(&table, "| # | goal | simulated | limit | measured |\n|---|---|---|---|---|\n")
	seeds, _, _ := times()
	for _, g := range goals() {
		t.Run(g.id+" "+g.text, func(t *testing.T) {
			var measured []float64
			for seed := range seeds {
				measured = append(measured, g.measure(t, seed+1))
			}
			slices.Sort(measured)
			median := measured[len(measured)/2]
			if math.IsNaN(median) || median > g.limit {
				t.Errorf("%s is %.3f, above %v", g.text, median, g.limit)
			}
			fmt.Fprintf(&table, "| %s | %s | %s | %v | %.3f |\n", g.id, g.text, g.simulated, g.limit, median)
		})
	}
	t.Logf("\n%s", table.String())
}

// runs keeps what the goals share.
type runs map[string]record

func (r runs) run(t *testing.T, s scenario, seed uint64) record {
	key := fmt.Sprintf("%d %v %v %v %v %p %d", s.clients, s.each, s.good, s.outage, s.failing, s.make, seed)
	if _, ok := r[key]; !ok {
		r[key] = run(t, s, seed)
	}
	return r[key]
}

// amplification is that of a whole outage, or of its last part.
func (r runs) amplification(s scenario, part float64) func(*testing.T, uint64) float64 {
	return func(t *testing.T, seed uint64) float64 {
		o := s.outage
		return r.run(t, s, seed).amplification(o.end-time.Duration(part*float64(o.end-o.begin)), o.end)
	}
}

// worst is the busiest second of several scenarios.
func (r runs) worst(scenarios ...scenario) func(*testing.T, uint64) float64 {
	return func(t *testing.T, seed uint64) float64 {
		worst := 0.0
		for _, s := range scenarios {
			worst = max(worst, r.run(t, s, seed).worst())
		}
		return worst
	}
}

// slower is how many seconds longer recovery takes than without retries.
func (r runs) slower(each float64, o outage) func(*testing.T, uint64) float64 {
	return func(t *testing.T, seed uint64) float64 {
		ours, none := r.run(t, fleet(guarded, 100, each, o), seed), r.run(t, fleet(alone, 100, each, o), seed)
		return (ours.recovery() - none.recovery()).Seconds()
	}
}

// worse is how much success, in points, retries cost a good server in need.
func (r runs) worse(t *testing.T, seed uint64) float64 {
	lost := func(make maker) float64 {
		s := good(make)
		return 100 * r.run(t, s, seed).lost(s.outage.begin, s.outage.end)
	}
	return lost(guarded) - lost(alone)
}

// good is a brownout of a server that refuses what it cannot serve in time.
func good(make maker) scenario {
	s := fleet(make, 100, 7, brownout)
	s.good = true
	return s
}

// failures are the calls in a hundred that fail although the server is well,
// but for a share of random failures.
func (r runs) failures(share float64) func(*testing.T, uint64) float64 {
	return func(t *testing.T, seed uint64) float64 {
		s := fleet(guarded, 100, 7, outage{})
		s.failing, s.lasts = share, 90*time.Second
		return 100 * r.run(t, s, seed).lost(0, s.lasts)
	}
}

// unexplained is the difference of an amplification to the closed form, in
// which a client may retry what its quota holds and what time adds to it.
func (r runs) unexplained(clients int, each float64) func(*testing.T, uint64) float64 {
	return func(t *testing.T, seed uint64) float64 {
		measured := r.amplification(fleet(guarded, clients, each, down), 1)(t, seed)
		return math.Abs(measured - (1 + addedLoad(retry.DefaultQuota(), 3, each, lasting.Seconds())))
	}
}

func goals() []goal {
	r := runs{}
	hard := fleet(guarded, 100, 7, down)
	return []goal{
		{"L1", "hard down: mean amplification", 1.06, "1.03", r.amplification(hard, 1)},
		{"L2", "hard down: amplification in the last third", 1.03, "1.01", r.amplification(hard, 1./3)},
		{"L3", "worst second of all scenarios, as a multiple of the load", 2.6, "2.29",
			r.worst(hard, fleet(guarded, 10, 70, down), fleet(guarded, 100, 7, brownout), fleet(guarded, 100, 7, stall), good(guarded))},
		{"L4", "brownout, load 70 %: seconds that recovery takes longer", 2, "0", r.slower(7, brownout)},
		{"L4", "stall, load 70 %: seconds that recovery takes longer", 2, "0", r.slower(7, stall)},
		{"L5", "brownout, load 90 %: seconds that recovery takes longer", 3, "1", r.slower(9, brownout)},
		{"L5", "stall, load 90 %: seconds that recovery takes longer", 3, "0", r.slower(9, stall)},
		{"L6", "brownout of a good server: points of success lost", 1.5, "0.9", r.worse},
		{"L7", "1 % random failures: calls in a hundred that still fail", 0.002, "0.000", r.failures(0.01)},
		{"L7", "5 % random failures: calls in a hundred that still fail", 0.03, "0.014", r.failures(0.05)},
		{"L7", "10 % random failures: calls in a hundred that still fail", 0.15, "0.103", r.failures(0.10)},
		{"L8", "closed form against measurement, 1 call a second", 0.03, "0.02", r.unexplained(700, 1)},
		{"L8", "closed form against measurement, 7 calls a second", 0.03, "0.02", r.unexplained(100, 7)},
		{"L8", "closed form against measurement, 70 calls a second", 0.03, "0.02", r.unexplained(10, 70)},
		{"L9", "herd: busiest hundredth of a second over the mean", 6.5, "5.7", func(t *testing.T, seed uint64) float64 { return herd(t, newHerd, seed).peak }},
		{"L9", "herd: empty hundredths of a second, in a hundred", 6, "3", func(t *testing.T, seed uint64) float64 { return herd(t, newHerd, seed).empty }},
		{"L10", "three clients around each other: amplification in the last third", 1.40, "1.33", r.amplification(fleet(nested, 100, 7, down), 1./3)},
		{"L11", "empty quota: seconds until the first retry", 21, "20", func(t *testing.T, seed uint64) float64 { return wedged(t).Seconds() }},
	}
}

// TestStormWithoutQuota is the control of the goals: without a quota the fleet
// must keep the server down after a brownout, or the goals prove nothing, and
// without jitter a herd must stay one.
func TestStormWithoutQuota(t *testing.T) {
	x := run(t, fleet(bare, 100, 7, brownout), 1)
	if after := x.recovery(); after != never {
		t.Errorf("L12: recovers %v after the outage", after)
	}
	if got := x.amplification(x.outage.begin, x.outage.end); got < 2 {
		t.Errorf("amplification is %.2f only", got)
	}
	if got := herd(t, newLockstep, 1); got.peak < 20 || got.empty < 90 {
		t.Errorf("without jitter the herd is spread: %+v", got)
	}
}

// wedged empties the quota of a client, and returns how long a healthy server
// then waits for the first retry, if no call succeeds at once.
func wedged(t *testing.T) (after time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var tries int
		refuse := true
		client := NewGuarded(serverFunc(func(context.Context) error {
			if tries++; tries == 1 || refuse {
				return errDown
			}
			return nil
		}))
		for range 30 {
			tries = 0
			_ = client.Call(t.Context())
		}
		refuse = false
		for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
			tries = 0
			if client.Call(t.Context()) == nil || time.Since(begin) > time.Minute {
				after = time.Since(begin)
				return
			}
		}
	})
	return after
}
