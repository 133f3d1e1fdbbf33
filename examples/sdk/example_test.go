package payments_test

import (
	"context"
	"errors"
	"fmt"

	payments "github.com/retrygen/retrygen/examples/sdk"
	"github.com/retrygen/retrygen/examples/sdk/retrying"
)

func Example() {
	client := &payments.Client{Answers: []int{503, 429}}
	retries := retrying.NewRetryingClient(client)
	ctx := context.Background()

	receipt, err := retries.Charge(ctx, payments.Charge{Card: "visa", Cents: 1250}, "web")
	fmt.Println(receipt.ID, err, "after", client.Calls(), "requests")

	_, err = retries.Charge(ctx, payments.Charge{Card: "declined", Cents: 1})
	fmt.Println(errors.Is(err, payments.ErrDeclined), "after", client.Calls()-3, "request")

	client.Answers = []int{404}
	_, err = retries.Charge(ctx, payments.Charge{Card: "visa", Cents: 1})
	fmt.Println(err)

	// Output:
	// visa-1250-1 <nil> after 3 requests
	// true after 1 request
	// payment service answered 404
}
