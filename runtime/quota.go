package retry

import (
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A quota lives in one word: tokens in the low bits, in thousandths, and in the
// high bits the time of the last refill, in milliseconds since the quota was
// made. The time wraps after half a year, which costs no more than a late
// refill.
const (
	tokenBits = 30
	tokenMask = 1<<tokenBits - 1
	timeMask  = 1<<(64-tokenBits) - 1
	// refillStep is the shortest time, in milliseconds, that earns a refill, so
	// that rounding to thousandths does not eat up a slow one.
	refillStep = 100
)

// Quota is a bucket of tokens that pays for retries, so that retries cannot
// multiply the load of a dependency that is down. Calls that share it keep each
// other within bounds. It is safe for concurrent use; a success with a full
// quota costs one atomic load. A nil *Quota grants every retry.
type Quota struct {
	word                       atomic.Uint64
	capacity                   int64 // in thousandths, as the rest
	retry, throttled, timedOut int64
	success                    int64
	perSecond                  int64
	ratio                      bool
	birth                      time.Time
	clock                      clock
	config                     QuotaConfig
	tokens                     tokenQuota
}

// NewQuota returns a full quota. The zero config is [DefaultQuota].
func NewQuota(config QuotaConfig) *Quota {
	if config == (QuotaConfig{}) {
		config = DefaultQuota()
	}
	q := &Quota{
		capacity:  units(float64(config.Capacity)),
		retry:     units(float64(config.RetryCost)),
		throttled: units(float64(config.ThrottleCost)),
		timedOut:  units(float64(config.TimeoutCost)),
		success:   units(config.SuccessRefund),
		perSecond: units(config.RefillPerSecond),
		ratio:     config.Ratio,
		birth:     time.Now(),
		config:    config,
	}
	if q.throttled == 0 {
		q.throttled = q.retry
	}
	if q.timedOut == 0 {
		q.timedOut = q.retry
	}
	q.word.Store(uint64(q.capacity))
	return q
}

var sharedQuotas sync.Map // string → *Quota

// SharedQuota returns the quota with the given name in this process. The first
// call makes it; later calls return the same quota and ignore config.
func SharedQuota(name string, config QuotaConfig) *Quota {
	if q, ok := sharedQuotas.Load(name); ok {
		return q.(*Quota)
	}
	q, _ := sharedQuotas.LoadOrStore(name, NewQuota(config))
	return q.(*Quota)
}

// Tokens returns the tokens that are left.
func (q *Quota) Tokens() float64 {
	q.reclaim()
	tokens, _ := q.refilled(q.word.Load())
	return float64(tokens) / thousandths
}

// Capacity returns the tokens of a full quota.
func (q *Quota) Capacity() float64 { return float64(q.capacity) / thousandths }

// describe returns the tokens that are left, for the text of an error.
func (q *Quota) describe() string {
	number := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	return " (" + number(q.Tokens()) + " of " + number(q.Capacity()) + " tokens left)"
}

// refilled returns the tokens of a word, including those that time has added,
// and the time of the last refill.
func (q *Quota) refilled(word uint64) (tokens int64, at uint64) {
	tokens, at = int64(word&tokenMask), word>>tokenBits
	if q.perSecond == 0 {
		return tokens, at
	}
	now := uint64(q.clock.since(q.birth).Milliseconds()) & timeMask
	if tokens >= q.capacity {
		return tokens, now
	}
	elapsed := (now - at) & timeMask
	if elapsed < refillStep || elapsed > timeMask/2 {
		return tokens, at
	}
	seconds, rest := int64(elapsed)/1000, int64(elapsed)%1000
	if seconds > q.capacity/q.perSecond {
		return q.capacity, now
	}
	return min(q.capacity, tokens+seconds*q.perSecond+rest*q.perSecond/1000), now
}

// change adds an amount, which may be negative, and reports whether it did. It
// does not if the quota has less than is to be taken, unless drain is set: then
// it takes what is left.
func (q *Quota) change(amount int64, drain bool) bool {
	for {
		word := q.word.Load()
		tokens, at := q.refilled(word)
		tokens = min(tokens+amount, q.capacity)
		if tokens < 0 {
			if !drain {
				return false
			}
			tokens = 0
		}
		if q.word.CompareAndSwap(word, at<<tokenBits|uint64(tokens)) {
			return true
		}
	}
}

// charge takes the cost of a failure if failures, not retries, have a cost.
func (q *Quota) charge() {
	if q.ratio {
		q.change(-q.retry, true)
	}
}

// clean credits a call that succeeded without a retry.
func (q *Quota) clean() {
	if int64(q.word.Load()&tokenMask) != q.capacity {
		q.change(q.success, false)
	}
}

// cost returns the cost of a retry after err.
func (q *Quota) cost(err error, timedOut bool) int64 {
	switch {
	case q.throttled != q.retry && IsThrottling(err):
		return q.throttled
	case q.timedOut != q.retry && (timedOut || IsTimeout(err)):
		return q.timedOut
	}
	return q.retry
}

// pay takes the cost of the next retry of a call, and reports whether the quota
// had it.
func (q *Quota) pay(c *Call, timedOut bool) bool {
	if q.ratio {
		tokens, _ := q.refilled(q.word.Load())
		return 2*tokens > q.capacity
	}
	s := c.state()
	s.held = 0
	cost := q.cost(c.err, timedOut)
	if !q.change(-cost, false) && (!q.reclaim() || !q.change(-cost, false)) {
		return false
	}
	s.held, s.promised = cost, true
	return true
}

// refund gives back the cost of a retry that was not made.
func (c *Call) refund() {
	if c.callState != nil && c.promised {
		c.giveBack()
	}
}

// giveBack gives back what the last retry took.
func (c *Call) giveBack() {
	if c.held > 0 {
		c.policy.config.Quota.change(c.held, false)
	}
	c.held, c.promised = 0, false
}

// credit gives back the cost of the retry that succeeded, or credits a call
// that paid for none.
func (c *Call) credit() {
	q := c.policy.config.Quota
	switch {
	case q == nil:
	case c.callState != nil && c.held > 0:
		q.change(c.held, false)
		c.held = 0
	default:
		q.clean()
	}
}
