package slack

import (
	"context"
	"testing"
	"time"

	"github.com/slack-go/slack"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ClientAPI
	*flaky.Script
}

func (f fake) AuthTestContext(context.Context) (*slack.AuthTestResponse, error) { return nil, f.Next() }

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.AuthTestContext(ctx)
		return err
	}, []error{
		&slack.RateLimitedError{RetryAfter: time.Millisecond},
		slack.StatusCodeError{Code: 503},
	}, []error{
		slack.SlackErrorResponse{Err: "invalid_auth"},
		slack.StatusCodeError{Code: 404},
	})
}
