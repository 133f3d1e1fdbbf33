package jobs_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// postgresVariable has a connection string of a PostgreSQL in which tests may
// make databases.
const postgresVariable = "RETRYGEN_POSTGRES"

// openSQLite returns River's driver for a database in a file.
func openSQLite(t testing.TB, file string) riverdriver.Driver[*sql.Tx] {
	t.Helper()
	return riversqlite.New(newDatabase(t, file))
}

// newDatabase opens a database in a file.
func newDatabase(t testing.TB, file string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// openPostgres returns River's driver for a database of PostgreSQL.
func openPostgres(t testing.TB, url string) riverdriver.Driver[pgx.Tx] {
	t.Helper()
	pool, err := pgxpool.New(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return riverpgxv5.New(pool)
}

// migrated returns the driver of a database with River's tables.
func migrated[Tx any](t *testing.T, driver riverdriver.Driver[Tx]) riverdriver.Driver[Tx] {
	t.Helper()
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrator.Migrate(t.Context(), rivermigrate.DirectionUp, nil); err != nil {
		t.Fatal(err)
	}
	return driver
}

// newSQLite returns the file of a new database.
func newSQLite(t *testing.T) string { return filepath.Join(t.TempDir(), "jobs.db") }

// newPostgres returns the connection string of a new database, or skips the
// test where there is no PostgreSQL.
func newPostgres(t *testing.T) string {
	t.Helper()
	url := os.Getenv(postgresVariable)
	if url == "" {
		t.Skipf("%s is not set: there is no PostgreSQL (start one with .ci/servers)", postgresVariable)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	name := strings.ToLower(strings.ReplaceAll(t.Name(), "/", "_"))
	if _, err := conn.Exec(t.Context(), "DROP DATABASE IF EXISTS "+name); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(url, "/"+config.Database+"?", "/"+name+"?", 1)
}
