package retry_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// throttled and slow are errors with costs of their own.
const throttled = status(429)

type slow struct{}

func (slow) Error() string { return "slow" }
func (slow) Timeout() bool { return true }

func quotaPolicy(q *retry.Quota, attempts int) *retry.Policy {
	return retry.New(retry.Config{Name: "charge", MaxAttempts: attempts, Quota: q})
}

// TestQuotaBalances runs calls one after the other and looks at the balance
// after each.
func TestQuotaBalances(t *testing.T) {
	type call struct {
		errs []error
		want float64
	}
	fail, ok := []error{errDown}, []error{nil}
	tests := map[string]struct {
		config   retry.QuotaConfig
		attempts int
		calls    []call
	}{
		"default": {retry.QuotaConfig{}, 2, []call{
			{ok, 100}, {fail, 90}, {fail, 80}, {ok, 81}, {[]error{errDown, nil}, 81}, {fail, 71},
		}},
		"the last cost comes back": {retry.AWS2026Quota(), 4, []call{
			{[]error{errDown, errDown, errDown, nil}, 472}, {[]error{slow{}, nil}, 472}, {[]error{throttled, throttled, nil}, 467}, {ok, 468},
		}},
		"legacy": {retry.AWSLegacyQuota(), 2, []call{
			{fail, 495}, {[]error{slow{}}, 485}, {[]error{throttled}, 480}, {ok, 481},
		}},
		"a final error returns nothing": {retry.QuotaConfig{Capacity: 20, RetryCost: 10}, 3, []call{
			{[]error{errDown, retry.Prune(errDown)}, 10},
		}},
		"a requeue costs nothing": {retry.QuotaConfig{Capacity: 20, RetryCost: 10}, 3, []call{
			{[]error{retry.RequeueAfter(1), nil}, 20},
		}},
		"a requeue after a retry": {retry.QuotaConfig{Capacity: 20, RetryCost: 10}, 3, []call{
			{[]error{errDown, retry.RequeueAfter(1), nil}, 10}, // the retry did not succeed
		}},
		"refused": {retry.QuotaConfig{Capacity: 25, RetryCost: 10, SuccessRefund: 0.25}, 9, []call{
			{fail, 5}, {fail, 5}, {ok, 5.25},
		}},
		"ratio": {retry.GRPCQuota(), 2, []call{
			{ok, 10}, {fail, 8}, {fail, 6}, {fail, 5}, {fail, 4}, {ok, 4.1}, {[]error{errDown, nil}, 3.1},
		}},
		"nothing to give":   {retry.QuotaConfig{RetryCost: 1}, 3, []call{{fail, 0}, {ok, 0}}},
		"beyond the bounds": {retry.QuotaConfig{Capacity: math.MaxInt, RetryCost: -5}, 3, []call{{fail, retry.MaxQuota}}},
	}
	for name, test := range tests {
		for loop, run := range loops {
			synctest.Test(t, func(t *testing.T) {
				q := retry.NewQuota(test.config)
				for i, c := range test.calls {
					_ = run(t.Context(), quotaPolicy(q, test.attempts), newScript(c.errs...).call)
					if got := q.Tokens(); got != c.want {
						t.Errorf("%s, %s: %v tokens after call %d, want %v", name, loop, got, i+1, c.want)
					}
				}
			})
		}
	}
}

func TestQuotaRefusalIsNoServerError(t *testing.T) {
	q := retry.NewQuota(retry.QuotaConfig{Capacity: 5, RetryCost: 10})
	err := plainFirst(t.Context(), quotaPolicy(q, 3), newScript(status(503)).call)
	if reasonOf(t, err) != retry.ReasonQuota || !strings.Contains(err.Error(), "client-side retry quota exhausted (5 of 5 tokens left)") || !errors.Is(err, status(503)) {
		t.Errorf("got %v", err)
	}
}

// TestQuotaRefusalStillBacksOff: a caller that loops over refused calls is slowed
// down by them.
func TestQuotaRefusalStillBacksOff(t *testing.T) {
	for loop, run := range loops {
		synctest.Test(t, func(t *testing.T) {
			p := retry.New(retry.Config{MaxAttempts: 3, Backoff: constant(time.Second), Quota: retry.NewQuota(retry.QuotaConfig{Capacity: 1, RetryCost: 2})})
			s := newScript(errDown)
			err := run(t.Context(), p, s.call)
			if len(s.at) != 1 || time.Since(s.start) != time.Second || reasonOf(t, err) != retry.ReasonQuota {
				t.Errorf("%s: %v after %v, %d attempts", loop, err, time.Since(s.start), len(s.at))
			}
			if e, _ := errors.AsType[*retry.RetryError](err); e.Waited != time.Second || e.Wait != 0 {
				t.Errorf("%s: waited %v, wants a wait of %v", loop, e.Waited, e.Wait)
			}
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(100*ms, cancel)
			start := time.Now()
			err = run(ctx, p, newScript(errDown).call)
			if time.Since(start) != 100*ms || reasonOf(t, err) != retry.ReasonContext {
				t.Errorf("%s: cancelled: %v after %v", loop, err, time.Since(start))
			}
		})
	}
}

