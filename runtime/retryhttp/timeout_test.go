package retryhttp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	retry "github.com/retrygen/retrygen/runtime"
)

// failsafe-go/failsafe-go#123, #65: the context of the attempt ended before the
// body was read. Here it takes ten times the attempt timeout to send it.
func TestTimeoutDoesNotCutTheBody(t *testing.T) {
	for name, config := range map[string]retry.Config{
		"attempt": {AttemptTimeout: time.Second}, "total": {TotalTimeout: time.Second},
		"both": {AttemptTimeout: time.Second, TotalTimeout: time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			transport, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				for range 10 {
					_, _ = io.WriteString(w, strings.Repeat("x", 1<<10))
					_ = http.NewResponseController(w).Flush()
					time.Sleep(time.Second)
				}
			})
			res, err := over(transport, config).RoundTrip(request(t, "GET", "http://example.com/", nil))
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(res.Body)
			res.Body.Close()
			if len(body) != 10<<10 || err != nil {
				t.Errorf("%s: %d bytes, error %v", name, len(body), err)
			}
		})
	}
}

// The context of the caller still ends the reading of a body.
func TestCallersContextCutsTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport, _ := serve(t, func(w http.ResponseWriter, req *http.Request) {
			_ = http.NewResponseController(w).Flush()
			<-req.Context().Done()
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		rt := over(transport, retry.Config{AttemptTimeout: time.Second})
		start := time.Now()
		res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil).WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.ReadAll(res.Body)
		res.Body.Close()
		if elapsed := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || elapsed != time.Minute {
			t.Errorf("error %v after %v", err, elapsed)
		}
	})
}

func TestAttemptTimeoutIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		requests := 0
		transport, _ := serve(t, func(w http.ResponseWriter, req *http.Request) {
			if requests++; requests < 3 {
				<-req.Context().Done()
			}
		})
		start := time.Now()
		rt := over(transport, retry.Config{MaxAttempts: 3, AttemptTimeout: time.Second, Backoff: constant(time.Minute)})
		if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); status != 200 {
			t.Errorf("status %d", status)
		}
		if elapsed := time.Since(start); elapsed != 2*time.Minute+2*time.Second {
			t.Errorf("took %v", elapsed)
		}
	})
}

// A transport that knows nothing of causes reports a timeout as a cancellation.
func TestTimeoutIsToldFromCancellation(t *testing.T) {
	for name, failure := range map[string]func(context.Context) error{"error": context.Context.Err, "cause": context.Cause} {
		synctest.Test(t, func(t *testing.T) {
			stuck := transportFunc(func(req *http.Request) (*http.Response, error) {
				<-req.Context().Done()
				return nil, failure(req.Context())
			})
			rt := over(stuck, retry.Config{MaxAttempts: 2, AttemptTimeout: time.Second, Classify: func(error) retry.Class { return retry.Stop }})
			_, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
			if e, ok := errors.AsType[*retry.RetryError](err); !ok || e.Attempts != 2 || !errors.Is(err, retry.ErrAttemptTimeout) || errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", name, err)
			}
		})
	}
}

func TestTotalTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stuck := transportFunc(func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, context.Cause(req.Context())
		})
		start := time.Now()
		_, err := over(stuck, retry.Config{TotalTimeout: time.Second}).RoundTrip(request(t, "GET", "http://example.com/", nil))
		if elapsed := time.Since(start); !errors.Is(err, retry.ErrTotalTimeout) || !errors.Is(err, context.DeadlineExceeded) || elapsed != time.Second {
			t.Errorf("error %v after %v", err, elapsed)
		}
	})
}

// A response that comes in the moment in which the timeout passes is lost
// whole, not cut.
func TestResponseAtTheTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := statuses(200)
		late := transportFunc(func(req *http.Request) (*http.Response, error) {
			if len(next.at) == 0 {
				<-req.Context().Done()
			}
			return next.RoundTrip(req)
		})
		rt := over(late, retry.Config{MaxAttempts: 2, AttemptTimeout: time.Second})
		if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); status != 200 || len(next.at) != 2 || next.open != 0 {
			t.Errorf("status %d, %d attempts, %d open", status, len(next.at), next.open)
		}
	})
}

