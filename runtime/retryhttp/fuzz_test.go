package retryhttp_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// Whatever a server does, and whatever the policy is: there is a response or an
// error, it is the last one, nothing else stays open, no more attempts are made
// than allowed, and each sends the whole body.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte{0}, uint8(3), uint8(0))
	f.Add([]byte{5, 5, 0}, uint8(3), uint8(1))
	f.Add([]byte{1, 5, 2, 6, 0}, uint8(9), uint8(2))
	f.Add([]byte{3, 3}, uint8(0), uint8(7))
	f.Add([]byte{6, 1, 4}, uint8(2), uint8(12))
	f.Fuzz(func(t *testing.T, behaviour []byte, limit, features uint8) {
		next := newScript()
		for _, b := range behaviour[:min(len(behaviour), 20)] {
			next.answers = append(next.answers, fuzzAnswer(b))
		}
		next.answers = append(next.answers, answer{status: 200})
		config := retry.Config{MaxAttempts: int(limit % 8)}
		if features&1 != 0 {
			config.AttemptTimeout = time.Hour
		}
		if features&2 != 0 {
			config.Quota = retry.NewQuota(retry.QuotaConfig{Capacity: 30, RetryCost: 10})
		}
		if features&4 != 0 {
			config.OnFailure = retry.Continue
		}
		rule := retryhttp.Rule{Policy: retry.New(config), Keyed: features&8 != 0}
		req := request(t, []string{"PUT", "POST"}[features>>4&1], "http://example.com/", strings.NewReader("payload"))
		res, err := retryhttp.New(next, retryhttp.Config{Rule: rule}).RoundTrip(req)
		checkRoundTrip(t, next, res, err)
		if limit := config.MaxAttempts; limit > 0 && len(next.at) > limit {
			t.Errorf("%d attempts, at most %d are allowed", len(next.at), limit)
		}
		if req.Method == "POST" && !rule.Keyed && len(next.at) != 1 {
			t.Errorf("%d attempts of a request that must not be repeated", len(next.at))
		}
	})
}

func fuzzAnswer(b byte) answer {
	switch b % 8 {
	case 0, 1, 2, 3, 4:
		return answer{status: []int{200, 404, 421, 429, 501}[b%8]}
	case 5:
		return answer{status: 503, header: http.Header{"Retry-After": {itoa(int(b) - 128)}, "Retry-After-Ms": {"1"}}}
	}
	return answer{err: errReset}
}

func checkRoundTrip(t *testing.T, next *script, res *http.Response, err error) {
	t.Helper()
	last := next.answers[len(next.at)-1]
	switch {
	case (res == nil) == (err == nil):
		t.Fatalf("response %v, error %v", res, err)
	case res != nil && (res.StatusCode != last.status || next.open != 1):
		t.Errorf("status %d, want %d; %d open", res.StatusCode, last.status, next.open)
	case err != nil && (last.err == nil || !errors.Is(err, last.err) || next.open != 0):
		t.Errorf("error %v, want %v; %d open", err, last.err, next.open)
	}
	if res != nil {
		finish(t, res)
	}
	for i, body := range next.bodies {
		if body != "payload" {
			t.Errorf("attempt %d sent %q", i+1, body)
		}
	}
	if next.open != 0 {
		t.Errorf("%d responses open in the end", next.open)
	}
}
