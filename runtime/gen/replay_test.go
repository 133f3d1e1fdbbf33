package gen_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
)

func TestRewind(t *testing.T) {
	body := strings.NewReader("--hello")
	_, _ = body.Seek(2, io.SeekStart)
	var none *strings.Reader
	positions := gen.PositionsOf(body, none, nil)
	if err := positions.Rewind(nil); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if text, _ := io.ReadAll(body); string(text) != "hello" {
			t.Errorf("read %q", text)
		}
		if err := positions.Rewind(errors.New("failed")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRewindOfAPipe: what cannot be rewound is not sent again, and the caller sees
// the failure.
func TestRewindOfAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	positions := gen.PositionsOf(r)
	if err := positions.Rewind(nil); err != nil {
		t.Fatal(err)
	}
	failure, attempts := errors.New("lost"), 0
	err = retry.New(retry.Config{MaxAttempts: 3}).Do(context.Background(), func(context.Context) error {
		attempts++
		return positions.Rewind(failure)
	})
	if attempts != 1 || !errors.Is(err, failure) || !strings.Contains(err.Error(), "lost; no retry, because a parameter cannot be rewound: seek") {
		t.Error(attempts, err)
	}
}

// listError cannot be compared.
type listError []string

func (listError) Error() string { return "list" }

func TestCallback(t *testing.T) {
	own, other := errors.New("stop here"), errors.New("connection lost")
	for name, test := range map[string]struct {
		returned, err error
		want          bool
	}{
		"its own":           {own, own, true},
		"wrapped":           {own, fmt.Errorf("walk: %w", own), true},
		"joined":            {own, errors.Join(other, own), true},
		"a wrapped one":     {fmt.Errorf("item: %w", own), own, false},
		"of the call":       {own, other, false},
		"nothing returned":  {nil, other, false},
		"success":           {own, nil, false},
		"not comparable":    {listError{"a"}, listError{"a"}, false},
		"one of the others": {listError{"a"}, other, false},
	} {
		var c gen.Callback
		if got := c.Returned(test.returned); fmt.Sprint(got) != fmt.Sprint(test.returned) {
			t.Errorf("%s: %v", name, got)
		}
		attempts := 0
		err := c.Final(test.err)
		_ = retry.New(retry.Config{MaxAttempts: 2}).Do(context.Background(), func(context.Context) error { attempts++; return err })
		if isFinal := attempts == 1; isFinal != (test.want || test.err == nil) {
			t.Errorf("%s: %d attempts", name, attempts)
		}
	}
}

// TestCallbackForgets: what an earlier attempt has swallowed is not final when the
// call itself returns it.
func TestCallbackForgets(t *testing.T) {
	var c gen.Callback
	_ = c.Returned(io.EOF)
	if err := c.Final(errors.New("lost")); err.Error() != "lost" {
		t.Fatal(err)
	}
	if err := c.Final(io.EOF); err != io.EOF {
		t.Errorf("%T", err)
	}
}

// TestCallbackIsBounded: a callback may return any number of errors, from any
// number of goroutines.
func TestCallbackIsBounded(t *testing.T) {
	var c gen.Callback
	var wait sync.WaitGroup
	for n := range 4 {
		wait.Go(func() {
			for range 1000 {
				_ = c.Returned(fmt.Errorf("item %d", n))
			}
		})
	}
	wait.Wait()
	last := errors.New("last")
	if err := c.Final(c.Returned(last)); err == last {
		t.Error("the last error is not final")
	}
}
