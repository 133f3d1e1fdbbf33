package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib"

	retry "github.com/retrygen/retrygen/runtime"
)

const (
	accounts = 5
	opening  = 1000
)

// open returns a database with accounts.
func open(t *testing.T) *sql.DB {
	t.Helper()
	address := os.Getenv("RETRYGEN_POSTGRES")
	if address == "" {
		t.Skip("RETRYGEN_POSTGRES is not set: .ci/servers go test starts a server")
	}
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	execute(t, db, "DROP TABLE IF EXISTS accounts")
	execute(t, db, "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT NOT NULL)")
	for id := range accounts {
		execute(t, db, "INSERT INTO accounts VALUES ($1, $2)", id, opening)
	}
	return db
}

func execute(t *testing.T, db *sql.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// codes counts the retries by the code of the error.
type codes struct{ conflicts, others atomic.Int32 }

func (c *codes) Observe(_ context.Context, e retry.Event) {
	if e.Kind != retry.RetryScheduled {
		return
	}
	if failed, ok := errors.AsType[*pgconn.PgError](e.Err); ok && slices.Contains([]string{"40001", "40P01"}, failed.Code) {
		c.conflicts.Add(1)
	} else {
		c.others.Add(1)
	}
}

// TestTransfer lets 20 clients move money between five accounts.
func TestTransfer(t *testing.T) {
	db, seen := open(t), &codes{}
	l := NewRetryingLedger(&Database{db}, retry.WithObserver(seen))
	var all sync.WaitGroup
	for client := range 20 {
		all.Go(func() {
			for call := range 5 {
				if err := l.Transfer(t.Context(), (client+call)%accounts, (client+2*call+1)%accounts, 1); err != nil {
					t.Errorf("client %d: %v", client, err)
				}
			}
		})
	}
	all.Wait()
	if total, err := l.Total(t.Context()); err != nil || total != accounts*opening {
		t.Errorf("the balances add up to %d, want %d: %v", total, accounts*opening, err)
	}
	if seen.conflicts.Load() == 0 || seen.others.Load() != 0 {
		t.Errorf("%d conflicts and %d others, want conflicts alone", seen.conflicts.Load(), seen.others.Load())
	}
}

// TestFinal moves more than there is, which is final.
func TestFinal(t *testing.T) {
	seen := &codes{}
	l := NewRetryingLedger(&Database{open(t)}, retry.WithObserver(seen))
	if err := l.Transfer(t.Context(), 0, 1, 2*opening); !errors.Is(err, ErrShort) || seen.others.Load() != 0 {
		t.Errorf("%v after %d retries", err, seen.others.Load())
	}
}

// TestRows reads rows for longer than an attempt may take.
func TestRows(t *testing.T) {
	q := NewQueries(open(t), retry.WithAttemptTimeout(100*time.Millisecond))
	rows, err := q.QueryContext(t.Context(), "SELECT generate_series(1, 50000)")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	time.Sleep(200 * time.Millisecond)
	n := 0
	for rows.Next() {
		n++
	}
	if err := rows.Err(); err != nil || n != 50000 {
		t.Errorf("%d rows: %v", n, err)
	}
}

// TestSlow makes a query too slow at first: the attempt ends, and the next one
// succeeds.
func TestSlow(t *testing.T) {
	seen := &codes{}
	q := NewQueries(open(t), retry.WithAttemptTimeout(200*time.Millisecond), retry.WithObserver(seen))
	execute(t, q.next.(*sql.DB), "DROP SEQUENCE IF EXISTS calls")
	execute(t, q.next.(*sql.DB), "CREATE SEQUENCE calls")
	var slept string
	err := q.QueryRowContext(t.Context(), "SELECT pg_sleep(CASE WHEN nextval('calls') < 3 THEN 60 ELSE 0 END)").Scan(&slept)
	if err != nil || seen.others.Load() < 2 {
		t.Errorf("%v after %d retries, want 2 or more", err, seen.others.Load())
	}
}

func ExampleNewRetryingLedger() {
	db, err := sql.Open("pgx", "postgres://localhost/shop")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	var l Ledger = NewRetryingLedger(&Database{DB: db}, retry.WithMaxAttempts(5))
	_ = l.Transfer // runs again after conflicts
}
