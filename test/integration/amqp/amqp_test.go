package amqp

import (
	"context"
	"testing"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ChannelAPI
	*flaky.Script
}

func (f fake) PublishWithContext(context.Context, string, string, bool, bool, amqp.Publishing) error {
	return f.Next()
}

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		return c.PublishWithContext(ctx, "", "", false, false, amqp.Publishing{})
	}, []error{
		&amqp.Error{Code: 320},
		&amqp.Error{Code: 506},
	}, []error{
		&amqp.Error{Code: 403},
	})
}
