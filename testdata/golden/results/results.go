// Package results has methods whose error is in their result.
package results

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// ErrNothing says that there is no value.
var ErrNothing = errors.New("nothing there")

// base has the error of a command.
type base struct{ err error }

// Err returns the error of the command.
func (b *base) Err() error { return b.err }

// Cmd is the answer to a command.
type Cmd struct {
	base
	Value string
}

// Row is the answer to a query, which is read later.
type Row struct {
	ctx context.Context
	err error
}

// Err returns the error of the query.
func (r *Row) Err() error { return r.err }

// Scan reads the row.
func (r *Row) Scan(...any) error { return errors.Join(r.err, r.ctx.Err()) }

// Records are the answers to a batch.
type Records []Cmd

// FirstErr returns the first error.
func (r Records) FirstErr() error {
	for _, c := range r {
		if c.err != nil {
			return c.err
		}
	}
	return nil
}

// Answer has an error in a method of another name.
type Answer struct{ err error }

// Failure returns the error of the call.
func (a Answer) Failure() error { return a.err }

// Pair has two errors.
type Pair struct{ base }

// FirstErr returns the error of the first half.
func (p *Pair) FirstErr() error { return p.err }

// Session is a context, whose error is not that of the call.
type Session interface{ context.Context }

// Commands is a client of a store.
type Commands interface {
	Get(ctx context.Context, key string) *Cmd
	Row(ctx context.Context, query string) *Row
	Send(ctx context.Context, records ...string) Records
	Ask(ctx context.Context) (Answer, int)
	Both(ctx context.Context) *Pair
	Put(ctx context.Context, body io.ReadSeeker) (cmd *Cmd)
	Session(ctx context.Context) Session
	Ping() *Cmd
	Close() error
}

type commands struct {
	expect.Flaky
	sent []string
	ctx  context.Context
}

func (c *commands) cmd(ctx context.Context) Cmd {
	c.ctx = ctx
	return Cmd{base{errors.Join(ctx.Err(), c.Try())}, "v"}
}

func (c *commands) Get(ctx context.Context, key string) *Cmd {
	cmd := c.cmd(ctx)
	if key == "none" {
		cmd.err = ErrNothing
	}
	return &cmd
}
func (c *commands) Row(ctx context.Context, _ string) *Row        { return &Row{ctx, c.cmd(ctx).err} }
func (c *commands) Send(ctx context.Context, _ ...string) Records { return Records{c.cmd(ctx)} }
func (c *commands) Ask(ctx context.Context) (Answer, int)         { return Answer{c.cmd(ctx).err}, 3 }
func (c *commands) Both(ctx context.Context) *Pair                { return &Pair{c.cmd(ctx).base} }
func (c *commands) Session(context.Context) Session               { return nil }
func (c *commands) Ping() *Cmd                                    { cmd := c.cmd(context.Background()); return &cmd }
func (c *commands) Close() error                                  { return c.Try() }
func (c *commands) Put(ctx context.Context, body io.ReadSeeker) *Cmd {
	data, _ := io.ReadAll(body)
	c.sent = append(c.sent, string(data))
	cmd := c.cmd(ctx)
	return &cmd
}

// Check checks that calls are retried by the errors in their results.
func Check() error {
	c := &commands{}
	return errors.Join(checkAll("quick", c, NewRetryingCommands(c)), checkAll("guarded", c, NewGuardedCommands(c)),
		checkRows(c), checkBreaker(c))
}

func checkAll(name string, c *commands, client Commands) error {
	ctx := context.Background()
	var errs []error
	for method, call := range map[string]func() error{
		"get":  func() error { return client.Get(ctx, "k").Err() },
		"row":  func() error { return client.Row(ctx, "q").Err() },
		"send": func() error { return client.Send(ctx, "a", "b").FirstErr() },
		"ask":  func() error { a, n := client.Ask(ctx); return errors.Join(a.Failure(), expect.Equal("n", n, 3)) },
		"ping": func() error { return client.Ping().Err() },
		"put":  func() error { return client.Put(ctx, strings.NewReader("x")).Err() },
	} {
		c.Again(2)
		errs = append(errs, expect.Error(name+" "+method, call(), nil), expect.Equal(name+" "+method, c.Calls, 3))
		c.Again(9)
		errs = append(errs, expect.Error(name+" "+method, call(), expect.ErrFlaky), expect.Equal(name+" "+method, c.Calls, 3))
		client = reset(name, c)
	}
	c.Again(0)
	errs = append(errs, expect.Error("nothing", client.Get(ctx, "none").Err(), ErrNothing), expect.Equal("nothing", c.Calls, 1))
	body := strings.NewReader("-body")
	_, _ = body.Seek(1, io.SeekStart)
	c.Again(2)
	c.sent = nil
	errs = append(errs, expect.Error("put", client.Put(ctx, body).Err(), nil), expect.Equal("sent", c.sent, []string{"body", "body", "body"}))
	return errors.Join(errs...)
}

// reset returns a client whose breaker is closed.
func reset(name string, c *commands) Commands {
	if name == "quick" {
		return NewRetryingCommands(c)
	}
	return NewGuardedCommands(c)
}

// checkRows: a row works after the call. The spec says which error of Both counts.
func checkRows(c *commands) error {
	c.Again(1)
	row := NewGuardedCommands(c).Row(context.Background(), "q")
	time.Sleep(time.Minute)
	errs := []error{expect.Error("row", row.Err(), nil), expect.Error("scan", row.Scan(), nil)}
	c.Again(2)
	return errors.Join(append(errs, expect.Error("both", NewRetryingCommands(c).Both(context.Background()).Err(), nil), expect.Equal("both", c.Calls, 3))...)
}

// checkBreaker: a breaker that is open gives a result with an error.
func checkBreaker(c *commands) error {
	c.Again(9)
	client := NewGuardedCommands(c)
	first := client.Get(context.Background(), "k")
	c.Again(0)
	cmd := client.Get(context.Background(), "k")
	return errors.Join(
		expect.Error("first", first.Err(), expect.ErrFlaky),
		expect.Error("refused", cmd.Err(), context.Canceled),
		expect.Equal("reason", isOpen(context.Cause(c.ctx)), true),
	)
}

// isOpen reports whether an error says that a breaker is open.
func isOpen(err error) bool {
	failure, ok := errors.AsType[*retry.RetryError](err)
	return ok && failure.Reason == retry.ReasonBreaker
}
