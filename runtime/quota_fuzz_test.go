package retry_test

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// FuzzInterleavedQuota compares a quota with a model over calls that run at the
// same time: every byte lets one of them take a step, or time pass.
func FuzzInterleavedQuota(f *testing.F) {
	f.Add([]byte{2, 6, 10, 1, 5, 9, 16, 3, 7, 21, 0}, uint8(3), uint8(2), uint8(25), uint8(1))
	f.Add([]byte{8, 12, 9, 13, 16, 16, 4, 5, 8, 0, 1}, uint8(10), uint8(0), uint8(30), uint8(7))
	f.Fuzz(func(t *testing.T, steps []byte, cost, throttle, capacity, perSecond uint8) {
		interleave(t, steps, retry.QuotaConfig{
			Capacity: int(capacity) + 1, RetryCost: int(cost), ThrottleCost: int(throttle),
			SuccessRefund: 1, RefillPerSecond: float64(perSecond),
		})
	})
}

// TestInterleavedQuota tries many orders.
func TestInterleavedQuota(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range *traceCount {
		steps := make([]byte, 60)
		for i := range steps {
			steps[i] = byte(random.Uint32())
		}
		interleave(t, steps, retry.QuotaConfig{
			Capacity: 1 + random.IntN(40), RetryCost: random.IntN(20), ThrottleCost: random.IntN(20),
			SuccessRefund: 1, RefillPerSecond: float64(random.IntN(3)),
		})
	}
}

func interleave(t *testing.T, steps []byte, config retry.QuotaConfig) {
	synctest.Test(t, func(t *testing.T) {
		q := retry.NewQuota(config)
		m := &bucket{left: config.Capacity, config: config}
		strategy := quotaPolicy(q, 0).Strategy()
		var calls [4]tokenCall
		for i, step := range steps {
			c := &calls[step%4]
			switch step / 4 % 5 {
			case 0:
				time.Sleep(time.Second)
				m.add(int(config.RefillPerSecond))
			case 1:
				c.succeed(t, strategy, m)
			case 2, 3:
				c.fail(t, strategy, m, errDown, config.RetryCost)
			case 4:
				c.fail(t, strategy, m, throttled, config.ThrottleCost)
			}
			if got := q.Tokens(); got != float64(m.left) {
				t.Fatalf("%+v: %v tokens after step %d of %v, model %d", config, got, i, steps, m.left)
			}
		}
	})
}

// bucket is a quota told in one line.
type bucket struct {
	left   int
	config retry.QuotaConfig
}

func (m *bucket) add(tokens int) { m.left = min(m.left+tokens, m.config.Capacity) }

// tokenCall is a call under way.
type tokenCall struct {
	token retry.RetryToken
	open  bool
	held  int
}

func (c *tokenCall) begin(t *testing.T, strategy retry.RetryStrategy) {
	if c.open {
		return
	}
	token, err := strategy.AcquireInitialRetryToken(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	*c = tokenCall{token: token, open: true}
}

// succeed ends a call: its last retry earns its cost back, or else it a token.
func (c *tokenCall) succeed(t *testing.T, strategy retry.RetryStrategy, m *bucket) {
	c.begin(t, strategy)
	strategy.RecordSuccess(c.token)
	if c.held > 0 {
		m.add(c.held)
	} else {
		m.add(1)
	}
	c.open = false
}

// fail pays for a retry, or ends the call. A cost of 0 for throttling is that of
// any retry.
func (c *tokenCall) fail(t *testing.T, strategy retry.RetryStrategy, m *bucket, err error, cost int) {
	c.begin(t, strategy)
	if cost == 0 {
		cost = m.config.RetryCost
	}
	token, refused := strategy.RefreshRetryTokenForRetry(c.token, err)
	if granted := m.left >= cost; granted != (refused == nil) {
		t.Fatalf("a retry for %d of %d tokens: %v", cost, m.left, refused)
	}
	c.token, c.open, c.held = token, refused == nil, cost
	if c.open {
		m.left -= cost
	}
}
