package retryhttp_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

func itoa(n int) string { return strconv.Itoa(n) }

// kubernetes/kubernetes#113933, golang/go#25009, hashicorp/go-retryablehttp#94:
// the server answers before it has read the body, while the transport is still
// writing it. Each attempt needs a body of its own. Run with -race.
func TestEarlyAnswerDoesNotRaceWithTheBody(t *testing.T) {
	payload := bytes.Repeat([]byte("payload "), 1<<15)
	want := sha256.Sum256(payload)
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if requests.Add(1)%2 == 1 {
			w.WriteHeader(503)
			return
		}
		hash := sha256.New()
		_, _ = io.Copy(hash, req.Body)
		if [32]byte(hash.Sum(nil)) != want {
			w.WriteHeader(400)
		}
	}))
	defer server.Close()
	client := &http.Client{Timeout: 20 * time.Second, Transport: over(nil, retry.Config{MaxAttempts: 2})}
	defer client.CloseIdleConnections()
	for range 50 {
		if status := statusOf(t, client.Transport, request(t, "PUT", server.URL, bytes.NewReader(payload))); status != 200 {
			t.Fatalf("status %d", status)
		}
	}
}

// One Transport serves many goroutines.
func TestConcurrentRequests(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		if requests.Add(1)%3 == 1 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(429)
		}
		_, _ = w.Write(body)
	}))
	defer server.Close()
	policy := retry.New(retry.Config{
		MaxAttempts: 50, AttemptTimeout: 10 * time.Second, Backoff: constant(time.Microsecond),
		Quota: retry.NewQuota(retry.QuotaConfig{Capacity: 1 << 20, RetryCost: 1}),
	})
	rt := retryhttp.New(nil, retryhttp.Config{Routes: []retryhttp.Route{{Path: "/{id}", Rule: retryhttp.Rule{Policy: policy, Keyed: true}}}})
	defer rt.CloseIdleConnections()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 25 {
				text := strings.Repeat(itoa(i), 1000)
				res, err := rt.RoundTrip(request(t, "POST", server.URL+"/7", strings.NewReader(text)))
				if err != nil {
					t.Error(err)
					return
				}
				body, err := io.ReadAll(res.Body)
				res.Body.Close()
				if err != nil || string(body) != text || res.StatusCode != 200 {
					t.Errorf("status %d, %d bytes, error %v", res.StatusCode, len(body), err)
				}
			}
		})
	}
	group.Wait()
}

// Over HTTP/2 attempts are streams of one connection, also where a response was
// too long, or too slow, to be read.
func TestHTTP2(t *testing.T) {
	var requests atomic.Int32
	var protocols sync.Map
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		protocols.Store(req.Proto+" from "+req.RemoteAddr, true)
		body, _ := io.ReadAll(req.Body)
		switch requests.Add(1) % 4 {
		case 1:
			fail(w, 100, 100)
		case 2:
			fail(w, 256<<10, -1)
		case 3:
			fail(w, 1, -1)
			_ = http.NewResponseController(w).Flush()
			<-req.Context().Done()
		default:
			_, _ = w.Write(body)
		}
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	rt := over(server.Client().Transport, retry.Config{MaxAttempts: 4, AttemptTimeout: 10 * time.Second})
	for range 3 {
		res, err := rt.RoundTrip(request(t, "PUT", server.URL, strings.NewReader("payload")))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if string(body) != "payload" || err != nil {
			t.Errorf("got %q, %v", body, err)
		}
	}
	var seen []string
	protocols.Range(func(key, _ any) bool { seen = append(seen, key.(string)); return true })
	if len(seen) != 1 || !strings.HasPrefix(seen[0], "HTTP/2.0") || requests.Load() != 12 {
		t.Errorf("%d requests by %q", requests.Load(), seen)
	}
}

// A server that hangs up is a network error for the policy, and its connection
// is no longer used.
func TestServerThatHangsUp(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		if requests.Add(1) < 3 {
			panic(http.ErrAbortHandler)
		}
	}))
	defer server.Close()
	server.Config.ErrorLog = nil
	rt := over(nil, retry.Config{MaxAttempts: 3, Classify: func(err error) retry.Class {
		if retry.IsNetwork(err) {
			return retry.Retry
		}
		return retry.Stop
	}})
	defer rt.CloseIdleConnections()
	if status := statusOf(t, rt, request(t, "GET", server.URL, nil)); status != 200 || requests.Load() != 3 {
		t.Errorf("status %d after %d requests", status, requests.Load())
	}
}

// A connection that ends anywhere within a header is a lost connection.
func TestServerThatHangsUpWithinTheHeader(t *testing.T) {
	for _, sent := range []string{"", "HT", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"} {
		var requests atomic.Int32
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if requests.Add(1) > 2 {
				return
			}
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = io.WriteString(conn, sent)
			conn.Close()
		}))
		rt := over(nil, retry.Config{MaxAttempts: 3, Classify: func(err error) retry.Class {
			if retry.IsNetwork(err) {
				return retry.Retry
			}
			return retry.Stop
		}})
		if res, err := rt.RoundTrip(request(t, "PUT", server.URL, strings.NewReader("x"))); err != nil {
			t.Errorf("after %q: %v", sent, err)
		} else {
			finish(t, res)
		}
		rt.CloseIdleConnections()
		server.Close()
	}
}

// Redirects are the client's: each hop is a request of its own, and headers go
// where the client lets them go.
func TestRedirects(t *testing.T) {
	var seen []string
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, fmt.Sprint(req.Method, " ", req.URL.Path, " ", req.Header.Get("Authorization")))
		switch {
		case len(seen)%2 == 1:
			w.WriteHeader(503)
		case req.URL.Path == "/from":
			http.Redirect(w, req, "/to", http.StatusTemporaryRedirect)
		}
	}))
	defer server.Close()
	client := &http.Client{Timeout: 10 * time.Second, Transport: over(nil, retry.Config{MaxAttempts: 2})}
	defer client.CloseIdleConnections()
	req := request(t, "PUT", server.URL+"/from", strings.NewReader("payload"))
	req.Header.Set("Authorization", "token")
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, res)
	want := []string{"PUT /from token", "PUT /from token", "PUT /to token", "PUT /to token"}
	if fmt.Sprint(seen) != fmt.Sprint(want) {
		t.Errorf("seen %q, want %q", seen, want)
	}
}
