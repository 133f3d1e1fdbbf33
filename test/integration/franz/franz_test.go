package franz

import (
	"context"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ClientAPI
	*flaky.Script
}

func (f fake) Ping(context.Context) error { return f.Next() }

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		return c.Ping(ctx)
	}, []error{
		kerr.LeaderNotAvailable,
		kerr.NotController,
	}, []error{
		kerr.TopicAuthorizationFailed,
	})
}