func TestCancelledWaitGivesTheCostBack(t *testing.T) {
	for loop, run := range loops {
		synctest.Test(t, func(t *testing.T) {
			q := retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10})
			p := retry.New(retry.Config{Backoff: constant(time.Second), Quota: q})
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(2500*ms, cancel)
			_ = run(ctx, p, newScript(errDown).call)
			if got := q.Tokens(); got != 80 { // two retries were made, the third was not
				t.Errorf("%s: %v tokens, want 80", loop, got)
			}
		})
	}
}

func TestNothingIsPaidForAForbiddenRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10})
		ctx, cancel := context.WithTimeout(t.Context(), ms)
		defer cancel()
		for _, config := range []retry.Config{
			{Quota: q, MaxAttempts: 1},
			{Quota: q, Backoff: constant(time.Hour)}, // past the deadline
			{Quota: q, Backoff: constant(ms / 2), WaitBudget: retry.WaitBudget{Limit: 1}},
			{Quota: q, Backoff: constant(ms / 2), TotalTimeout: 1},
		} {
			_ = plainFirst(ctx, retry.New(config), newScript(errDown).call)
			if got := q.Tokens(); got != 100 {
				t.Errorf("%v tokens after a retry that was not allowed", got)
			}
		}
	})
}

func TestQuotaRefillsWithTime(t *testing.T) {
	for _, step := range []time.Duration{time.Millisecond, 99 * ms, 100 * ms, 150 * ms, time.Second, 7 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			q := retry.NewQuota(retry.QuotaConfig{Capacity: 10, RetryCost: 10, RefillPerSecond: 0.5})
			p := quotaPolicy(q, 2)
			_ = p.Do(t.Context(), newScript(errDown).call)
			start := time.Now()
			for q.Tokens() < 10 {
				time.Sleep(step)
				p.Succeeded(t.Context(), "") // earns nothing, but makes the quota settle
				_ = p.Do(t.Context(), newScript(errDown, nil).call)
			}
			// Within a step of 20 seconds, rounding included.
			if took := time.Since(start); took < 20*time.Second || took > 21*time.Second+step {
				t.Errorf("looked at every %v: full after %v, want 20s", step, took)
			}
			time.Sleep(1 << 50)
			if got := q.Tokens(); got != 10 {
				t.Errorf("%v tokens after 13 days, capacity 10", got)
			}
		})
	}
}

// TestNoWedge: an empty quota grants a retry again, though no call succeeds.
func TestNoWedge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := quotaPolicy(retry.NewQuota(retry.QuotaConfig{}), 2)
		for range 20 {
			_ = p.Do(t.Context(), newScript(errDown).call)
		}
		start := time.Now()
		for {
			s := newScript(errDown)
			if _ = p.Do(t.Context(), s.call); len(s.at) == 2 {
				break
			}
			time.Sleep(time.Second)
		}
		if took := time.Since(start); took > 21*time.Second {
			t.Errorf("first retry granted after %v", took)
		}
	})
}

func TestSharedQuota(t *testing.T) {
	run := retry.NewIdempotencyKey() // names last as long as the process
	a := retry.SharedQuota("payments"+run, retry.QuotaConfig{Capacity: 7, RetryCost: 1})
	b := retry.SharedQuota("payments"+run, retry.QuotaConfig{Capacity: 8, RetryCost: 1})
	c := retry.SharedQuota("ledger"+run, retry.QuotaConfig{Capacity: 8, RetryCost: 1})
	if a != b || a == c || b.Capacity() != 7 {
		t.Errorf("payments holds %v and %v, ledger %v", a.Capacity(), b.Capacity(), c.Capacity())
	}
	with := quotaPolicy(retry.NewQuota(retry.QuotaConfig{}), 2).With(retry.WithQuota(a))
	_ = with.Do(t.Context(), newScript(errDown).call)
	if a.Tokens() != 6 {
		t.Errorf("WithQuota did not replace the quota: %v tokens", a.Tokens())
	}
	without := retry.New(retry.Config{MaxAttempts: 2}).With(retry.WithQuota(a))
	_ = without.Do(t.Context(), newScript(errDown).call)
	if a.Tokens() != 6 {
		t.Errorf("WithQuota gave a quota to a policy without: %v tokens", a.Tokens())
	}
}

func TestScopesHaveQuotasOfTheirOwn(t *testing.T) {
	q := retry.NewQuota(retry.QuotaConfig{Capacity: 10, RetryCost: 10})
	s := quotaPolicy(q, 5).Strategy()
	spend := func(scope string) bool {
		token, err := s.AcquireInitialRetryToken(t.Context(), scope)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.RefreshRetryTokenForRetry(token, errDown)
		return err == nil
	}
	for _, scope := range []string{"a", "b", ""} {
		if !spend(scope) || spend(scope) {
			t.Errorf("scope %q does not have one retry", scope)
		}
	}
}

