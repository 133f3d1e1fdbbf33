package databases

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/lib/pq"

	"github.com/retrygen/retrygen/test/databases/server"
)

const (
	clients  = 50 // at the same time
	calls    = 4  // of each client
	accounts = 12
	opening  = 1000 // balance of each account
)

// system is a server, and a driver for it.
type system struct {
	start func(*testing.T) (address string)
	open  func(t *testing.T, address string) (database, *sql.DB)
	retry func(Ledger) Ledger
	// conflict and deadlock are what the server says of transactions that it has
	// rolled back.
	conflict, deadlock string
	codeOf             func(error) string
}

var systems = map[string]system{
	"pgx": {
		server.Postgres, openPgx, func(l Ledger) Ledger { return NewPostgresLedger(l) }, "40001", "40P01", sqlState,
	},
	"pq": {
		server.Postgres, openPq, func(l Ledger) Ledger { return NewPostgresLedger(l) }, "40001", "40P01", sqlState,
	},
	"mysql": {
		server.MariaDB, openMysql, func(l Ledger) Ledger { return NewMysqlLedger(l) }, "1213", "1213", number,
	},
}

func sqlState(err error) string {
	if e, ok := errors.AsType[interface {
		error
		SQLState() string
	}](err); ok {
		return e.SQLState()
	}
	return ""
}

func number(err error) string {
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
		return strconv.Itoa(int(e.Number))
	}
	return ""
}

func openPgx(t *testing.T, address string) (database, *sql.DB) {
	pool, err := pgxpool.New(t.Context(), fmt.Sprintf("postgres://postgres@%s/postgres?sslmode=disable&pool_max_conns=%d", address, clients))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pgxDatabase{pool}, nil
}

func openPq(t *testing.T, address string) (database, *sql.DB) {
	db := open(t, "postgres", fmt.Sprintf("postgres://postgres@%s/postgres?sslmode=disable", address))
	return sqlDatabase{db, true}, db
}

func openMysql(t *testing.T, address string) (database, *sql.DB) {
	mysql.SetLogger(log.New(io.Discard, "", 0))
	db := open(t, "mysql", fmt.Sprintf("root@tcp(%s)/test", address))
	return sqlDatabase{db, false}, db
}

func open(t *testing.T, driver, name string) *sql.DB {
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(clients)
	db.SetMaxIdleConns(clients)
	t.Cleanup(func() { db.Close() })
	return db
}

// setUp starts a server and makes the tables.
func (s system) setUp(t *testing.T) (address string, d database) {
	address = s.start(t)
	d, _ = s.open(t, address)
	waitFor(t, d)
	for _, statement := range []string{
		"CREATE TABLE accounts (id INT PRIMARY KEY, balance INT NOT NULL)",
		"CREATE TABLE entries (id VARCHAR(64) NOT NULL)",
		"CREATE TABLE keyed (idempotency_key VARCHAR(64) PRIMARY KEY, id VARCHAR(64) NOT NULL)",
	} {
		s.must(t, d.execute(t.Context(), statement))
	}
	for id := range accounts {
		s.must(t, d.execute(t.Context(), "INSERT INTO accounts (id, balance) VALUES (?, ?)", id, opening))
	}
	return address, d
}

// waitFor waits until a server that listens answers as well.
func waitFor(t *testing.T, d database) {
	t.Helper()
	var err error
	for range 200 {
		if err = d.execute(t.Context(), "SELECT 1"); err == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal(err)
}

func (system) must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// number returns what a query finds.
func (s system) number(t *testing.T, d database, query string, args ...any) (n int) {
	t.Helper()
	s.must(t, d.run(t.Context(), false, func(tx transaction) (err error) {
		n, err = tx.number(t.Context(), query, args...)
		return err
	}))
	return n
}

// counted counts the codes of the errors of attempts.
type counted struct {
	Ledger
	codeOf func(error) string
	mu     sync.Mutex
	codes  map[string]int
}

func (c *counted) count(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.codes[c.codeOf(err)]++
	}
	return err
}

func (c *counted) Transfer(ctx context.Context, id string, from, to, amount int) error {
	return c.count(c.Ledger.Transfer(ctx, id, from, to, amount))
}

func (c *counted) Exchange(ctx context.Context, id string, from, to, amount int) error {
	return c.count(c.Ledger.Exchange(ctx, id, from, to, amount))
}

