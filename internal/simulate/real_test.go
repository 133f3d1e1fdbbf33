package simulate

import (
	"context"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
)

// realRun runs a seed with goroutines, real contexts and real timers, in a bubble
// of synctest: the clients call Do.
func realRun(t *testing.T, m *Model, p *policy.Policy, seed uint64) (r *record) {
	synctest.Test(t, func(t *testing.T) {
		r = newRecord(m)
		x := &realServer{server: server{model: m, random: rand.New(rand.NewPCG(seed, serverStream))}, record: r, start: time.Now()}
		if p.AttemptTimeout <= 0 {
			x.timeout = m.Timeout
		}
		var fleet []*retry.Policy
		for i := range m.Clients * m.Layers {
			c := config(p)
			c.Breaker = breaker(p)
			fleet = append(fleet, retry.New(c, retry.WithRand(rand.NewPCG(seed, clientStreams+uint64(i)))))
		}
		a := newArrivals(m, rand.New(rand.NewPCG(seed, arrivalStream)))
		var calls sync.WaitGroup
		for {
			at, client := a.draw()
			if at >= instant(m.Duration) {
				break
			}
			time.Sleep(time.Until(x.start.Add(time.Duration(at))))
			x.do(func() { r.begun(at) })
			calls.Go(func() {
				succeeded := false
				_ = x.call(context.Background(), fleet[int(client)*m.Layers:int(client+1)*m.Layers], &succeeded)
				x.do(func() { r.ended(at, x.now(), succeeded) })
			})
		}
		calls.Wait()
	})
	return r
}

// realServer is the model of the server, for clients that wait for it.
type realServer struct {
	mu sync.Mutex
	server
	record  *record
	start   time.Time
	timeout time.Duration
}

func (x *realServer) now() instant { return instant(time.Since(x.start)) }

func (x *realServer) do(f func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	f()
}

// call calls through all layers.
func (x *realServer) call(ctx context.Context, layers []*retry.Policy, succeeded *bool) error {
	if len(layers) == 0 {
		*succeeded = false
		err := x.request(ctx)
		*succeeded = err == nil
		return err
	}
	return layers[0].Do(ctx, func(ctx context.Context) error { return x.call(ctx, layers[1:], succeeded) })
}

func (x *realServer) request(ctx context.Context) error {
	var a answer
	x.do(func() {
		x.record.attempted(x.now())
		a = x.take(x.now())
	})
	if x.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, x.timeout)
		defer cancel()
	}
	select {
	case <-time.After(time.Duration(a.at - x.now())):
		if a.kind == refused {
			return errUnavailable
		}
		return nil
	case <-ctx.Done():
		if a.kind == served {
			x.do(func() { x.record.wasted++ })
		}
		return errTimeout
	}
}

// TestReal: the simulation and real clients on the same server make the same
// attempts at the same nanoseconds.
func TestReal(t *testing.T) {
	overloaded := Default()
	overloaded.Scenario, overloaded.Clients, overloaded.Rate, overloaded.Duration = Brownout, 5, 8, 60*time.Second
	overloaded.FaultAt, overloaded.FaultFor = 10*time.Second, 15*time.Second
	overloaded.Capacity, overloaded.Queue, overloaded.Timeout, overloaded.BrownoutFactor = 60, 100, 700*time.Millisecond, 0.2
	down := overloaded
	down.Scenario, down.Capacity = Outage, 0
	slow := overloaded
	slow.Scenario, slow.Capacity, slow.Slowdown, slow.SpikeFactor = Spike, 0, 20*time.Millisecond, 3
	drawn := overloaded
	drawn.Service = Exponential
	layered := down
	layered.Layers = 3
	flaky := down
	flaky.Scenario, flaky.FailureRate, flaky.Timeout = Flaky, 0.4, 0
	for name, m := range map[string]Model{"brownout": overloaded, "outage": down, "slowdown": slow, "exponential": drawn, "layers": layered, "flaky": flaky} {
		for _, block := range []string{
			plain,
			plain + "\n    attempt_timeout: 500ms",
			plain + "\n    quota: {}",
			plain + "\n    quota: {timeout_cost: 30}\n    attempt_timeout: 400ms",
			plain + "\n    quota: {preset: grpc}",
			plain + "\n    circuit_breaker: {failure_threshold: 4, recovery_timeout: 3s, half_open_probes: 2}",
			plain + "\n    total_timeout: 900ms\n    nested: once",
			"prodigy: {attempts: 6, initial_delay: 100ms}\n    attempt_timeout: 300ms\n    errors: {stop: [timeout]}",
			"smithy: {max_attempts: 4}",
			"httpx: {total: 5, backoff_factor: 0.3, max_backoff_wait: 1, backoff_jitter: 0.4}",
		} {
			t.Run(name+"/"+block, func(t *testing.T) {
				p := compiled(t, block)
				want := realRun(t, &m, p, 7)
				e := newEngine(t.Context(), &m, p, 7)
				got, err := e.run(7)
				if err != nil {
					t.Fatal(err)
				}
				for i := range got.perSecond {
					got.perSecond[i].waiting = 0 // only the simulation looks
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("simulated %d calls, %d attempts, %d successes, mean %v; real %d, %d, %d, %v",
						got.calls, got.attempts, got.successes, got.times.mean(), want.calls, want.attempts, want.successes, want.times.mean())
				}
			})
		}
	}
}
