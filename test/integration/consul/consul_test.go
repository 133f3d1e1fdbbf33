package consul

import (
	"testing"

	"github.com/hashicorp/consul/api"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	KVAPI
	*flaky.Script
}

func (f fake) Get(string, *api.QueryOptions) (*api.KVPair, *api.QueryMeta, error) {
	return nil, nil, f.Next()
}

func TestRetries(t *testing.T) {
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, _, err := c.Get("a", nil)
		return err
	}, []error{
		api.StatusError{Code: 500},
	}, []error{
		api.StatusError{Code: 403},
	})
}
