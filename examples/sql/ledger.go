// Package ledger uses PostgreSQL through generated clients: for single queries,
// and for whole transactions.
package ledger

import (
	"context"
	"database/sql"
	"errors"
)

//go:generate go run -C ../.. ./cmd/retrygen generate examples/sql/ledger.retry.yaml

// ErrShort is the error of an account that has less than a transfer takes.
var ErrShort = errors.New("the balance is too low")

// Ledger keeps accounts. Each of its methods is a transaction as a whole: after a
// conflict all of it has to run again, and not the statement that failed.
type Ledger interface {
	// Transfer moves an amount between two accounts.
	Transfer(ctx context.Context, from, to, amount int) error
	// Total returns the sum of all balances.
	Total(ctx context.Context) (int, error)
}

// Database is a [Ledger] in a database.
type Database struct{ DB *sql.DB }

// Transfer implements [Ledger].
func (d *Database) Transfer(ctx context.Context, from, to, amount int) error {
	tx, err := d.DB.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after the commit
	var balance int
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1", from).Scan(&balance); err != nil {
		return err
	}
	if balance < amount {
		return ErrShort
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance - $2 WHERE id = $1", from, amount); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance + $2 WHERE id = $1", to, amount); err != nil {
		return err
	}
	return tx.Commit()
}

// Total implements [Ledger].
func (d *Database) Total(ctx context.Context) (total int, err error) {
	err = d.DB.QueryRowContext(ctx, "SELECT sum(balance) FROM accounts").Scan(&total)
	return total, err
}
