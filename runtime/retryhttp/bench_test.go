package retryhttp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// BenchmarkSuccess compares a success through a Transport with one without, for
// request and response bodies of 0 B and 64 KiB, against a server in this
// process.
func BenchmarkSuccess(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		_, _ = w.Write(body)
	}))
	defer server.Close()
	plain := &http.Transport{}
	defer plain.CloseIdleConnections()
	for _, size := range []int{0, 64 << 10} {
		for _, with := range []struct {
			name string
			rt   http.RoundTripper
		}{
			{"plain", plain},
			{"policy", over(plain, retry.Config{MaxAttempts: 3, Backoff: constant(time.Second)})},
			{"timeouts", over(plain, retry.Config{MaxAttempts: 3, AttemptTimeout: time.Minute, TotalTimeout: time.Hour})},
		} {
			b.Run(fmt.Sprintf("%d/%s", size, with.name), func(b *testing.B) {
				send(b, with.rt, server.URL, size)
			})
		}
	}
}

// BenchmarkAdded measures what a Transport adds to a success, by itself.
func BenchmarkAdded(b *testing.B) {
	next := transportFunc(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
	})
	send(b, over(next, retry.Config{MaxAttempts: 3}), "http://example.com/", 0)
}

func send(b *testing.B, rt http.RoundTripper, url string, size int) {
	text := strings.Repeat("x", size)
	b.ReportAllocs()
	for b.Loop() {
		req, err := http.NewRequest("PUT", url, strings.NewReader(text))
		if err != nil {
			b.Fatal(err)
		}
		res, err := rt.RoundTrip(req)
		if err != nil {
			b.Fatal(err)
		}
		n, err := io.Copy(io.Discard, res.Body)
		if err != nil || n != int64(size) {
			b.Fatalf("got %d bytes, error %v", n, err)
		}
		res.Body.Close()
	}
}
