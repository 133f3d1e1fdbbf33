package pgx

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	PoolAPI
	*flaky.Script
}

func (f fake) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, f.Next()
}

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.Exec(ctx, "select 1")
		return err
	}, []error{
		&pgconn.PgError{Code: "40001"},
		&pgconn.PgError{Code: "57P01"},
	}, []error{
		&pgconn.PgError{Code: "23505"},
		pgx.ErrNoRows,
	})
}
