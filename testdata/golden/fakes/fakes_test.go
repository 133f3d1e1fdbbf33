package fakes_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/testdata/golden/fakes"
	"github.com/retrygen/retrygen/testdata/golden/fakes/cachetest"
	"github.com/retrygen/retrygen/testdata/golden/fakes/fakestest"
)

// gateway answers every call, and counts them.
type gateway struct {
	fakes.Gateway
	charges int
	keys    map[string]bool
}

func (g *gateway) Charge(ctx context.Context, req fakes.Request) (*fakes.Receipt, error) {
	g.charges++
	if g.keys == nil {
		g.keys = map[string]bool{}
	}
	g.keys[retry.IdempotencyKey(ctx)] = true
	return &fakes.Receipt{ID: "real"}, nil
}

func (g *gateway) Update(_ context.Context, change func(*fakes.Receipt) error) error {
	return change(&fakes.Receipt{})
}

func (g *gateway) Each(_ context.Context, visit func(*fakes.Receipt), _ ...func(*fakes.Request)) error {
	visit(&fakes.Receipt{})
	return nil
}

func (g *gateway) All(context.Context) iter.Seq2[*fakes.Receipt, error] {
	return func(yield func(*fakes.Receipt, error) bool) { yield(&fakes.Receipt{ID: "first"}, nil) }
}

func (g *gateway) Open(context.Context) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("body")), nil
}

func (g *gateway) Get(context.Context, string) *fakes.Command { return &fakes.Command{} }
func (g *gateway) Name() string                               { return "real" }
func (g *gateway) Ping() error                                { return nil }
func (g *gateway) Find(context.Context, string) (*fakes.Receipt, bool, error) {
	return &fakes.Receipt{ID: "found"}, true, nil
}

func TestFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake, faults := fakestest.NewGateway(t, nil)
		faults.Charge.Fail(2, fakestest.Throttled(3*time.Second)).Then(&fakes.Receipt{ID: "scripted"})
		start := time.Now()
		receipt, err := fakes.NewRetryingGateway(fake).Charge(t.Context(), fakes.Request{Cents: 5})
		if err != nil || receipt.ID != "scripted" || time.Since(start) != 6*time.Second {
			t.Errorf("Charge = %v, %v after %v", receipt, err, time.Since(start))
		}
		faults.Charge.Want(3)
		faults.Charge.WantWaits(fakestest.WithinPolicy)
		faults.Charge.WantWaits(fakestest.Within(fakes.ChargePolicy(retry.WithMaxAttempts(3))))
		faults.Charge.WantOneKey()
	})
}

// TestLost shows that a lost answer carries out the operation twice, with one key.
func TestLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		real := &gateway{}
		fake, faults := fakestest.NewGateway(t, real)
		faults.Charge.Lost(1)
		if _, err := fakes.NewRetryingGateway(fake).Charge(t.Context(), fakes.Request{}); err != nil {
			t.Error(err)
		}
		if real.charges != 2 || len(real.keys) != 1 {
			t.Errorf("%d charges with %d keys", real.charges, len(real.keys))
		}
		faults.Charge.WantWaits(fakestest.WithinPolicy)
	})
}

func TestHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake, faults := fakestest.NewGateway(t, &gateway{})
		faults.Charge.Hang(2)
		start := time.Now()
		if _, err := fakes.NewRetryingGateway(fake).Charge(t.Context(), fakes.Request{}); err != nil {
			t.Error(err)
		}
		if elapsed := time.Since(start); elapsed != 2300*time.Millisecond {
			t.Errorf("the call took %v", elapsed)
		}
		faults.Charge.Want(3)
		faults.Charge.WantWaits(fakestest.WithinPolicy)
	})
}

// TestVerdicts calls every constructor of an error: the policy does what its
// documentation says.
func TestVerdicts(t *testing.T) {
	final := map[string]error{
		"Declined": fakestest.Declined(), "Canceled": fakestest.Canceled(),
		"Validation": fakestest.Validation(&fakes.ValidationError{Field: "cents"}), "Status 501": fakestest.Status(501),
	}
	retried := map[string]error{
		"Timeout": fakestest.Timeout(), "Network": fakestest.Network(), "RateLimit": fakestest.RateLimit(),
		"Status 503": fakestest.Status(503), "Text": fakestest.Text("busy with others"), "SQLState": fakestest.SQLState("08006"),
		"Code": fakestest.Code("SlowDown"), "APIStatus": fakestest.APIStatus(429), "Throttle": fakestest.Throttle(),
		"Temporary": fakestest.Temporary(), "Label": fakestest.Label("TransientTransactionError"),
		"Prefix": fakestest.Prefix("LOADING the data set"), "Throttled": fakestest.Throttled(time.Second),
	}
	attempts := func(t *testing.T, err error) (n int) {
		synctest.Test(t, func(t *testing.T) {
			fake, faults := fakestest.NewGateway(t, &gateway{})
			faults.Charge.Fail(1, err)
			fakes.NewRetryingGateway(fake, retry.WithObserver(count(&n))).Charge(t.Context(), fakes.Request{})
		})
		return n
	}
	for name, err := range final {
		if n := attempts(t, err); n != 1 {
			t.Errorf("%s: %d attempts", name, n)
		}
	}
	for name, err := range retried {
		if n := attempts(t, err); n != 2 {
			t.Errorf("%s: %d attempts", name, n)
		}
	}
}

