// Package transport has a generated http.RoundTripper.
package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// server answers 503 by plan, and keeps what it was asked.
type server struct {
	expect.Flaky
	bodies, keys []string
}

// RoundTrip answers a request.
func (s *server) RoundTrip(req *http.Request) (*http.Response, error) {
	s.keys = append(s.keys, req.Header.Get("Idempotency-Key"))
	if req.Body != nil {
		body, _ := io.ReadAll(req.Body)
		s.bodies = append(s.bodies, string(body))
	}
	status := http.StatusOK
	if s.Try() != nil {
		status = http.StatusServiceUnavailable
	}
	return &http.Response{StatusCode: status, Body: http.NoBody, Request: req}, nil
}

// Check checks which requests are sent again.
func Check() error {
	s := &server{}
	client := &http.Client{Transport: NewPartnerTransport(s)}
	var errs []error
	send := func(method, url, body string, status, calls int) {
		s.Again(2)
		req, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
		if err != nil {
			errs = append(errs, err)
			return
		}
		resp, err := client.Do(req)
		if err != nil {
			errs = append(errs, err)
			return
		}
		errs = append(errs, resp.Body.Close(),
			expect.Equal(method+" "+url+" status", resp.StatusCode, status),
			expect.Equal(method+" "+url+" calls", s.Calls, calls))
	}
	send("GET", "https://api.test/items", "", 200, 3)
	send("PUT", "https://api.test/items", "a", 503, 1)
	send("GET", "https://other.test/items", "", 503, 1)
	s.bodies, s.keys = nil, nil
	send("POST", "https://api.test/charges/7", "b", 200, 3)
	errs = append(errs, expect.Equal("bodies", s.bodies, []string{"b", "b", "b"}))
	if len(s.keys) == 3 {
		errs = append(errs, expect.Equal("keys", s.keys[0] != "" && s.keys[0] == s.keys[1] && s.keys[1] == s.keys[2], true))
	}
	return errors.Join(errs...)
}
