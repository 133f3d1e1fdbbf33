package databases

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// sqlDatabase is a database behind database/sql.
type sqlDatabase struct {
	*sql.DB
	isPostgres bool
}

func (d sqlDatabase) run(ctx context.Context, isSerializable bool, f func(transaction) error) error {
	options := &sql.TxOptions{}
	if isSerializable {
		options.Isolation = sql.LevelSerializable
	}
	tx, err := d.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	if err := f(sqlTransaction{tx, d.isPostgres}); err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	return tx.Commit()
}

// ignoreDone leaves out the error of a rollback of what is over already.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) || errors.Is(err, pgx.ErrTxClosed) {
		return nil
	}
	return err
}

// execute takes a connection for the statement. A sql.DB repeats a statement
// after driver.ErrBadConn, which lib/pq also returns if the connection ends after
// the statement was sent.
func (d sqlDatabase) execute(ctx context.Context, statement string, args ...any) error {
	connection, err := d.Conn(ctx)
	if err != nil {
		return err
	}
	defer connection.Close()
	_, err = connection.ExecContext(ctx, placeholders(statement, d.isPostgres), args...)
	return err
}

func (d sqlDatabase) ignoreTaken() (begin, end string) { return ignoreTaken(d.isPostgres) }

type sqlTransaction struct {
	*sql.Tx
	isPostgres bool
}

func (t sqlTransaction) execute(ctx context.Context, statement string, args ...any) error {
	_, err := t.ExecContext(ctx, placeholders(statement, t.isPostgres), args...)
	return err
}

func (t sqlTransaction) number(ctx context.Context, query string, args ...any) (n int, err error) {
	err = t.QueryRowContext(ctx, placeholders(query, t.isPostgres), args...).Scan(&n)
	return n, err
}

// pgxDatabase is PostgreSQL behind pgx.
type pgxDatabase struct{ *pgxpool.Pool }

func (d pgxDatabase) run(ctx context.Context, isSerializable bool, f func(transaction) error) error {
	options := pgx.TxOptions{}
	if isSerializable {
		options.IsoLevel = pgx.Serializable
	}
	return pgx.BeginTxFunc(ctx, d.Pool, options, func(tx pgx.Tx) error { return f(pgxTransaction{tx}) })
}

func (d pgxDatabase) execute(ctx context.Context, statement string, args ...any) error {
	_, err := d.Exec(ctx, placeholders(statement, true), args...)
	return err
}

func (d pgxDatabase) ignoreTaken() (begin, end string) { return ignoreTaken(true) }

type pgxTransaction struct{ pgx.Tx }

func (t pgxTransaction) execute(ctx context.Context, statement string, args ...any) error {
	_, err := t.Exec(ctx, placeholders(statement, true), args...)
	return err
}

func (t pgxTransaction) number(ctx context.Context, query string, args ...any) (n int, err error) {
	err = t.QueryRow(ctx, placeholders(query, true), args...).Scan(&n)
	return n, err
}

func ignoreTaken(isPostgres bool) (begin, end string) {
	if isPostgres {
		return "INSERT", "ON CONFLICT DO NOTHING"
	}
	return "INSERT IGNORE", ""
}

// placeholders writes the parameters of a statement as the server wants them.
func placeholders(statement string, isPostgres bool) string {
	if !isPostgres {
		return statement
	}
	var b strings.Builder
	parts := strings.Split(statement, "?")
	for i, part := range parts {
		b.WriteString(part)
		if i < len(parts)-1 {
			b.WriteString("$" + strconv.Itoa(i+1))
		}
	}
	return b.String()
}
