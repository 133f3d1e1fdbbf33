package httpclient_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/retrygen/retrygen/examples/httpclient"
)

// busy answers twice that it is busy, and then by the number of different
// idempotency keys that it has seen.
func busy() http.Handler {
	left, keys := 2, map[string]bool{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys[r.Header.Get("Idempotency-Key")] = true
		if left > 0 {
			left--
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, len(keys))
	})
}

func Example() {
	for _, request := range []struct{ method, path string }{
		{http.MethodGet, "/v1/prices"},
		{http.MethodPost, "/v1/orders"},
		{http.MethodPost, "/v1/prices"},
	} {
		server := httptest.NewServer(busy())
		req, err := http.NewRequest(request.method, server.URL+request.path, strings.NewReader("1 pizza"))
		if err != nil {
			fmt.Println(err)
			return
		}
		response, err := httpclient.NewClient().Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		response.Body.Close()
		server.Close()
		fmt.Println(request.method, request.path, response.Status)
	}

	// Output:
	// GET /v1/prices 200 OK
	// POST /v1/orders 200 OK
	// POST /v1/prices 503 Service Unavailable
}
