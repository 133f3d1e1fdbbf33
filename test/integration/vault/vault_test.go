package vault

import (
	"context"
	"testing"

	"github.com/hashicorp/vault/api"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	KVv2API
	*flaky.Script
}

func (f fake) Get(context.Context, string) (*api.KVSecret, error) { return nil, f.Next() }

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.Get(ctx, "a")
		return err
	}, []error{
		&api.ResponseError{StatusCode: 503},
	}, []error{
		&api.ResponseError{StatusCode: 403},
		api.ErrSecretNotFound,
	})
}
