package sarama

import (
	"testing"

	"github.com/IBM/sarama"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	sarama.SyncProducer
	*flaky.Script
}

func (f fake) SendMessage(*sarama.ProducerMessage) (int32, int64, error) { return 0, 0, f.Next() }

func TestRetries(t *testing.T) {
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, _, err := c.SendMessage(nil)
		return err
	}, []error{
		sarama.ErrNotLeaderForPartition,
		sarama.ErrOutOfBrokers,
	}, []error{
		sarama.ErrMessageSizeTooLarge,
		sarama.ErrClosedClient,
	})
}
