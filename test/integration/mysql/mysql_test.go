package mysql

import (
	"context"
	"database/sql"
	"testing"

	"github.com/go-sql-driver/mysql"

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
		&mysql.MySQLError{Number: 1213},
		mysql.ErrInvalidConn,
	}, []error{
		&mysql.MySQLError{Number: 1062},
	})
}
