package retry_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

var errFirst, errLater = errors.New("first"), errors.New("later")

// item is what an iterator yields.
type item struct {
	value int
	err   error
}

// feed returns iterators: attempt n yields the n-th list, and later ones the last.
func feed(attempts *int, lists ...[]item) func(context.Context) iter.Seq2[int, error] {
	return func(ctx context.Context) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			list := lists[min(*attempts, len(lists)-1)]
			*attempts++
			for _, i := range list {
				if ctx.Err() != nil {
					yield(-1, ctx.Err())
					return
				}
				if !yield(i.value, i.err) {
					return
				}
			}
		}
	}
}

func TestSeq2(t *testing.T) {
	ok := []item{{1, nil}, {2, nil}}
	for name, test := range map[string]struct {
		lists    [][]item
		want     []item // an error matches by errors.Is
		attempts int
	}{
		"success":              {[][]item{ok}, ok, 1},
		"nothing":              {[][]item{nil}, nil, 1},
		"retried":              {[][]item{{{0, errFirst}}, {{0, errFirst}}, ok}, ok, 3},
		"given up":             {[][]item{{{7, errFirst}}}, []item{{7, errFirst}}, 3},
		"given up, and more":   {[][]item{{{7, errFirst}, {8, nil}}}, []item{{7, errFirst}, {8, nil}}, 3},
		"error later":          {[][]item{{{1, nil}, {0, errLater}, {2, nil}}}, []item{{1, nil}, {0, errLater}, {2, nil}}, 1},
		"final":                {[][]item{{{3, retry.Prune(errFirst)}, {4, nil}}}, []item{{3, errFirst}, {4, nil}}, 1},
		"nothing after errors": {[][]item{{{0, errFirst}}, nil}, nil, 2},
	} {
		for _, config := range []retry.Config{{MaxAttempts: 3}, {MaxAttempts: 3, AttemptTimeout: time.Hour, Breaker: retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 9})}} {
			attempts := 0
			var got []item
			for value, err := range retry.Seq2(context.Background(), retry.New(config), "Feed.Each", feed(&attempts, test.lists...)) {
				got = append(got, item{value, err})
			}
			same := slices.EqualFunc(got, test.want, func(a, b item) bool {
				return a.value == b.value && errors.Is(a.err, b.err) && (b.err != nil || a.err == nil)
			})
			if !same || attempts != test.attempts {
				t.Errorf("%s: %v after %d attempts, want %v after %d", name, got, attempts, test.want, test.attempts)
			}
		}
	}
}

// TestSeq2Again: each iteration is a call, and a caller may leave it.
func TestSeq2Again(t *testing.T) {
	attempts := 0
	seq := retry.Seq2(context.Background(), retry.New(retry.Config{MaxAttempts: 3}), "", feed(&attempts, []item{{1, nil}, {2, nil}}))
	for range 2 {
		for value := range seq {
			if value != 1 {
				t.Error(value)
			}
			break
		}
	}
	if attempts != 2 {
		t.Errorf("%d attempts", attempts)
	}
}

// TestSeq2Timeout: the timeout bounds the time to the first element alone, and the
// context of the attempt ends with the iteration.
func TestSeq2Timeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := true
		var last context.Context
		each := func(ctx context.Context) iter.Seq2[int, error] {
			last = ctx
			return func(yield func(int, error) bool) {
				if slow {
					slow = false
					<-ctx.Done()
					yield(0, ctx.Err())
					return
				}
				for n := range 3 {
					if !yield(n, ctx.Err()) {
						return
					}
					time.Sleep(time.Minute)
				}
			}
		}
		p := retry.New(retry.Config{MaxAttempts: 3, AttemptTimeout: time.Second})
		start, got := time.Now(), ""
		for n, err := range retry.Seq2(context.Background(), p, "", each) {
			got += fmt.Sprint(n, err, " ")
		}
		if got != "0 <nil> 1 <nil> 2 <nil> " && got != "0<nil> 1<nil> 2<nil> " {
			t.Error(got)
		}
		if spent := time.Since(start); spent != 3*time.Minute+time.Second {
			t.Error(spent)
		}
		if last.Err() == nil {
			t.Error("the context lives on after the iteration")
		}
	})
}

// TestSeq2Refused: a breaker that is open yields its error and calls nothing.
func TestSeq2Refused(t *testing.T) {
	b := retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Hour})
	p := retry.New(retry.Config{MaxAttempts: 1, Breaker: b})
	_ = p.Do(context.Background(), func(context.Context) error { return errFirst })
	attempts := 0
	for value, err := range retry.Seq2(context.Background(), p, "", feed(&attempts, []item{{1, nil}})) {
		if failure, ok := errors.AsType[*retry.RetryError](err); !ok || failure.Reason != retry.ReasonBreaker || value != 0 {
			t.Error(value, err)
		}
	}
	if attempts != 0 {
		t.Errorf("%d attempts", attempts)
	}
}

// TestNeedResult: a call without an attempt has a result all the same.
func TestNeedResult(t *testing.T) {
	b := retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Hour})
	p := retry.New(retry.Config{MaxAttempts: 3, Breaker: b})
	var made []error
	for range 2 {
		c := p.Start(context.Background(), "DB.QueryRow")
		c.NeedResult()
		for c.Again() {
			made = append(made, context.Cause(c.Context()))
			c.Tried(errors.Join(errFirst, c.Context().Err()))
		}
		c.Stop()
	}
	if len(made) != 2 || made[0] != nil {
		t.Fatal(made)
	}
	if failure, ok := errors.AsType[*retry.RetryError](made[1]); !ok || failure.Reason != retry.ReasonBreaker {
		t.Error(made[1])
	}
}
