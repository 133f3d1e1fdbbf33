package retryhttp_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// transportFunc is a function that is a transport.
type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// answer is what a transport gives back: a response, or an error.
type answer struct {
	status int
	header http.Header
	err    error
}

// script is a transport that gives its answers one after the other, and then
// the last one again and again. It notes what it saw.
type script struct {
	answers []answer
	start   time.Time
	at      []time.Duration // of each attempt, since start
	keys    []string        // the Idempotency-Key of each
	bodies  []string        // the body of each
	open    int             // responses that were not closed
	closed  []time.Duration // when the others were
}

func newScript(answers ...answer) *script { return &script{answers: answers, start: time.Now()} }

// statuses returns a script of responses without headers.
func statuses(codes ...int) *script {
	s := newScript()
	for _, code := range codes {
		s.answers = append(s.answers, answer{status: code})
	}
	return s
}

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	s.at = append(s.at, time.Since(s.start))
	s.keys = append(s.keys, req.Header.Get("Idempotency-Key"))
	if req.Body != nil {
		body, _ := io.ReadAll(req.Body)
		req.Body.Close()
		s.bodies = append(s.bodies, string(body))
	}
	a := s.answers[min(len(s.at), len(s.answers))-1]
	if a.err != nil {
		return nil, a.err
	}
	s.open++
	header := a.header
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{
		StatusCode: a.status, Header: header, Request: req, ContentLength: -1,
		Body: &watchedBody{Reader: strings.NewReader(http.StatusText(a.status)), closed: s.close},
	}, nil
}

func (s *script) close() {
	s.open--
	s.closed = append(s.closed, time.Since(s.start))
}

// watchedBody is a body that tells when it is closed.
type watchedBody struct {
	io.Reader
	once   sync.Once
	closed func()
}

func (b *watchedBody) Close() error {
	b.once.Do(b.closed)
	return nil
}

// constant is a backoff that always waits d.
func constant(d time.Duration) retry.Backoff {
	return retry.Backoff{Delay: func(int) time.Duration { return d }}
}

// over returns a transport over next, with one policy for every request.
func over(next http.RoundTripper, config retry.Config) *retryhttp.Transport {
	return withPolicy(next, retry.New(config))
}

func withPolicy(next http.RoundTripper, p *retry.Policy) *retryhttp.Transport {
	return retryhttp.New(next, retryhttp.Config{Rule: retryhttp.Rule{Policy: p}})
}

func request(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// statusOf sends a request, reads the response to its end and returns its
// status.
func statusOf(t *testing.T, rt http.RoundTripper, req *http.Request) int {
	t.Helper()
	res, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	return finish(t, res)
}

// finish reads a response to its end and returns its status.
func finish(t *testing.T, res *http.Response) int {
	t.Helper()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode
}

// pipes is a listener whose connections are pipes, for servers inside a bubble
// of testing/synctest.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	dials atomic.Int32
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	p.dials.Add(1)
	select {
	case p.conns <- server:
		return client, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.done); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// serve returns a transport to a server that runs until the test ends.
func serve(t *testing.T, handler http.HandlerFunc) (*http.Transport, *pipes) {
	t.Helper()
	p := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
	server := &http.Server{Handler: handler}
	go server.Serve(p)
	transport := &http.Transport{DialContext: p.dial, DisableCompression: true}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return transport, p
}
