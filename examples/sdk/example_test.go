package payments_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	payments "github.com/retrygen/retrygen/examples/sdk"
	"github.com/retrygen/retrygen/examples/sdk/retrying"
)

// service charges once for each idempotency key, and fails as often as failures
// says after it has charged: the client cannot know that it has.
type service struct {
	failures             int
	requests, duplicates int
	receipts             map[string]string
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var card string
	var cents int
	_, _ = fmt.Fscan(r.Body, &card, &cents)
	s.requests++
	if card == "declined" {
		w.WriteHeader(http.StatusPaymentRequired)
		return
	}
	key := r.Header.Get("Idempotency-Key")
	if s.receipts[key] != "" {
		s.duplicates++
	} else {
		s.receipts[key] = fmt.Sprintf("%s-%d-%d", card, cents, len(s.receipts)+1)
	}
	if s.requests <= s.failures {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintf(w, `{"ID": %q}`, s.receipts[key])
}

func Example() {
	handler := &service{failures: 2, receipts: map[string]string{}}
	server := httptest.NewServer(handler)
	defer server.Close()
	client := retrying.NewRetryingClient(&payments.Client{URL: server.URL})
	ctx := context.Background()

	receipt, err := client.Charge(ctx, payments.Charge{Card: "visa", Cents: 1250}, "web")
	fmt.Println(receipt.ID, err)
	fmt.Println(handler.requests, "requests,", handler.duplicates, "duplicates,", len(handler.receipts), "charge")

	receipt, err = client.Charge(ctx, payments.Charge{Card: "visa", Cents: 1250})
	fmt.Println(receipt.ID, err)

	_, err = client.Charge(ctx, payments.Charge{Card: "declined", Cents: 1})
	fmt.Println(errors.Is(err, payments.ErrDeclined), "after", handler.requests-4, "request")

	size, err := client.Upload(ctx, "invoice", strings.NewReader("document"))
	fmt.Println(size, err)

	// Output:
	// visa-1250-1 <nil>
	// 3 requests, 2 duplicates, 1 charge
	// visa-1250-2 <nil>
	// true after 1 request
	// 8 <nil>
}
