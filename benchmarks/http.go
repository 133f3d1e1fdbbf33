package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/PuerkitoBio/rehttp"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/hashicorp/go-retryablehttp"
	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// httpComparisons send a PUT whose body comes back, to a server in this
// process, which counts as well.
func httpComparisons() []comparison {
	return []comparison{
		{title: "HTTP, success, 0 B", prepare: func() ([]contender, func()) { return transports(0) }},
		{title: "HTTP, success, 64 KiB", prepare: func() ([]contender, func()) { return transports(64 << 10) }},
	}
}

// transports returns the contenders for bodies of a size.
func transports(size int) (contenders []contender, end func()) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
		}
		_, _ = w.Write(body)
	}))
	plain := &http.Transport{}
	text := strings.Repeat("x", size)
	for _, with := range []struct {
		name string
		rt   http.RoundTripper
	}{
		{"net/http", plain},
		{"net/http, context with a timeout", limited{plain}},
		{"retrygen/runtime/retryhttp", ourTransport(plain, retry.Config{MaxAttempts: attempts})},
		{"retrygen/runtime/retryhttp, attempt timeout", ourTransport(plain, retry.Config{MaxAttempts: attempts, AttemptTimeout: time.Minute})},
		{"hashicorp/go-retryablehttp", retryable(plain)},
		{"PuerkitoBio/rehttp", rehttp.NewTransport(plain, rehttp.RetryAll(rehttp.RetryMaxRetries(attempts-1), rehttp.RetryStatuses(503)), rehttp.ConstDelay(0))},
		{"failsafe-go/failsafehttp", failsafehttp.NewRoundTripper(plain, failsafehttp.NewRetryPolicyBuilder().WithMaxAttempts(attempts).Build())},
	} {
		contenders = append(contenders, contender{with.name, func(n int) error { return send(with.rt, server.URL, text, n) }})
	}
	return contenders, func() {
		plain.CloseIdleConnections()
		server.Close()
	}
}

// limited gives each request a timeout, as one would without a library: it ends
// with the body, for which it needs one of its own.
type limited struct{ next http.RoundTripper }

func (l limited) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Minute)
	res, err := l.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	res.Body = &limitedBody{res.Body, cancel}
	return res, nil
}

type limitedBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *limitedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

func ourTransport(next http.RoundTripper, config retry.Config) http.RoundTripper {
	return retryhttp.New(next, retryhttp.Config{Rule: retryhttp.Rule{Policy: retry.New(config)}})
}

func retryable(next http.RoundTripper) http.RoundTripper {
	c := retryablehttp.NewClient()
	c.Logger, c.RetryMax, c.HTTPClient = nil, attempts-1, &http.Client{Transport: next}
	return &retryablehttp.RoundTripper{Client: c}
}

// send makes n requests one after the other.
func send(rt http.RoundTripper, url, text string, n int) error {
	for range n {
		req, err := http.NewRequest(http.MethodPut, url, strings.NewReader(text))
		if err != nil {
			return err
		}
		res, err := rt.RoundTrip(req)
		if err != nil {
			return err
		}
		got, err := io.Copy(io.Discard, res.Body)
		res.Body.Close()
		if err != nil {
			return err
		}
		if got != int64(len(text)) {
			return fmt.Errorf("got %d bytes of %d", got, len(text))
		}
	}
	return nil
}
