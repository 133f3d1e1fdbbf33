package retryhttp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

// go-resty/resty#47, cloudflare/cloudflare-go#826, mattn/go-mastodon#219: the
// body of a repeated request was empty. go-resty/resty#743: it was doubled.
func TestBodyIsSentWholeOrOnce(t *testing.T) {
	file, err := os.Open("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		body     io.Reader
		want     string
		attempts int
	}{
		"none":          {nil, "", 3},
		"no body":       {http.NoBody, "", 3},
		"bytes.Reader":  {bytes.NewReader([]byte("payload")), "payload", 3},
		"bytes.Buffer":  {bytes.NewBufferString("payload"), "payload", 3},
		"string":        {strings.NewReader("payload"), "payload", 3},
		"empty string":  {strings.NewReader(""), "", 3},
		"plain reader":  {io.MultiReader(strings.NewReader("pay"), strings.NewReader("load")), "payload", 1},
		"pipe":          {piped("payload"), "payload", 1},
		"file":          {file, string(text), 1},
		"limited bytes": {io.LimitReader(strings.NewReader("payload"), 3), "pay", 1},
	} {
		t.Run(name, func(t *testing.T) {
			next := statuses(503)
			req := request(t, "PUT", "http://example.com/", test.body)
			if status := statusOf(t, over(next, retry.Config{MaxAttempts: 3}), req); status != 503 {
				t.Errorf("status %d", status)
			}
			if len(next.at) != test.attempts {
				t.Errorf("%d attempts, want %d", len(next.at), test.attempts)
			}
			for i, body := range next.bodies {
				if body != test.want {
					t.Errorf("attempt %d sent %d bytes, want %d", i+1, len(body), len(test.want))
				}
			}
		})
	}
}

func piped(text string) io.Reader {
	r, w := io.Pipe()
	go func() {
		_, _ = io.WriteString(w, text)
		w.Close()
	}()
	return r
}

// A stream of unknown length can be sent again if GetBody opens another one.
func TestBodyOfUnknownLengthFromGetBody(t *testing.T) {
	next := statuses(503, 503, 200)
	opened := 0
	open := func() (io.ReadCloser, error) {
		opened++
		return io.NopCloser(strings.NewReader("payload")), nil
	}
	first, _ := open()
	req := request(t, "PUT", "http://example.com/", first)
	req.ContentLength, req.GetBody = -1, open
	statusOf(t, over(next, retry.Config{MaxAttempts: 3}), req)
	if want := []string{"payload", "payload", "payload"}; !slices.Equal(next.bodies, want) || opened != 3 {
		t.Errorf("bodies %q, opened %d times", next.bodies, opened)
	}
}

// grafana-cold-storage/grafana-api-golang-client#150: an attempt that failed
// before it read the body left none to the next.
func TestBodyAfterAnAttemptThatDidNotReadIt(t *testing.T) {
	reader := statuses(200)
	attempts := 0
	rt := over(transportFunc(func(req *http.Request) (*http.Response, error) {
		if attempts++; attempts == 1 {
			req.Body.Close()
			return nil, errReset
		}
		return reader.RoundTrip(req)
	}), retry.Config{MaxAttempts: 2})
	statusOf(t, rt, request(t, "PUT", "http://example.com/", strings.NewReader("payload")))
	if want := []string{"payload"}; !slices.Equal(reader.bodies, want) {
		t.Errorf("bodies %q, want %q", reader.bodies, want)
	}
}

func TestGetBodyFails(t *testing.T) {
	errGone := errors.New("file is gone")
	for name, last := range map[string]answer{"response": {status: 503}, "error": {err: errReset}} {
		next := newScript(last)
		req := request(t, "PUT", "http://example.com/", strings.NewReader("payload"))
		req.GetBody = func() (io.ReadCloser, error) { return nil, errGone }
		res, err := over(next, retry.Config{MaxAttempts: 5}).RoundTrip(req)
		if res != nil || !errors.Is(err, errGone) || len(next.at) != 1 || next.open != 0 {
			t.Errorf("%s: response %v, error %v, %d attempts, %d open", name, res, err, len(next.at), next.open)
		}
		if last.err != nil && !errors.Is(err, last.err) || last.status != 0 && retry.Status(err) != last.status {
			t.Errorf("%s: error %v has lost the failure before it", name, err)
		}
	}
}

func TestBodyIsAlwaysClosed(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, test := range map[string]struct {
		ctx  context.Context
		next answer
		want int // attempts
	}{
		"success":  {context.Background(), answer{status: 200}, 1},
		"failure":  {context.Background(), answer{status: 503}, 1},
		"lost":     {context.Background(), answer{err: errReset}, 1},
		"is ended": {ended, answer{status: 200}, 0}, // alexfalkowski/go-service#2584
	} {
		closed := 0
		next := newScript(test.next)
		body := &watchedBody{Reader: strings.NewReader("payload"), closed: func() { closed++ }}
		req := request(t, "PUT", "http://example.com/", body).WithContext(test.ctx)
		res, err := over(next, retry.Config{MaxAttempts: 3}).RoundTrip(req)
		if (res == nil) == (err == nil) || closed != 1 || len(next.at) != test.want {
			t.Errorf("%s: response %v, error %v, closed %d times, %d attempts", name, res, err, closed, len(next.at))
		}
	}
}

// The caller's request stays as it is, also where the transport below does
// what it must not do.
func TestRequestIsNotChanged(t *testing.T) {
	attempts := 0
	rt := over(transportFunc(func(req *http.Request) (*http.Response, error) {
		if attempts++; attempts > 1 {
			req.Header.Set("Authorization", "changed")
			req.URL.Path = "/changed"
		}
		return statuses(503).RoundTrip(req)
	}), retry.Config{MaxAttempts: 3})
	req := request(t, "PUT", "http://example.com/path", strings.NewReader("payload"))
	req.Header.Set("Authorization", "secret")
	body := req.Body
	statusOf(t, rt, req)
	if attempts != 3 {
		t.Errorf("%d attempts", attempts)
	}
	if req.URL.Path != "/path" || req.Body != body || req.Context() != t.Context() || len(req.Header) != 1 || req.Header.Get("Authorization") != "secret" {
		t.Errorf("the request was changed: %v %v", req.URL, req.Header)
	}
}
