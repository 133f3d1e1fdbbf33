// Package late has results that live on after the call.
package late

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Rows are read after the query.
type Rows interface {
	Next() bool
	Err() error
}

// Tx is a transaction, which has a context of its own.
type Tx struct{ ctx context.Context }

// Object is the answer of a download.
type Object struct {
	Size int
	Body io.ReadCloser
}

// Number is a plain value, although it can be read from a database.
type Number struct{ n int }

// Scan implements sql.Scanner.
func (n *Number) Scan(any) error { return nil }

// Store has a method for each kind of late result.
type Store interface {
	Query(ctx context.Context) (Rows, error)
	Begin(ctx context.Context) (*Tx, error)
	Get(ctx context.Context) (*Object, error)
	Watch(ctx context.Context) (<-chan string, error)
	All(ctx context.Context) (iter.Seq[string], error)
	Commit(ctx context.Context) (func() error, error)
	Count(ctx context.Context) (*Number, error)
	Sum(ctx context.Context) (Rows, error)
}

// store is a Store whose results fail as soon as the context of their call has
// ended. The first attempt of a call takes too long.
type store struct {
	expect.Flaky
	ctx  context.Context // of the last attempt
	slow time.Duration   // of the first attempt
}

// try is one attempt: a slow one ends with its context.
func (s *store) try(ctx context.Context) error {
	s.ctx = ctx
	slow := s.slow
	s.slow = 0
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(slow):
		return s.Try()
	}
}

func (s *store) Query(ctx context.Context) (Rows, error)    { return rows{ctx}, s.try(ctx) }
func (s *store) Sum(ctx context.Context) (Rows, error)      { return rows{ctx}, s.try(ctx) }
func (s *store) Begin(ctx context.Context) (*Tx, error)     { return &Tx{ctx}, s.try(ctx) }
func (s *store) Count(ctx context.Context) (*Number, error) { return &Number{3}, s.try(ctx) }

func (s *store) Get(ctx context.Context) (*Object, error) {
	return &Object{Body: io.NopCloser(strings.NewReader("x"))}, s.try(ctx)
}

func (s *store) Watch(ctx context.Context) (<-chan string, error) {
	return make(chan string), s.try(ctx)
}

func (s *store) All(ctx context.Context) (iter.Seq[string], error) {
	return slices.Values([]string{"a"}), s.try(ctx)
}

func (s *store) Commit(ctx context.Context) (func() error, error) { return ctx.Err, s.try(ctx) }

type rows struct{ ctx context.Context }

func (r rows) Next() bool { return r.ctx.Err() == nil }
func (r rows) Err() error { return r.ctx.Err() }

// Check checks that results live on, and that the timeouts bound the calls.
func Check() error {
	var errs []error
	s := &store{}
	client := NewRetryingStore(s)
	for name, call := range map[string]func(context.Context) error{
		"query":  func(ctx context.Context) error { _, err := client.Query(ctx); return err },
		"begin":  func(ctx context.Context) error { _, err := client.Begin(ctx); return err },
		"get":    func(ctx context.Context) error { _, err := client.Get(ctx); return err },
		"watch":  func(ctx context.Context) error { _, err := client.Watch(ctx); return err },
		"all":    func(ctx context.Context) error { _, err := client.All(ctx); return err },
		"commit": func(ctx context.Context) error { _, err := client.Commit(ctx); return err },
	} {
		errs = append(errs, checkLate(name, s, call), checkLeak(name, s, call))
	}
	return errors.Join(append(errs, checkComplete(s), checkExhausted(s), checkOptions(s))...)
}

// checkLate makes a call whose first attempt is cut off, whose second fails and
// whose third succeeds. Its context has to live until the caller's ends.
func checkLate(name string, s *store, call func(context.Context) error) error {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.Again(1)
	s.slow = time.Minute
	start := time.Now()
	errs := []error{
		expect.Error(name, call(ctx), nil),
		expect.Equal(name+" calls", s.Calls, 2),
		expect.Equal(name+" time", time.Since(start), time.Second+20*time.Millisecond),
	}
	time.Sleep(time.Minute)
	_, hasDeadline := s.ctx.Deadline()
	errs = append(errs,
		expect.Error(name+" later", s.ctx.Err(), nil),
		expect.Equal(name+" has a deadline", hasDeadline, false),
	)
	cancel()
	return errors.Join(append(errs,
		expect.Error(name+" at the end", s.ctx.Err(), context.Canceled),
		expect.Equal(name+" goroutines", runtime.NumGoroutine(), before),
	)...)
}

// lateCalls is how many calls the check of leaks makes.
const lateCalls = 10_000

// checkLeak makes calls in a context that never ends, and drops their results:
// no goroutine is left, and less than a byte for each call.
func checkLeak(name string, s *store, call func(context.Context) error) error {
	var errs []error
	s.Again(0)
	before, running := heap(), runtime.NumGoroutine()
	for range lateCalls {
		if err := call(context.Background()); err != nil {
			errs = append(errs, err)
		}
	}
	if left := heap() - before; left > lateCalls {
		errs = append(errs, fmt.Errorf("%s: %d calls leave %d bytes", name, lateCalls, left))
	}
	return errors.Join(append(errs, expect.Equal(name+" goroutines left", runtime.NumGoroutine(), running))...)
}

func heap() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// checkComplete: the context of a result that is complete ends with its attempt.
func checkComplete(s *store) error {
	s.Again(0)
	_, err := NewRetryingStore(s).Count(context.Background())
	return errors.Join(expect.Error("count", err, nil), expect.Error("count later", s.ctx.Err(), context.Canceled))
}

// checkExhausted: the error of an attempt that was cut off is a timeout, although
// what was called saw a canceled context.
func checkExhausted(s *store) error {
	s.Again(0)
	s.slow = time.Minute
	client := NewRetryingStore(s, retry.WithMaxAttempts(1))
	_, err := client.Query(context.Background())
	return errors.Join(
		expect.Error("cut off", err, retry.ErrAttemptTimeout),
		expect.Error("cut off", err, context.DeadlineExceeded),
		expect.Equal("canceled", errors.Is(err, context.Canceled), false),
		expect.Equal("text", err.Error(), "attempt timeout: context canceled"),
	)
}

// checkOptions: a timeout that only an option sets bounds the retries alike.
func checkOptions(s *store) error {
	s.Again(1)
	rows, err := NewRetryingStore(s, retry.WithAttemptTimeout(time.Second)).Sum(context.Background())
	time.Sleep(time.Minute)
	return errors.Join(expect.Error("sum", err, nil), expect.Equal("sum next", rows.Next(), true))
}
