// Package databases calls real PostgreSQL and MariaDB servers through generated
// clients: under contention, and over connections that break.
package databases

//go:generate go run -C ../.. ./cmd/retrygen generate test/databases/ledger.retry.yaml

import (
	"context"
	"strings"

	retry "github.com/retrygen/retrygen/runtime"
)

// Ledger keeps accounts and what happened to them. All methods are one
// transaction. No table has a unique key but that of keyed entries, so that
// whatever is carried out twice shows.
type Ledger interface {
	// Transfer moves an amount, in a serializable transaction that reads before
	// it writes.
	Transfer(ctx context.Context, id string, from, to, amount int) error
	// Exchange moves an amount, and locks the accounts in the order of its
	// parameters.
	Exchange(ctx context.Context, id string, from, to, amount int) error
	// Note inserts an entry.
	Note(ctx context.Context, id string) error
	// NoteAgain inserts an entry, and is declared safe though it is not.
	NoteAgain(ctx context.Context, id string) error
	// NoteOnce inserts an entry under the idempotency key of the call.
	NoteOnce(ctx context.Context, id string) error
}

// database is a driver.
type database interface {
	// run runs statements in a transaction: serializable, or as the server does.
	run(ctx context.Context, isSerializable bool, f func(transaction) error) error
	// execute executes a statement alone.
	execute(ctx context.Context, statement string, args ...any) error
	// ignoreTaken begins an insertion that does nothing where the key is taken,
	// and ends it.
	ignoreTaken() (begin, end string)
}

// transaction is a transaction of a driver. Parameters are written as ?.
type transaction interface {
	execute(ctx context.Context, statement string, args ...any) error
	number(ctx context.Context, query string, args ...any) (int, error)
}

// ledger is a Ledger in a database.
type ledger struct{ database }

func (l ledger) Transfer(ctx context.Context, id string, from, to, amount int) error {
	return l.run(ctx, true, func(tx transaction) error {
		var balances [2]int
		for i, account := range []int{from, to} {
			var err error
			if balances[i], err = tx.number(ctx, "SELECT balance FROM accounts WHERE id = ?", account); err != nil {
				return err
			}
		}
		if err := tx.execute(ctx, "UPDATE accounts SET balance = ? WHERE id = ?", balances[0]-amount, from); err != nil {
			return err
		}
		if err := tx.execute(ctx, "UPDATE accounts SET balance = ? WHERE id = ?", balances[1]+amount, to); err != nil {
			return err
		}
		return tx.execute(ctx, "INSERT INTO entries (id) VALUES (?)", id)
	})
}

func (l ledger) Exchange(ctx context.Context, id string, from, to, amount int) error {
	return l.run(ctx, false, func(tx transaction) error {
		if err := tx.execute(ctx, "INSERT INTO entries (id) VALUES (?)", id); err != nil {
			return err
		}
		if err := tx.execute(ctx, "UPDATE accounts SET balance = balance - ? WHERE id = ?", amount, from); err != nil {
			return err
		}
		return tx.execute(ctx, "UPDATE accounts SET balance = balance + ? WHERE id = ?", amount, to)
	})
}

func (l ledger) Note(ctx context.Context, id string) error {
	return l.execute(ctx, "INSERT INTO entries (id) VALUES (?)", id)
}

func (l ledger) NoteAgain(ctx context.Context, id string) error { return l.Note(ctx, id) }

func (l ledger) NoteOnce(ctx context.Context, id string) error {
	key := retry.IdempotencyKey(ctx)
	begin, end := l.ignoreTaken()
	return l.execute(ctx, strings.Join([]string{begin, "INTO keyed (idempotency_key, id) VALUES (?, ?)", end}, " "), key, id)
}
