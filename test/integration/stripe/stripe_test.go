package stripe

import (
	"testing"

	"github.com/stripe/stripe-go/v82"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ClientAPI
	*flaky.Script
}

func (f fake) Get(string, *stripe.CustomerParams) (*stripe.Customer, error) { return nil, f.Next() }

func TestRetries(t *testing.T) {
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.Get("a", nil)
		return err
	}, []error{
		&stripe.Error{HTTPStatusCode: 429},
		&stripe.Error{HTTPStatusCode: 400, Code: "lock_timeout"},
	}, []error{
		&stripe.Error{HTTPStatusCode: 402, Type: "card_error"},
	})
}
