package retryhttp

import (
	"net/http"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

// answering answers every request alike.
type answering struct{ res *http.Response }

func (a answering) RoundTrip(*http.Request) (*http.Response, error) { return a.res, nil }

// TestAllocationsOfASuccess: a request that succeeds at once costs the exchange,
// which is also the context of its attempt, and the copy of the request with it.
func TestAllocationsOfASuccess(t *testing.T) {
	ok := answering{&http.Response{StatusCode: http.StatusOK, Body: http.NoBody}}
	transport := New(ok, Config{Rule: Rule{Policy: retry.New(retry.Config{MaxAttempts: 3})}})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://example.com/", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := testing.AllocsPerRun(100, func() {
		if _, err := transport.RoundTrip(req); err != nil {
			t.Error(err)
		}
	}); got > 2 {
		t.Errorf("%v allocations, want 2", got)
	}
}
