package pq

import (
	"context"
	"database/sql"
	"testing"

	"github.com/lib/pq"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	DBAPI
	*flaky.Script
}

func (f fake) ExecContext(context.Context, string, ...any) (sql.Result, error) { return nil, f.Next() }

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.ExecContext(ctx, "select 1")
		return err
	}, []error{
		&pq.Error{Code: "40001"},
		&pq.Error{Code: "40P01"},
	}, []error{
		&pq.Error{Code: "23505"},
		sql.ErrNoRows,
	})
}