// TestContention lets 50 clients move money between twelve accounts, by methods
// that are declared unsafe. The server rolls many of their transactions back,
// and each of them is carried out once.
func TestContention(t *testing.T) {
	for name, s := range systems {
		t.Run(name, func(t *testing.T) {
			_, d := s.setUp(t)
			c := &counted{Ledger: ledger{d}, codeOf: s.codeOf, codes: map[string]int{}}
			l := s.retry(c)
			s.compete(t, "transfer", l.Transfer)
			conflicts := c.codes[s.conflict]
			before := c.codes[s.deadlock]
			s.compete(t, "exchange", l.Exchange)
			deadlocks := c.codes[s.deadlock] - before
			t.Logf("codes of failed attempts: %v", c.codes)
			if conflicts == 0 || deadlocks == 0 {
				t.Errorf("%d attempts ended in %s and %d in %s, want some of both", conflicts, s.conflict, deadlocks, s.deadlock)
			}
			if sum := s.number(t, d, "SELECT sum(balance) FROM accounts"); sum != accounts*opening {
				t.Errorf("the balances add up to %d, want %d", sum, accounts*opening)
			}
			all, distinct := s.number(t, d, "SELECT count(*) FROM entries"), s.number(t, d, "SELECT count(DISTINCT id) FROM entries")
			if all != 2*clients*calls || distinct != all {
				t.Errorf("%d entries, %d of them different, want %d", all, distinct, 2*clients*calls)
			}
		})
	}
}

// compete calls a method from all clients, and demands that each call succeeds.
func (s system) compete(t *testing.T, name string, move func(ctx context.Context, id string, from, to, amount int) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			for call := range calls {
				from := (client + call) % accounts
				to := (from + 1 + client%(accounts-1)) % accounts
				if err := move(ctx, fmt.Sprintf("%s-%d-%d", name, client, call), from, to, 1+call); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
	all.Wait()
}

// TestCut cuts the connection after a statement was carried out and before its
// answer arrives. What is unsafe is not made again, and what is keyed succeeds.
// A method that is wrongly declared safe shows that the test sees repetitions.
func TestCut(t *testing.T) {
	for name, s := range systems {
		t.Run(name, func(t *testing.T) {
			address, direct := s.setUp(t)
			proxy := server.NewProxy(t, address)
			d, _ := s.open(t, proxy.Address())
			l := s.retry(ledger{d})
			for i := range 10 {
				ends := []string{"reset", "ended"}[i%2]
				id := fmt.Sprintf("unsafe-%d-%s", i, ends)
				if err := s.cut(t, proxy, id, l.Note); err == nil || !isLost(err) {
					t.Errorf("unsafe, %s: %v, want the loss of the connection", ends, err)
				}
				if rows := s.number(t, direct, "SELECT count(*) FROM entries WHERE id = ?", id); rows != 1 {
					t.Errorf("unsafe: %d rows, want 1", rows)
				}
				id = fmt.Sprintf("safe-%d-%s", i, ends)
				s.must(t, s.cut(t, proxy, id, l.NoteAgain))
				if rows := s.number(t, direct, "SELECT count(*) FROM entries WHERE id = ?", id); rows != 2 {
					t.Errorf("safe: %d rows, want 2", rows)
				}
				id = fmt.Sprintf("keyed-%d-%s", i, ends)
				s.must(t, s.cut(t, proxy, id, l.NoteOnce))
				if rows := s.number(t, direct, "SELECT count(*) FROM keyed WHERE id = ?", id); rows != 1 {
					t.Errorf("keyed: %d rows, want 1", rows)
				}
			}
		})
	}
}

// cut makes a call whose first connection is cut.
func (s system) cut(t *testing.T, proxy *server.Proxy, id string, call func(context.Context, string) error) error {
	t.Helper()
	before := proxy.Cuts()
	proxy.CutAfter(id, strings.HasSuffix(id, "reset"))
	err := call(t.Context(), id)
	if proxy.Cuts() != before+1 {
		t.Errorf("%d connections were cut, want 1", proxy.Cuts()-before)
	}
	return err
}

// isLost reports whether an error is that of a connection.
func isLost(err error) bool {
	_, isNet := errors.AsType[net.Error](err)
	lost := func(end error) bool { return errors.Is(err, end) }
	return isNet || slices.ContainsFunc([]error{mysql.ErrInvalidConn, io.ErrUnexpectedEOF, driver.ErrBadConn}, lost)
}