// counter counts attempts.
type counter struct{ n *int }

func count(n *int) counter { return counter{n} }

func (c counter) Observe(_ context.Context, e retry.Event) {
	if e.Kind == retry.AttemptStarted {
		*c.n++
	}
}

func (c counter) ObserveSuccess(context.Context, string, string, int) {}

func TestRehearse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake, faults := fakestest.NewGateway(t, &gateway{})
		client := fakes.NewRetryingGateway(fake)
		faults.Update.Rehearse()
		runs := 0
		if err := client.Update(t.Context(), func(*fakes.Receipt) error { runs++; return nil }); err != nil || runs != 2 {
			t.Errorf("Update = %v, %d runs", err, runs)
		}
		faults.Update.Want(2)
		faults.Each.Rehearse()
		visits := 0
		if err := client.Each(t.Context(), func(*fakes.Receipt) { visits++ }); err != nil || visits != 2 {
			t.Errorf("Each = %v, %d visits", err, visits)
		}
		faults.Each.Want(1)
	})
}

// TestResults fails methods whose results have the error, live on, or are iterators.
func TestResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake, faults := fakestest.NewGateway(t, &gateway{})
		client := fakes.NewRetryingGateway(fake)
		faults.Get.Fail(1, fakestest.Network())
		if err := client.Get(t.Context(), "key").Err(); err != nil {
			t.Error(err)
		}
		faults.Get.Want(2)
		faults.All.Fail(1, fakestest.Network())
		faults.All.Lost(1)
		for receipt, err := range client.All(t.Context()) {
			if err != nil || receipt.ID != "first" {
				t.Errorf("All yields %v, %v", receipt, err)
			}
		}
		faults.All.Want(3)
		faults.All.WantWaits(fakestest.WithinPolicy)
		faults.Open.Lost(1)
		body, err := client.Open(t.Context())
		if text, readErr := io.ReadAll(body); err != nil || readErr != nil || string(text) != "body" {
			t.Errorf("Open = %q, %v, %v", text, err, readErr)
		}
		faults.Find.Then(nil, false)
		if receipt, ok, err := client.Find(t.Context(), "x"); receipt != nil || ok || err != nil {
			t.Errorf("Find = %v, %v, %v", receipt, ok, err)
		}
		faults.Name.Then("scripted")
		if name := client.Name(); name != "scripted" {
			t.Errorf("Name = %s", name)
		}
	})
}

// store is a store whose tables accept everything.
type store struct{ rows []string }

func (s *store) Table(name string) fakes.Table {
	if name == "" {
		return nil
	}
	return table{s, name}
}

func (s *store) Session(context.Context) (fakes.Table, error) { return table{s, "session"}, nil }
func (s *store) WithPrefix(string) fakes.Store                { return s }

type table struct {
	*store
	name string
}

func (t table) Insert(_ context.Context, row string) error {
	t.rows = append(t.rows, t.name+" "+row)
	return nil
}

func TestChildren(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		real := &store{}
		fake, faults := fakestest.NewStore(t, real)
		client := fakes.NewRetryingStore(fake)
		faults.SessionCall.Fail(1, fakestest.RetrySafe())
		session, err := client.Session(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		faults.Table.Insert.Fail(1, fakestest.RetrySafe())
		if err := client.WithPrefix("a").Table("users").Insert(t.Context(), "row"); err != nil {
			t.Error(err)
		}
		if err := session.Insert(t.Context(), "row"); err != nil {
			t.Error(err)
		}
		if client.Table("") != nil {
			t.Error("a nil table is not nil")
		}
		faults.Table.Insert.Want(3)
		faults.SessionCall.Want(2)
		if len(real.rows) != 2 {
			t.Errorf("rows: %q", real.rows)
		}
	})
}

// TestChildrenWithoutReal scripts what is reached through methods that return clients.
func TestChildrenWithoutReal(t *testing.T) {
	fake, faults := fakestest.NewStore(t, nil)
	faults.Table.Insert.Then()
	if err := fakes.NewRetryingStore(fake).Table("users").Insert(t.Context(), "row"); err != nil {
		t.Error(err)
	}
}

func TestGeneric(t *testing.T) {
	fake, faults := cachetest.NewCache[string, int](t, nil)
	faults.Load.Then(5)
	client := fakes.NewRetryingCache(fake)
	if n, err := client.Load(t.Context(), "key"); n != 5 || err != nil {
		t.Errorf("Load = %d, %v", n, err)
	}
	problem := errors.New("problem")
	faults.Load.Fail(1, problem)
	if _, err := client.Load(t.Context(), "key"); err != problem {
		t.Errorf("Load = %v", err)
	}
}