// The next wait would last beyond the deadline: no wait is begun.
func TestDeadlineEndsRetriesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := statuses(503)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		rt := over(next, retry.Config{Backoff: constant(2 * time.Second)})
		if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil).WithContext(ctx)); status != 503 {
			t.Errorf("status %d", status)
		}
		if elapsed := time.Since(next.start); len(next.at) != 3 || elapsed != 4*time.Second {
			t.Errorf("%d attempts in %v", len(next.at), elapsed)
		}
	})
}

// Nothing that a response needs outlives it: with the body closed, the context
// of the attempt has ended.
func TestContextEndsWithTheBody(t *testing.T) {
	for name, done := range map[string]func(io.ReadCloser) error{
		"close": io.ReadCloser.Close,
		"end":   func(body io.ReadCloser) error { _, err := io.Copy(io.Discard, body); return err },
	} {
		var attempt context.Context
		next := statuses(200)
		rt := over(transportFunc(func(req *http.Request) (*http.Response, error) {
			attempt = req.Context()
			return next.RoundTrip(req)
		}), retry.Config{AttemptTimeout: time.Hour})
		res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
		if err != nil || attempt.Err() != nil {
			t.Fatalf("%s: error %v, context %v", name, err, attempt.Err())
		}
		if err := done(res.Body); err != nil || attempt.Err() == nil {
			t.Errorf("%s: error %v, context %v", name, err, attempt.Err())
		}
		res.Body.Close()
	}
}

// duplex is a connection that was handed over, as after status 101.
type duplex struct {
	io.ReadWriteCloser
}

func (duplex) CloseWrite() error { return nil }
func (duplex) Close() error      { return nil }

func TestBodyThatCanBeWrittenToStaysAsItIs(t *testing.T) {
	rt := over(transportFunc(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 101, Body: duplex{}, Request: req}, nil
	}), retry.Config{AttemptTimeout: time.Second})
	res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, ok := res.Body.(duplex); !ok {
		t.Errorf("the body is a %T", res.Body)
	}
}

// TestUpgradeLeavesNothing checks that the caller's context, which may live as
// long as the program, holds nothing of a connection that was handed over.
func TestUpgradeLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	rt := over(transportFunc(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 101, Body: duplex{}}, nil
	}), retry.Config{AttemptTimeout: time.Hour})
	req := request(t, "GET", "http://example.com/", nil).WithContext(ctx)
	kept := weak.Make(req)
	res, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	for range 10 {
		if runtime.GC(); kept.Value() == nil {
			return
		}
	}
	t.Error("the request is kept")
}

func TestEmptyBodyStaysEmpty(t *testing.T) {
	var attempt context.Context
	rt := over(transportFunc(func(req *http.Request) (*http.Response, error) {
		attempt = req.Context()
		return &http.Response{StatusCode: 204, Body: http.NoBody, Request: req}, nil
	}), retry.Config{AttemptTimeout: time.Hour})
	res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
	if err != nil || res.Body != http.NoBody || attempt.Err() == nil {
		t.Errorf("error %v, body %v, context %v", err, res.Body, attempt.Err())
	}
}

func TestPanicReleasesTheAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var attempt context.Context
		rt := over(transportFunc(func(req *http.Request) (*http.Response, error) {
			attempt = req.Context()
			panic("broken transport")
		}), retry.Config{AttemptTimeout: time.Hour})
		func() {
			defer func() { _ = recover() }()
			_, _ = rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
		}()
		synctest.Wait()
		if attempt.Err() == nil {
			t.Error("the context of the attempt is still alive")
		}
	})
}

// TestCancellationsOfOthers: where neither a timeout nor the caller ended an
// attempt, the error of the transport comes back, also if it is a cancellation;
// and so does that of the caller where there is no timeout.
func TestCancellationsOfOthers(t *testing.T) {
	for _, timeout := range []time.Duration{0, time.Hour} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		for _, end := range []func(){func() {}, cancel} {
			next := transportFunc(func(*http.Request) (*http.Response, error) {
				end()
				return nil, context.Canceled
			})
			never := func(error) retry.Class { return retry.Stop }
			rt := over(next, retry.Config{MaxAttempts: 2, AttemptTimeout: timeout, Classify: never})
			res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil).WithContext(ctx))
			if res != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("timeout %v: response %v, error %v", timeout, res, err)
			}
		}
	}
}
