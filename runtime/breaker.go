package retry

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// BreakerConfig configures a [Breaker]. A number of zero or less is the default.
type BreakerConfig struct {
	// FailureThreshold is the number of failures in a row that opens the
	// breaker. Default 5.
	FailureThreshold int
	// RecoveryTimeout is how long the breaker stays open before it lets probes
	// through. Default 30s.
	RecoveryTimeout time.Duration
	// Probes is the number of attempts that may be under way at a time while
	// the breaker is half open. Default 1.
	Probes int
	// SuccessThreshold is the number of probes in a row that have to succeed
	// to close the breaker. Default 1.
	SuccessThreshold int
}

// Breaker stops attempts on a dependency that keeps failing. It counts first
// attempts and retries. An error that the policy calls final is an answer: it
// neither counts as a failure nor ends a row of failures. A Breaker is safe for
// concurrent use. While nothing fails, an attempt costs two atomic loads. A nil
// *Breaker allows every attempt.
type Breaker struct {
	config BreakerConfig
	clock  clock
	calm   atomic.Uint64 // the era while closed and the last attempt did not fail, else 0

	mu        sync.Mutex
	state     breakerState
	era       uint64    // counts the states from 1; the ticket of attempts begun in this one
	failures  int       // in a row, while closed
	probes    int       // under way, while half open
	successes int       // in a row, while half open
	until     time.Time // while open: the end of it; while half open: when a probe is given up
}

type breakerState uint8

const (
	closed breakerState = iota
	open
	halfOpen
)

// outcome is the outcome of an attempt that a breaker allowed.
type outcome uint8

const (
	breakerSucceeded outcome = iota
	breakerFailed
	breakerNeutral
)

// NewBreaker returns a closed breaker.
func NewBreaker(config BreakerConfig) *Breaker {
	b := &Breaker{config: BreakerConfig{
		FailureThreshold: orDefault(config.FailureThreshold, 5),
		RecoveryTimeout:  orDefault(config.RecoveryTimeout, 30*time.Second),
		Probes:           orDefault(config.Probes, 1),
		SuccessThreshold: orDefault(config.SuccessThreshold, 1),
	}, era: 1}
	b.calm.Store(b.era)
	return b
}

func orDefault[T int | time.Duration](value, standard T) T {
	if value > 0 {
		return value
	}
	return standard
}

var sharedBreakers sync.Map // string → *Breaker

// SharedBreaker returns the breaker with the given name in this process. The
// first call makes it; later calls return the same breaker and ignore config.
func SharedBreaker(name string, config BreakerConfig) *Breaker {
	if b, ok := sharedBreakers.Load(name); ok {
		return b.(*Breaker)
	}
	b, _ := sharedBreakers.LoadOrStore(name, NewBreaker(config))
	return b.(*Breaker)
}

// allow reports whether an attempt may begin. It returns a ticket to hand in with
// the outcome, or else how long the breaker stays open, 0 if a probe decides.
func (b *Breaker) allow() (ticket uint64, wait time.Duration, ok bool) {
	if b == nil {
		return 0, 0, true
	}
	if era := b.calm.Load(); era != 0 {
		return era, 0, true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.state == open {
		if wait := b.clock.until(b.until); wait > 0 {
			return 0, wait, false
		}
		b.enter(halfOpen)
	}
	if b.state == halfOpen && !b.probe() {
		return 0, 0, false
	}
	return b.era, 0, true
}

// patience is how many recovery timeouts a probe may take before another one
// takes its place.
const patience = 10

// probe reports whether a probe may begin. A probe that does not end, because it
// hangs or its token was dropped, must not keep the breaker open forever. Its
// outcome still counts if it comes.
func (b *Breaker) probe() bool {
	now := b.clock.now()
	if b.probes >= b.config.Probes && now.Before(b.until) {
		return false
	}
	b.probes = min(b.probes+1, b.config.Probes)
	b.until = now.Add(min(b.config.RecoveryTimeout, math.MaxInt64/patience) * patience)
	return true
}

// record takes the outcome of an attempt. It ignores attempts that began before
// the state last changed.
func (b *Breaker) record(ticket uint64, o outcome) {
	if o != breakerFailed && b.calm.Load() != 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case ticket != b.era:
	case b.state == closed:
		b.recordClosed(o)
	case b.state == halfOpen:
		b.recordProbe(o)
	}
}

func (b *Breaker) recordClosed(o outcome) {
	switch o {
	case breakerSucceeded:
		b.failures = 0
		b.calm.Store(b.era)
	case breakerFailed:
		b.failures++
		b.calm.Store(0)
		if b.failures >= b.config.FailureThreshold {
			b.enter(open)
		}
	}
}

func (b *Breaker) recordProbe(o outcome) {
	b.probes = max(b.probes-1, 0)
	switch o {
	case breakerSucceeded:
		b.successes++
		if b.successes >= b.config.SuccessThreshold {
			b.enter(closed)
		}
	case breakerFailed:
		b.enter(open)
	}
}

// enter changes the state.
func (b *Breaker) enter(s breakerState) {
	b.state = s
	b.era++
	b.failures, b.probes, b.successes = 0, 0, 0
	b.calm.Store(0)
	switch s {
	case closed:
		b.calm.Store(b.era)
	case open:
		b.until = b.clock.now().Add(b.config.RecoveryTimeout)
	}
}

// outcomeOf returns what a failed attempt says about the dependency.
func outcomeOf(reason Reason, requeued bool) outcome {
	switch reason {
	case ReasonFinal, ReasonPruned, ReasonContext:
		return breakerNeutral
	}
	if requeued {
		return breakerNeutral
	}
	return breakerFailed
}
