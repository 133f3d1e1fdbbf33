package retry_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

func TestContextsTightenLimits(t *testing.T) {
	background := context.Background()
	tests := map[string]struct {
		ctx  context.Context
		max  int
		want int
	}{
		"plain":             {background, 4, 4},
		"disabled":          {retry.Disabled(background), 4, 1},
		"disabled, endless": {retry.Disabled(background), 0, 1},
		"lower":             {retry.LimitAttempts(background, 2), 4, 2},
		"endless":           {retry.LimitAttempts(background, 3), 0, 3},
		"never higher":      {retry.LimitAttempts(background, 9), 4, 4},
		"below one":         {retry.LimitAttempts(background, -1), 4, 1},
		"the lowest of two": {retry.LimitAttempts(retry.LimitAttempts(background, 2), 3), 4, 2},
	}
	for name, test := range tests {
		for loop, run := range loops {
			s := newScript(errDown)
			err := run(test.ctx, retry.New(retry.Config{MaxAttempts: test.max}), s.call)
			if len(s.at) != test.want || !errors.Is(err, errDown) {
				t.Errorf("%s, %s: %d attempts, want %d", name, loop, len(s.at), test.want)
			}
			if test.want == 1 && err != errDown {
				t.Errorf("%s, %s: %v, want it unchanged", name, loop, err)
			}
		}
	}
	s := newScript(retry.RequeueAfter(time.Hour))
	if _ = plainFirst(retry.Disabled(background), retry.New(retry.Config{}), s.call); len(s.at) != 1 {
		t.Error("a requeue came through though retries are disabled")
	}
}

// TestNestedRetriesDoNotMultiply stacks three layers of three attempts.
func TestNestedRetriesDoNotMultiply(t *testing.T) {
	for _, test := range []struct {
		once bool
		want int
	}{{false, 27}, {true, 3}} {
		for loop, run := range loops {
			if loop == "Failed" && test.once {
				continue // its first attempt carries no mark
			}
			p := retry.New(retry.Config{MaxAttempts: 3, NestedOnce: test.once})
			n := 0
			err := run(t.Context(), p, func(ctx context.Context) error {
				return run(ctx, p, func(ctx context.Context) error {
					return run(ctx, p, func(context.Context) error {
						n++
						return errDown
					})
				})
			})
			if n != test.want || !errors.Is(err, errDown) {
				t.Errorf("%s, once %v: %d attempts at the bottom, want %d", loop, test.once, n, test.want)
			}
		}
	}
}

// TestNestingIsTheWishOfBothPolicies: one that has not asked for it retries as
// ever, and marks nothing.
func TestNestingIsTheWishOfBothPolicies(t *testing.T) {
	asks, does := retry.New(retry.Config{MaxAttempts: 3, NestedOnce: true}), retry.New(retry.Config{MaxAttempts: 3})
	for _, pair := range [][2]*retry.Policy{{asks, does}, {does, asks}} {
		n := 0
		_ = pair[0].Do(t.Context(), func(ctx context.Context) error {
			return pair[1].Do(ctx, func(context.Context) error {
				n++
				return errDown
			})
		})
		if n != 9 {
			t.Errorf("%d attempts at the bottom, want 9", n)
		}
	}
}

func TestOnFailureContinue(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	final := func(err error) retry.Class {
		if err == errWhy {
			return retry.Stop
		}
		return retry.Retry
	}
	tests := map[string]struct {
		ctx    context.Context
		config retry.Config
		err    error
		gaveUp bool
	}{
		"used up":       {t.Context(), retry.Config{MaxAttempts: 3}, errDown, true},
		"one attempt":   {t.Context(), retry.Config{MaxAttempts: 1}, errDown, true},
		"budget":        {t.Context(), retry.Config{Backoff: constant(ms), WaitBudget: retry.WaitBudget{Limit: -1}}, errDown, true},
		"quota":         {t.Context(), retry.Config{Quota: retry.NewQuota(retry.QuotaConfig{RetryCost: 1})}, errDown, true},
		"final":         {t.Context(), retry.Config{Classify: final}, errWhy, false},
		"pruned":        {t.Context(), retry.Config{}, retry.Prune(errDown), false},
		"context":       {ended, retry.Config{MaxAttempts: 3}, errDown, false},
		"total timeout": {t.Context(), retry.Config{TotalTimeout: time.Hour, Backoff: constant(time.Hour)}, errDown, true},
		"disabled":      {retry.Disabled(t.Context()), retry.Config{MaxAttempts: 3}, errDown, true},
	}
	for name, test := range tests {
		for _, on := range []retry.OnFailure{retry.ReturnError, retry.Continue} {
			test.config.OnFailure = on
			call := retry.New(test.config).Failed(test.ctx, "", test.err)
			for call.Again() {
				call.Tried(test.err)
			}
			if call.GaveUp() != test.gaveUp {
				t.Errorf("%s: gave up %v, want %v", name, call.GaveUp(), test.gaveUp)
			}
			if wantNil := test.gaveUp && on == retry.Continue; (call.Err() == nil) != wantNil {
				t.Errorf("%s, %v: %v", name, on, call.Err())
			}
		}
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), ms)
		defer cancel()
		if err := ranged(ctx, retry.New(retry.Config{Backoff: constant(time.Hour), OnFailure: retry.Continue}), newScript(errDown).call); err != nil {
			t.Errorf("deadline too near: %v", err)
		}
	})
}

// TestDisabledEverywhere runs this binary again, because the variable is read
// once.
func TestDisabledEverywhere(t *testing.T) {
	if os.Getenv("RETRYGEN_TEST_CHILD") != "" {
		for loop, run := range loops {
			s := newScript(errDown)
			if err := run(t.Context(), retry.New(retry.Config{MaxAttempts: 5}), s.call); len(s.at) != 1 || err != errDown {
				t.Errorf("%s: %d attempts, %v", loop, len(s.at), err)
			}
		}
		return
	}
	for value, disabled := range map[string]bool{"1": true, "0": false, "": false} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestDisabledEverywhere$")
		cmd.Env = append(os.Environ(), "RETRYGEN_TEST_CHILD=1", "RETRYGEN_DISABLE="+value)
		out, err := cmd.CombinedOutput()
		if disabled != (err == nil) {
			t.Errorf("RETRYGEN_DISABLE=%q: %v\n%s", value, err, out)
		}
		if !disabled && !strings.Contains(string(out), "5 attempts") {
			t.Errorf("RETRYGEN_DISABLE=%q failed otherwise:\n%s", value, out)
		}
	}
}
