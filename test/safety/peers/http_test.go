package peers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

var httpBugs = []bug{
	{38, "a PUT is sent again with an empty body", "go-resty/resty#47, cloudflare/cloudflare-go#826", bodiesAreWhole},
	{39, "a body is doubled, or lost before it is read", "go-resty/resty#743", bodyAfterAFailedDial},
	{40, "rewinding races with the write loop", "kubernetes/kubernetes#109050, golang/go#25009", earlyAnswer},
	{41, "responses stay open before a retry", "openai/openai-go#495, pulumi/pulumi#1358", responsesAreClosed},
	{42, "the last response stays open, unseen", "vmware/go-vcloud-director#803", lastResponseIsTheCallers},
	{43, "a failure closes all idle connections", "hashicorp/go-retryablehttp#98, #237", connectionsAreUsedAgain},
	{44, "a password in the log", "CVE-2024-6104", secretsStayOut},
	{45, "the transport retries beneath", "golang/go#48438, #60636", attemptsAreArrivals},
	{46, "a body stays open under a cancelled context", "alexfalkowski/go-service#2584", bodyIsClosedWhenCancelled},
}

// serve starts a server for the test, and a transport to it.
func serve(t *testing.T, handler http.HandlerFunc) (url string, transport *http.Transport) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	transport = &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return server.URL, transport
}

func request(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// finish reads a response and closes it.
func finish(t *testing.T, res *http.Response, err error) (status int, body string) {
	t.Helper()
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	text, err := io.ReadAll(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		t.Error(err)
	}
	return res.StatusCode, string(text)
}

func bodiesAreWhole(t *testing.T) {
	want, requests := bytes.Repeat([]byte("payload "), 20_000), 0
	url, transport := serve(t, func(w http.ResponseWriter, req *http.Request) {
		got, err := io.ReadAll(req.Body)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("request %d has %d bytes: %v", requests, len(got), err)
		}
		if requests++; requests < 2 {
			w.WriteHeader(503)
		}
	})
	res, err := NewBrisk(transport).RoundTrip(request(t, "PUT", url, bytes.NewReader(want)))
	status, _ := finish(t, res, err)
	expect(t, "the second attempt is the last", status == 200 && requests == 2)
	// One that cannot be read twice is sent once.
	requests = 0
	res, err = NewBrisk(transport).RoundTrip(request(t, "PUT", url, io.MultiReader(bytes.NewReader(want))))
	status, _ = finish(t, res, err)
	expect(t, "a stream is sent once", status == 503 && requests == 1)
}

func bodyAfterAFailedDial(t *testing.T) {
	var got string
	url, transport := serve(t, func(_ http.ResponseWriter, req *http.Request) {
		text, _ := io.ReadAll(req.Body)
		got += string(text)
	})
	dials := 0
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if dials++; dials == 1 {
			return nil, &net.OpError{Op: "dial", Err: errors.New("refused")}
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	res, err := NewBrisk(transport).RoundTrip(request(t, "PUT", url, strings.NewReader("{}")))
	finish(t, res, err)
	expect(t, "the body arrives once and whole", got == "{}" && dials == 2)
}

// earlyAnswer is for the race detector: the answer comes while the body is
// being written.
func earlyAnswer(t *testing.T) {
	var requests atomic.Int32
	url, transport := serve(t, func(w http.ResponseWriter, req *http.Request) {
		if requests.Add(1)%2 == 1 {
			w.WriteHeader(503)
			return
		}
		_, _ = io.Copy(io.Discard, req.Body)
	})
	for range 2 {
		res, err := NewBrisk(transport).RoundTrip(request(t, "PUT", url, bytes.NewReader(make([]byte, 4<<20))))
		if err == nil {
			finish(t, res, nil)
		}
	}
	expect(t, "the server has seen retries", requests.Load() >= 4)
}

// counted is a body that counts those that are open.
type counted struct {
	io.Reader
	open *int
	done bool
}

func (c *counted) Close() error {
	if !c.done {
		*c.open--
	}
	c.done = true
	return nil
}

func responsesAreClosed(t *testing.T) {
	onVirtualTime(func(t *testing.T) {
		open, most := 0, 0
		next := roundTrip(func(req *http.Request) (*http.Response, error) {
			open++
			most = max(most, open)
			return &http.Response{StatusCode: 503, Header: http.Header{}, Body: &counted{Reader: strings.NewReader("busy"), open: &open}, Request: req}, nil
		})
		for range 2500 {
			res, _ := send(t, t.Context(), next)
			res.Body.Close()
		}
		expect(t, "no response is open, and never were two", open == 0 && most == 1)
	})(t)
}

func lastResponseIsTheCallers(t *testing.T) {
	onVirtualTime(func(t *testing.T) {
		open := 0
		res, _ := send(t, t.Context(), roundTrip(func(req *http.Request) (*http.Response, error) {
			open++
			return &http.Response{StatusCode: 503, Header: http.Header{}, Body: &counted{Reader: strings.NewReader("busy"), open: &open}, Request: req}, nil
		}))
		status, body := finish(t, res, nil)
		expect(t, "the last response is whole, and closed by the caller alone", status == 503 && body == "busy" && open == 0)
	})(t)
}

func connectionsAreUsedAgain(t *testing.T) {
	requests, dials := 0, 0
	url, transport := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if requests++; requests%2 == 1 {
			w.WriteHeader(503)
			_, _ = w.Write(make([]byte, 32<<10))
		}
	})
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		dials++
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	client := NewBrisk(transport)
	for range 100 {
		res, err := client.RoundTrip(request(t, "GET", url, nil))
		finish(t, res, err)
	}
	if dials > 2 || requests != 200 {
		t.Errorf("%d dials for %d requests", dials, requests)
	}
}

func secretsStayOut(t *testing.T) {
	onVirtualTime(func(t *testing.T) {
		const canary = "hunter2"
		var told strings.Builder
		observer := retry.ObserverFunc(func(_ context.Context, e retry.Event) {
			told.WriteString(e.Operation + " " + e.Kind.String() + " " + errorText(e.Err))
		})
		req := request(t, "GET", "http://u:"+canary+"@example.com/"+canary+"?token="+canary, nil)
		req.Header.Set("Authorization", canary)
		_, err := NewPolite(roundTrip(func(*http.Request) (*http.Response, error) {
			return nil, &net.OpError{Op: "dial", Err: errors.New("refused")}
		}), retry.WithObserver(observer)).RoundTrip(req)
		told.WriteString(errorText(err))
		expect(t, "nothing that is told has the secret", !strings.Contains(told.String(), canary) && contains(told.String(), "refused", "gave up"))
	})(t)
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func attemptsAreArrivals(t *testing.T) {
	var requests atomic.Int32
	url, transport := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.WriteHeader(503)
	})
	res, err := NewBrisk(transport).RoundTrip(request(t, "GET", url, nil))
	finish(t, res, err)
	expect(t, "four attempts are four arrivals", requests.Load() == 4)
}

func bodyIsClosedWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	open := 1
	req := request(t, "PUT", "http://127.0.0.1:1/", &counted{Reader: strings.NewReader("x"), open: &open}).WithContext(ctx)
	_, err := NewPolite(&http.Transport{}).RoundTrip(req)
	time.Sleep(10 * time.Millisecond) // the transport may close it a little later
	expect(t, "the body is closed once", errors.Is(err, context.Canceled) && open == 0)
}
