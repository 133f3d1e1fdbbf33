package elasticsearch

import (
	"context"
	"testing"

	"github.com/elastic/go-elasticsearch/v8/typedapi/core/get"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	Index
	*flaky.Script
}

func (f fake) Get(context.Context, string) (*get.Response, error) { return nil, f.Next() }

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.Get(ctx, "a")
		return err
	}, []error{
		&types.ElasticsearchError{Status: 429},
		&types.ElasticsearchError{Status: 503},
	}, []error{
		&types.ElasticsearchError{Status: 404},
	})
}
