package retrytest_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retrygen/retrygen/runtime/retrytest"
)

// pay is a function whose double is tested.
func pay(_ context.Context, amounts ...int) (string, error) { return "real", nil }

// TestFunc lets a function follow its script under a policy.
func TestFunc(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		double, faults := retrytest.NewFunc(t, pay, retrytest.Config{Name: "pay", Policy: chargePolicy()})
		faults.Fail(1, retrytest.Status(503)).Lost(1).Then("scripted")
		call := func() (receipt string) {
			err := chargePolicy().Do(t.Context(), func(ctx context.Context) (err error) {
				receipt, err = double(ctx, 1, 2)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return receipt
		}
		if got := []string{call(), call()}; !slices.Equal(got, []string{"scripted", "real"}) {
			t.Errorf("the function returns %q", got)
		}
		faults.Want(4)
		faults.WantWaits(retrytest.WithinPolicy)
	})
}

// TestFuncReports checks what fails a test.
func TestFuncReports(t *testing.T) {
	for _, c := range []struct {
		name string
		test func(t testing.TB)
		want []string
	}{
		{"not used up", func(t testing.TB) {
			_, faults := retrytest.NewFunc(t, pay, retrytest.Config{Name: "pay"})
			faults.Fail(2, errDeclined)
		}, []string{"func_test.go:49: pay: 2 more attempts were expected: the script was not used up"}},
		{"no real function", func(t testing.TB) {
			double, _ := retrytest.NewFunc[func() error](t, nil, retrytest.Config{Name: "refund"})
			if err := double(); err == nil {
				t.Errorf("%v", err)
			}
		}, []string{"refund: attempt 1 has no step in the script, and there is no real refund"}},
		{"wrong results", func(t testing.TB) {
			_, faults := retrytest.NewFunc(t, pay, retrytest.Config{Name: "pay"})
			faults.Then()
			faults.Then(7)
			faults.Then(nil)
		}, []string{
			"Then: pay wants 1 results without its error, got 0",
			"Then: result 1 of pay has type string, got int",
			"Then: result 1 of pay has type string, got <nil>",
		}},
		{"cannot", func(t testing.TB) {
			_, faults := retrytest.NewFunc(t, func() {}, retrytest.Config{Name: "log"})
			faults.Fail(1, errDeclined)
			faults.Hang(1)
		}, []string{"Fail: log returns no error", "Hang: log takes no context, so that nothing would end the attempt"}},
		{"another count", func(t testing.TB) {
			double, faults := retrytest.NewFunc(t, pay, retrytest.Config{Name: "pay"})
			_, _ = double(context.Background())
			faults.Want(2)
		}, []string{"pay saw 1 attempts, want 2"}},
	} {
		r := &recorder{TB: t}
		c.test(r)
		r.end()
		if !slices.Equal(r.problems, c.want) {
			t.Errorf("%s: reported %q, want %q", c.name, r.problems, c.want)
		}
	}
}

// TestFuncEngine compares waits by the clock and the calls of an engine, whose
// attempts of two calls alternate.
func TestFuncEngine(t *testing.T) {
	type callKey struct{}
	now := time.Unix(0, 0)
	double, faults := retrytest.NewFunc[func(context.Context) error](t, nil, retrytest.Config{
		Name: "work", Policy: chargePolicy(),
		Now:    func() time.Time { return now },
		CallID: func(ctx context.Context) string { return ctx.Value(callKey{}).(string) },
	})
	faults.Fail(4, errors.New("down"))
	for _, attempt := range []struct {
		call  string
		after time.Duration
	}{{"a", 0}, {"b", 500 * time.Millisecond}, {"a", 500 * time.Millisecond}, {"b", 500 * time.Millisecond}} {
		now = now.Add(attempt.after)
		_ = double(context.WithValue(t.Context(), callKey{}, attempt.call)) // the script fails it
	}
	faults.WantWaits(retrytest.WithinPolicy)
	faults.Want(4)
}
