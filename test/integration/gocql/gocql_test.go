package gocql

import (
	"testing"

	"github.com/gocql/gocql"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	SessionAPI
	*flaky.Script
}

func (f fake) ExecuteBatch(*gocql.Batch) error { return f.Next() }

func TestRetries(t *testing.T) {
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		return c.ExecuteBatch(nil)
	}, []error{
		gocql.ErrNoConnections,
		gocql.ErrTimeoutNoResponse,
	}, []error{
		gocql.ErrKeyspaceDoesNotExist,
	})
}
