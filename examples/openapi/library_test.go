package library

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// busy answers with a status until it has failed so many times, and counts the
// requests and the connections.
type busy struct {
	status, failures      int32
	requests, connections atomic.Int32
	bodies                chan string
}

func (b *busy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	b.bodies <- string(body)
	if b.requests.Add(1) <= b.failures {
		w.WriteHeader(int(b.status))
	}
	_, _ = io.WriteString(w, "an answer")
}

// start returns a retrying client of the server.
func (b *busy) start(t *testing.T) *RetryingAPI {
	t.Helper()
	b.bodies = make(chan string, 16)
	server := httptest.NewUnstartedServer(b)
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			b.connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	client := server.Client()
	client.Timeout = 10 * time.Second
	api, err := NewClient(server.URL, WithHTTPClient(client))
	if err != nil {
		t.Fatal(err)
	}
	return NewRetryingAPI(api)
}

type call func(context.Context, *RetryingAPI) (*http.Response, error)

// operations are the methods, with the attempts that the model gives them if the
// server answers 503 all the time.
var operations = map[string]struct {
	attempts int32
	call     call
}{
	"ListBooks":  {4, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.ListBooks(ctx) }},
	"CreateBook": {1, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.CreateBook(ctx, Book{}) }}, // a setting, and not safe
	"GetBook":    {4, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.GetBook(ctx, "1") }},
	"ReplaceBook": {2, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) {
		return c.ReplaceBook(ctx, "1", Book{})
	}},
	"UpdateBook": {2, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) {
		return c.UpdateBook(ctx, "1", Book{})
	}}, // safe by the extension
	"DeleteBook":   {2, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.DeleteBook(ctx, "1") }},
	"GetCover":     {3, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.GetCover(ctx, "1") }},
	"PutCover":     {3, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.PutCover(ctx, "1", Book{}) }},
	"ListLoans":    {4, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.ListLoans(ctx) }},
	"CreateLoan":   {1, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.CreateLoan(ctx, Book{}) }},
	"GetLoan":      {4, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.GetLoan(ctx, "1") }},
	"DeleteLoan":   {2, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.DeleteLoan(ctx, "1") }}, // says nothing
	"RenewLoan":    {2, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.RenewLoan(ctx, "1") }},
	"ReturnLoan":   {1, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.ReturnLoan(ctx, "1") }}, // says nothing, and not safe
	"ListMembers":  {4, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.ListMembers(ctx) }},
	"CreateMember": {1, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.CreateMember(ctx, Book{}) }},
	"GetMember":    {2, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.GetMember(ctx, "1") }},
	"DeleteMember": {2, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.DeleteMember(ctx, "1") }},
	"RunReport":    {1, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.RunReport(ctx, Book{}) }},
	"GetReport":    {3, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.GetReport(ctx, "1") }},
	"GetHealth":    {2, func(ctx context.Context, c *RetryingAPI) (*http.Response, error) { return c.GetHealth(ctx) }}, // has no operationId
}

// TestEveryOperation counts the attempts of every operation against a server that
// is busy for good. The last answer comes back, with its body and without an error.
func TestEveryOperation(t *testing.T) {
	methods := reflect.TypeFor[ClientInterface]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		if _, ok := operations[name]; !ok && !strings.HasSuffix(name, "WithBody") {
			t.Errorf("%s is not called", name)
		}
	}
	for name, op := range operations {
		b := busy{status: http.StatusServiceUnavailable, failures: 100}
		res, err := op.call(t.Context(), b.start(t))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != http.StatusServiceUnavailable || string(text) != "an answer" || err != nil {
			t.Errorf("%s: status %d, %q, %v", name, res.StatusCode, text, err)
		}
		if got := b.requests.Load(); got != op.attempts {
			t.Errorf("%s: %d attempts, want %d", name, got, op.attempts)
		}
		if got := b.connections.Load(); got != 1 {
			t.Errorf("%s: %d connections, want 1: the answers that were discarded were not read", name, got)
		}
	}
}

// TestRecovery calls a server that is busy once: what may be repeated succeeds.
func TestRecovery(t *testing.T) {
	for name, op := range operations {
		b := busy{status: http.StatusServiceUnavailable, failures: 1}
		res, err := op.call(t.Context(), b.start(t))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		res.Body.Close()
		if got := res.StatusCode == http.StatusOK; got != (op.attempts > 1) {
			t.Errorf("%s: status %d", name, res.StatusCode)
		}
	}
}

// TestOtherStatuses calls a server whose answers no setting retries, or only some.
func TestOtherStatuses(t *testing.T) {
	for _, test := range []struct {
		name     string
		status   int32
		attempts int32
	}{
		{"GetBook", http.StatusNotFound, 1},
		{"GetBook", http.StatusInternalServerError, 4},
		{"DeleteBook", http.StatusInternalServerError, 1}, // its setting has 429 and 503
		{"GetCover", http.StatusNotImplemented, 3},        // 5XX
		{"GetHealth", http.StatusTooManyRequests, 2},
	} {
		b := busy{status: test.status, failures: 100}
		res, err := operations[test.name].call(t.Context(), b.start(t))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		res.Body.Close()
		if got := b.requests.Load(); got != test.attempts || res.StatusCode != int(test.status) {
			t.Errorf("%s, %d: %d attempts, want %d, and status %d", test.name, test.status, got, test.attempts, res.StatusCode)
		}
	}
}

// TestBodies demands the same body in every attempt.
func TestBodies(t *testing.T) {
	b := busy{status: http.StatusServiceUnavailable, failures: 1}
	title := "Emma"
	res, err := b.start(t).ReplaceBook(t.Context(), "1", Book{Title: &title})
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if first, second := <-b.bodies, <-b.bodies; first != `{"title":"Emma"}` || second != first {
		t.Errorf("%q, then %q", first, second)
	}
}
