package stdlib

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

var errFlaky = errors.New("flaky")

// flaky fails its first calls.
type flaky struct{ failures, calls int }

func (f *flaky) try() error {
	f.calls++
	if f.failures > 0 {
		f.failures--
		return errFlaky
	}
	return nil
}

type file struct {
	flaky
	strings.Builder
}

func (f *file) Read([]byte) (int, error)    { return 0, f.try() }
func (f *file) Write(p []byte) (int, error) { return 1, f.try() }
func (f *file) Close() error                { return f.try() }

func TestFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &file{flaky: flaky{failures: 2}}
		if err := NewRetryingFile(f).Close(); err != nil || f.calls != 3 {
			t.Errorf("close: %v after %d calls", err, f.calls)
		}
		f.flaky = flaky{failures: 2}
		if n, err := NewRetryingFile(f).Write([]byte("ab")); n != 1 || !errors.Is(err, errFlaky) || f.calls != 1 {
			t.Errorf("a partial write was %d, %v after %d calls", n, err, f.calls)
		}
	})
}

// database is a driver whose connections fail by plan.
type database struct {
	flaky
	last error
}

func (d *database) Open(string) (driver.Conn, error) { return NewRetryingDatabase(d), nil }
func (d *database) Close() error                     { return nil }
func (d *database) Begin() (driver.Tx, error)        { return nil, errFlaky }

func (d *database) Prepare(string) (driver.Stmt, error) {
	err := d.try()
	if err != nil && d.last != nil {
		err = d.last
	}
	return statement{}, err
}

// statement is a statement that does nothing.
type statement struct{}

func (statement) Close() error                               { return nil }
func (statement) NumInput() int                              { return -1 }
func (statement) Exec([]driver.Value) (driver.Result, error) { return driver.RowsAffected(1), nil }
func (statement) Query([]driver.Value) (driver.Rows, error)  { return nil, io.EOF }

func TestDatabase(t *testing.T) {
	d := &database{flaky: flaky{failures: 2}}
	sql.Register("retrying", d)
	db, err := sql.Open("retrying", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("insert"); err != nil || d.calls != 3 {
		t.Errorf("exec: %v after %d calls", err, d.calls)
	}
	conn := NewRetryingDatabase(d)
	d.flaky, d.last = flaky{failures: 2}, driver.ErrBadConn
	if _, err := conn.Prepare("x"); !errors.Is(err, driver.ErrBadConn) || d.calls != 1 {
		t.Errorf("a bad connection: %v after %d calls", err, d.calls)
	}
}

func TestConnection(t *testing.T) {
	client, server := net.Pipe()
	conn := NewRetryingConnection(client)
	go func() {
		io.WriteString(server, "hello")
		server.Close()
	}()
	text, err := io.ReadAll(conn)
	if string(text) != "hello" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
}

// transport fails by plan.
type transport struct{ flaky }

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := t.try(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: req}, nil
}

func TestTransport(t *testing.T) {
	tests := []struct {
		name  string
		wrap  func(http.RoundTripper) http.RoundTripper
		calls int
		fails bool
	}{
		{"retrying", func(next http.RoundTripper) http.RoundTripper { return NewRetryingTransport(next) }, 3, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			next := &transport{flaky{failures: 2}}
			client := &http.Client{Transport: test.wrap(next)}
			resp, err := client.Get("http://example.test")
			if err == nil {
				resp.Body.Close()
			}
			if (err != nil) != test.fails || next.calls != test.calls {
				t.Errorf("get: %v after %d calls", err, next.calls)
			}
		})
	}
}
