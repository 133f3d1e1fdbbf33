package mssql

import (
	"context"
	"database/sql"
	"testing"

	mssql "github.com/microsoft/go-mssqldb"

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
		mssql.Error{Number: 1205},
		mssql.Error{Number: 40613},
	}, []error{
		mssql.Error{Number: 2627},
	})
}
