package storm

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

// The model of the server: first in, first out, with a queue.
const (
	rate      = 1000.0 // requests a second that it can serve
	longQueue = 2000.0 // requests that the naive server lets wait
	refusal   = 0.1    // of the work of a request that a refusal costs
	shedAfter = 0.5    // seconds of waiting beyond which the good server refuses
)

var (
	errDown   = errors.New("down")
	errBusy   = errors.New("busy")
	errRandom = errors.New("random failure")
)

// outage is what happens to the server from begin to end.
type outage struct {
	begin, end time.Duration
	capacity   float64 // what is left of its rate
	down       bool    // it refuses all requests at once
}

// server serves requests on virtual time. It needs no goroutine: since it is
// first in, first out, the end of a request is known when it arrives. The naive
// server works on requests whose client has gone; the good one refuses those
// that would wait too long.
type server struct {
	good    bool
	outage  outage
	failing float64 // the share of requests that fail for no reason
	draw    *rand.Rand
	start   time.Time

	mu       sync.Mutex
	booked   float64 // work accepted so far, in requests since the start
	arrivals []int   // requests in each second
}

func newServer(seed uint64, good bool, o outage) *server {
	return &server{good: good, outage: o, start: time.Now(), draw: rand.New(rand.NewPCG(seed, 1)), arrivals: make([]int, 600)}
}

// Call is one request.
func (s *server) Call(ctx context.Context) error {
	done, err := s.accept(time.Since(s.start))
	if err != nil {
		return err
	}
	timer := time.NewTimer(done - time.Since(s.start))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// accept returns when a request that arrives now will have been served.
func (s *server) accept(now time.Duration) (time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.arrivals[int(now/time.Second)]++
	o := s.outage
	if o.down && now >= o.begin && now < o.end {
		return 0, errDown
	}
	if s.failing > 0 && s.draw.Float64() < s.failing {
		return 0, errRandom
	}
	s.booked = max(s.booked, s.work(now))
	wait := s.when(s.booked) - now
	if s.booked-s.work(now) >= longQueue || s.good && wait.Seconds() > shedAfter {
		s.booked += refusal
		return 0, errBusy
	}
	s.booked++
	return s.when(s.booked), nil
}

// work returns the requests that the server can serve until t.
func (s *server) work(t time.Duration) float64 {
	o := s.outage
	return rate*(t-min(max(t-o.begin, 0), o.end-o.begin)).Seconds() + rate*o.capacity*min(max(t-o.begin, 0), o.end-o.begin).Seconds()
}

// when returns the time until which the server can serve the given requests.
func (s *server) when(work float64) time.Duration {
	o := s.outage
	before, during := s.work(o.begin), s.work(o.end)
	switch {
	case work <= before:
		return seconds(work / rate)
	case work < during:
		return o.begin + seconds((work-before)/(rate*o.capacity))
	default:
		return o.end + seconds((work-during)/rate)
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
