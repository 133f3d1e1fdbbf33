package kafkago

import (
	"context"
	"testing"

	"github.com/segmentio/kafka-go"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	WriterAPI
	*flaky.Script
}

func (f fake) WriteMessages(context.Context, ...kafka.Message) error { return f.Next() }

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		return c.WriteMessages(ctx)
	}, []error{
		kafka.LeaderNotAvailable,
		kafka.RequestTimedOut,
	}, []error{
		kafka.MessageSizeTooLarge,
	})
}