func TestScopesAreBounded(t *testing.T) {
	q := retry.NewQuota(retry.QuotaConfig{Capacity: 1, RetryCost: 1})
	s := quotaPolicy(q, 2).Strategy()
	granted := 0
	for n := range 2000 {
		token, err := s.AcquireInitialRetryToken(t.Context(), fmt.Sprint(n))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.RefreshRetryTokenForRetry(token, errDown); err == nil {
			granted++
		}
	}
	if granted != 1025 { // each of 1024 scopes one, and all others one together
		t.Errorf("%d retries granted, want 1025", granted)
	}
}

func TestRefusedTokenSaysHowLongToWait(t *testing.T) {
	p := retry.New(retry.Config{MaxAttempts: 3, Backoff: constant(3e9), Quota: retry.NewQuota(retry.QuotaConfig{Capacity: 1, RetryCost: 2})})
	token, err := p.Strategy().AcquireInitialRetryToken(t.Context(), "")
	if err != nil || token.RetryCount() != 0 || token.RetryDelay() != 0 {
		t.Fatalf("first token: %v, %d, %v", err, token.RetryCount(), token.RetryDelay())
	}
	_, err = p.Strategy().RefreshRetryTokenForRetry(token, errDown)
	e, _ := errors.AsType[*retry.RetryError](err)
	if e == nil || e.Reason != retry.ReasonQuota || e.Wait != 3e9 || e.Last != errDown {
		t.Errorf("%+v", e)
	}
	if _, err := p.Strategy().RefreshRetryTokenForRetry(nil, errDown); err == nil {
		t.Error("no token was refreshed")
	}
}

// FuzzQuota compares a quota with a model over random calls.
func FuzzQuota(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 3, 3, 3, 0, 2}, uint8(3), uint8(25))
	f.Add([]byte{3, 3, 3, 0, 0, 2, 1}, uint8(10), uint8(100))
	f.Fuzz(func(t *testing.T, calls []byte, cost, capacity uint8) {
		q := retry.NewQuota(retry.QuotaConfig{Capacity: int(capacity), RetryCost: int(cost), SuccessRefund: 1})
		if cost == 0 && capacity == 0 {
			return // close enough to the zero config for NewQuota to be another test
		}
		p := quotaPolicy(q, 4)
		model, price, full := int(capacity), int(cost), int(capacity)
		for _, failures := range calls {
			n := int(failures % 6) // failures before a success
			errs := []error{errDown, errDown, errDown, errDown, errDown, nil}[5-n:]
			err := plainFirst(t.Context(), p, newScript(errs...).call)
			held, granted := 0, 0
			for range min(n, 3) {
				if model < price {
					break
				}
				model -= price
				held = price
				granted++
			}
			switch succeeded := granted == n; {
			case succeeded != (err == nil):
				t.Fatalf("%d failures, %d retries: %v", n, granted, err)
			case succeeded && held > 0:
				model = min(full, model+held)
			case succeeded:
				model = min(full, model+1)
			}
			if got := q.Tokens(); got != float64(model) {
				t.Fatalf("%v tokens, model %d", got, model)
			}
		}
	})
}

// TestQuotaConfig makes a quota with a policy, unless the policy has one or an
// option replaces it.
func TestQuotaConfig(t *testing.T) {
	config := retry.Config{MaxAttempts: 2, QuotaConfig: retry.QuotaConfig{Capacity: 1, RetryCost: 1}}
	shared := retry.NewQuota(retry.QuotaConfig{Capacity: 5, RetryCost: 2})
	given := config
	given.Quota = shared
	for _, c := range []struct {
		name   string
		policy *retry.Policy
		want   []retry.Reason // of calls that fail
		shared float64        // tokens that are left
	}{
		{"its own", retry.New(config), []retry.Reason{retry.ReasonAttempts, retry.ReasonQuota}, 5},
		{"another one", retry.New(config), []retry.Reason{retry.ReasonAttempts, retry.ReasonQuota}, 5},
		{"replaced", retry.New(config, retry.WithQuota(shared)), []retry.Reason{retry.ReasonAttempts}, 3},
		{"given", retry.New(given), []retry.Reason{retry.ReasonAttempts, retry.ReasonQuota}, 1},
		{"removed", retry.New(config, retry.WithQuota(nil)), []retry.Reason{retry.ReasonAttempts, retry.ReasonAttempts}, 1},
		{"removed from a variant", retry.New(config).With(retry.WithQuota(nil)), []retry.Reason{retry.ReasonAttempts, retry.ReasonAttempts}, 1},
	} {
		for i, want := range c.want {
			if err := c.policy.Do(t.Context(), newScript(errDown).call); reasonOf(t, err) != want {
				t.Errorf("%s: call %d: %v", c.name, i+1, err)
			}
		}
		if shared.Tokens() != c.shared {
			t.Errorf("%s: the shared quota has %v tokens, want %v", c.name, shared.Tokens(), c.shared)
		}
	}
}
