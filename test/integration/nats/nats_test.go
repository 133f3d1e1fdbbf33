package nats

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ConnAPI
	*flaky.Script
}

func (f fake) Request(string, []byte, time.Duration) (*nats.Msg, error) { return nil, f.Next() }

func TestRetries(t *testing.T) {
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.Request("a", nil, time.Second)
		return err
	}, []error{
		nats.ErrNoResponders,
		nats.ErrTimeout,
	}, []error{
		nats.ErrConnectionClosed,
		nats.ErrBadSubject,
	})
}
