package retryhttp_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// openai/openai-go#495 never closed them; hashicorp/go-retryablehttp#98, #237
// closed all idle connections; other clients opened 51 connections for 50
// calls.
func TestFailedResponsesKeepTheirConnection(t *testing.T) {
	for name, test := range map[string]struct {
		size, declared int
		dials          int32
	}{
		"empty":            {0, 0, 1},
		"short":            {100, 100, 1},
		"64 KiB":           {64 << 10, 64 << 10, 1},
		"64 KiB, unknown":  {64 << 10, -1, 1},
		"too long":         {64<<10 + 1, 64<<10 + 1, 51},
		"too long unknown": {128 << 10, -1, 51},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				requests := 0
				transport, pipes := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					if requests++; requests%2 == 1 {
						fail(w, test.size, test.declared)
					}
				})
				rt := over(transport, retry.Config{MaxAttempts: 2})
				for range 50 {
					if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); status != 200 {
						t.Fatalf("status %d", status)
					}
				}
				if dials := pipes.dials.Load(); dials != test.dials || requests != 100 {
					t.Errorf("%d connections for %d requests, want %d", dials, requests, test.dials)
				}
			})
		})
	}
}

// fail answers with status 503 and a body of a size, in one piece if its length
// is declared.
func fail(w http.ResponseWriter, size, declared int) {
	if declared >= 0 {
		w.Header().Set("Content-Length", itoa(declared))
	}
	w.WriteHeader(503)
	if declared < 0 {
		_ = http.NewResponseController(w).Flush()
	}
	_, _ = io.WriteString(w, strings.Repeat("x", size))
}

// A response that never ends, or comes too slowly, holds up no retry.
func TestDrainIsBoundedInTime(t *testing.T) {
	for name, test := range map[string]struct {
		pause time.Duration
		most  time.Duration
	}{
		"stuck": {time.Hour, 50 * time.Millisecond},
		"drip":  {time.Millisecond, 50 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				requests := 0
				transport, _ := serve(t, func(w http.ResponseWriter, req *http.Request) {
					if requests++; requests > 1 {
						return
					}
					w.WriteHeader(503)
					for req.Context().Err() == nil {
						_, _ = io.WriteString(w, "x")
						_ = http.NewResponseController(w).Flush()
						select {
						case <-time.After(test.pause):
						case <-req.Context().Done():
						}
					}
				})
				start := time.Now()
				rt := over(transport, retry.Config{MaxAttempts: 2})
				if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); status != 200 {
					t.Errorf("status %d", status)
				}
				if elapsed := time.Since(start); elapsed > test.most {
					t.Errorf("the retry came after %v", elapsed)
				}
			})
		})
	}
}

// A misdirected request needs another connection.
func TestMisdirectedRequestLeavesItsConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		requests := 0
		transport, pipes := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			if requests++; requests == 1 {
				w.WriteHeader(421)
				_, _ = io.WriteString(w, "not here")
			}
		})
		rt := over(transport, retry.Config{MaxAttempts: 2})
		if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); status != 200 {
			t.Errorf("status %d", status)
		}
		if dials := pipes.dials.Load(); dials != 2 {
			t.Errorf("%d connections, want 2", dials)
		}
	})
}

// vmware/go-vcloud-director#803: lost responses piled up until memory ran out.
func TestNoResponseStaysOpen(t *testing.T) {
	next := statuses(503)
	rt := over(next, retry.Config{MaxAttempts: 100})
	for range 100 {
		res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
		if err != nil || next.open != 1 {
			t.Fatalf("error %v, %d responses open, want the one that was returned", err, next.open)
		}
		res.Body.Close()
	}
	if len(next.at) != 10_000 || next.open != 0 {
		t.Errorf("%d attempts, %d responses open", len(next.at), next.open)
	}
}

// Transports that break their contract must not break their caller.
func TestBrokenTransport(t *testing.T) {
	closed := 0
	body := &watchedBody{Reader: strings.NewReader("x"), closed: func() { closed++ }}
	for name, next := range map[string]transportFunc{
		"both":    func(*http.Request) (*http.Response, error) { return &http.Response{Body: body}, errReset },
		"neither": func(*http.Request) (*http.Response, error) { return nil, nil },
	} {
		res, err := over(next, retry.Config{MaxAttempts: 2}).RoundTrip(request(t, "GET", "http://example.com/", nil))
		if res != nil || err == nil {
			t.Errorf("%s: response %v, error %v", name, res, err)
		}
	}
	if closed != 1 {
		t.Errorf("the response next to an error was closed %d times", closed)
	}
	bodiless := transportFunc(func(*http.Request) (*http.Response, error) { return &http.Response{StatusCode: 503}, nil })
	for _, config := range []retry.Config{{MaxAttempts: 2}, {MaxAttempts: 2, AttemptTimeout: time.Second}} {
		res, err := over(bodiless, config).RoundTrip(request(t, "GET", "http://example.com/", nil))
		if err != nil || res.StatusCode != 503 {
			t.Errorf("without a body: response %v, error %v", res, err)
		}
	}
}

// lazyBody ends with a read of its own, as a chunked body does.
type lazyBody struct {
	left  int
	ended bool
}

func (b *lazyBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		b.ended = true
		return 0, io.EOF
	}
	n := min(len(p), b.left)
	b.left -= n
	return n, nil
}

func (b *lazyBody) Close() error { return nil }

func TestDrainSeesTheEndOfABodyOfJustTheLimit(t *testing.T) {
	for size, want := range map[int]bool{0: true, 64 << 10: true, 64<<10 + 1: false} {
		body := &lazyBody{left: size}
		attempts := 0
		rt := over(transportFunc(func(*http.Request) (*http.Response, error) {
			if attempts++; attempts == 1 {
				return &http.Response{StatusCode: 503, Body: body, ContentLength: -1}, nil
			}
			return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
		}), retry.Config{MaxAttempts: 2})
		if statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); body.ended != want {
			t.Errorf("%d bytes: ended is %v", size, body.ended)
		}
	}
}
