package retryhttp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// A client whose requests are repeated: reads under one policy, and charges,
// which are marked with a key, under another.
func ExampleTransport() {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if requests++; requests%2 == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintf(w, "%s with a key: %t", req.Method, req.Header.Get("Idempotency-Key") != "")
	}))
	defer server.Close()

	read := retry.New(retry.Config{Name: "read", MaxAttempts: 4})
	charge := retry.New(retry.Config{Name: "charge", MaxAttempts: 2, AttemptTimeout: 10 * time.Second})
	client := &http.Client{Transport: retryhttp.New(nil, retryhttp.Config{
		Rule: retryhttp.Rule{Policy: read},
		Routes: []retryhttp.Route{
			{Path: "/v1/charges/", Rule: retryhttp.Rule{Policy: charge, Keyed: true}},
		},
	})}

	for _, send := range []func() (*http.Response, error){
		func() (*http.Response, error) { return client.Get(server.URL + "/v1/prices") },
		func() (*http.Response, error) { return client.Post(server.URL+"/v1/charges/7", "", nil) },
	} {
		res, err := send()
		if err != nil {
			fmt.Println(err)
			return
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		fmt.Println(string(body))
	}
	// Output:
	// GET with a key: false
	// POST with a key: true
}

func ExampleParseRetryAfter() {
	now := time.Date(1994, time.November, 6, 8, 48, 37, 0, time.UTC)
	for _, value := range []string{"120", "Sunday, 06-Nov-94 08:49:37 GMT", "-5"} {
		fmt.Println(retryhttp.ParseRetryAfter(value, now))
	}
	// Output:
	// 2m0s true
	// 1m0s true
	// 0s false
}
