package retryhttp_test

import (
	"net/http"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

// Three layers of three attempts send 27 requests, unless the layers know of
// each other.
func TestNestedTransports(t *testing.T) {
	for once, want := range map[bool]int{true: 3, false: 27} {
		next := statuses(503)
		var rt http.RoundTripper = next
		for range 3 {
			rt = over(rt, retry.Config{MaxAttempts: 3, NestedOnce: once})
		}
		if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); status != 503 || len(next.at) != want || next.open != 0 {
			t.Errorf("NestedOnce %v: status %d, %d requests, want %d; %d open", once, status, len(next.at), want, next.open)
		}
	}
}
