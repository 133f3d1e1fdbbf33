package retryhttp_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// TestRuleOfRequest replaces what a transport does by the context of one request.
func TestRuleOfRequest(t *testing.T) {
	policy := func(attempts int) *retry.Policy {
		return retry.New(retry.Config{Name: "own", MaxAttempts: attempts, Backoff: constant(time.Minute)})
	}
	const s, m = time.Second, time.Minute
	for name, test := range map[string]struct {
		rule   retryhttp.Rule
		method string
		status int
		want   []time.Duration
		err    string
	}{
		"other waits and attempts": {retryhttp.Rule{Policy: policy(2)}, "GET", 503, []time.Duration{0, m}, ""},
		"the methods stay":         {retryhttp.Rule{Policy: policy(2)}, "POST", 503, []time.Duration{0}, ""},
		"other methods":            {retryhttp.Rule{Policy: policy(2), Methods: []string{"post"}}, "POST", 503, []time.Duration{0, m}, ""},
		"the statuses stay":        {retryhttp.Rule{Policy: policy(2)}, "GET", 500, []time.Duration{0}, ""},
		"other statuses":           {retryhttp.Rule{Policy: policy(2), Statuses: []retryhttp.StatusRange{{Low: 500, High: 500}}}, "GET", 500, []time.Duration{0, m}, ""},
		"keyed":                    {retryhttp.Rule{Policy: policy(2), Keyed: true}, "POST", 503, []time.Duration{0, m}, ""},
		"passes through":           {retryhttp.Rule{}, "GET", 503, []time.Duration{0}, ""},
		"a bad rule":               {retryhttp.Rule{Policy: policy(2), Statuses: []retryhttp.StatusRange{{Low: 9, High: 9}}}, "GET", 503, nil, "the rule in the context: statuses 9 to 9"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				next := statuses(test.status)
				rt := retryhttp.New(next, retryhttp.Config{Rule: retryhttp.Rule{
					Policy:   retry.New(retry.Config{MaxAttempts: 3, Backoff: constant(s)}),
					Statuses: []retryhttp.StatusRange{{Low: 503, High: 503}},
				}})
				req := request(t, test.method, "http://example.com/", nil)
				res, err := rt.RoundTrip(req.WithContext(retryhttp.WithRule(t.Context(), test.rule)))
				if test.err != "" {
					if err == nil || !strings.Contains(err.Error(), test.err) {
						t.Errorf("error %v, want %s", err, test.err)
					}
				} else if err != nil {
					t.Fatal(err)
				} else {
					res.Body.Close()
				}
				if !slices.Equal(next.at, test.want) {
					t.Errorf("attempts at %v, want %v", next.at, test.want)
				}
			})
		})
	}
}

// TestRuleOfRequestEndsAtTheFirstTransport: a transport below follows its own rule.
func TestRuleOfRequestEndsAtTheFirstTransport(t *testing.T) {
	for _, rule := range []retryhttp.Rule{{Policy: retry.New(retry.Config{MaxAttempts: 2})}, {}} {
		next := statuses(503)
		below := over(next, retry.Config{MaxAttempts: 3})
		above := over(below, retry.Config{MaxAttempts: 9})
		req := request(t, http.MethodGet, "http://example.com/", nil)
		res, err := above.RoundTrip(req.WithContext(retryhttp.WithRule(context.Background(), rule)))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		attempts := 1
		if rule.Policy != nil {
			attempts = 2
		}
		if len(next.at) != 3*attempts {
			t.Errorf("%d attempts, want %d times 3", len(next.at), attempts)
		}
	}
}

// TestRuleOfRequestClosesBodies also where the rule has an error.
func TestRuleOfRequestClosesBodies(t *testing.T) {
	body := &watchedBody{Reader: strings.NewReader("x"), closed: func() {}}
	closed := 0
	body.closed = func() { closed++ }
	bad := retryhttp.WithRule(t.Context(), retryhttp.Rule{Statuses: []retryhttp.StatusRange{{Low: 1, High: 0}}})
	req, err := http.NewRequestWithContext(bad, http.MethodPost, "http://example.com/", body)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := over(statuses(200), retry.Config{}).RoundTrip(req); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if closed != 1 {
		t.Errorf("the body was closed %d times", closed)
	}
}
