// Package manymethods has more methods than a list of them should have, long
// type names, and a request that has a context of its own.
package manymethods

import (
	"context"
	"errors"
	"net/http"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// DescribeEverythingInput and DescribeEverythingOutput have long names.
type (
	DescribeEverythingInput  struct{ Name string }
	DescribeEverythingOutput struct{ Name string }
)

// Many has many methods.
type Many interface {
	Account(ctx context.Context) error
	Balance(ctx context.Context) error
	Customer(ctx context.Context) error
	Document(ctx context.Context) error
	Event(ctx context.Context) error
	File(ctx context.Context) error
	Group(ctx context.Context) error
	History(ctx context.Context) error
	Invoice(ctx context.Context) error
	Journal(ctx context.Context) error
	Key(ctx context.Context) error
	Ledger(ctx context.Context) error
	Member(ctx context.Context) error
}

// API has some more.
type API interface {
	Many
	Describe(context.Context, *DescribeEverythingInput) (*DescribeEverythingOutput, error)
	Delete(ctx context.Context) error
	Send(req *http.Request) (*http.Response, error)
}

type api struct{ expect.Flaky }

func (a *api) Account(context.Context) error  { return a.Try() }
func (a *api) Balance(context.Context) error  { return a.Try() }
func (a *api) Customer(context.Context) error { return a.Try() }
func (a *api) Document(context.Context) error { return a.Try() }
func (a *api) Event(context.Context) error    { return a.Try() }
func (a *api) File(context.Context) error     { return a.Try() }
func (a *api) Group(context.Context) error    { return a.Try() }
func (a *api) History(context.Context) error  { return a.Try() }
func (a *api) Invoice(context.Context) error  { return a.Try() }
func (a *api) Journal(context.Context) error  { return a.Try() }
func (a *api) Key(context.Context) error      { return a.Try() }
func (a *api) Ledger(context.Context) error   { return a.Try() }
func (a *api) Member(context.Context) error   { return a.Try() }

func (a *api) Describe(_ context.Context, in *DescribeEverythingInput) (*DescribeEverythingOutput, error) {
	return &DescribeEverythingOutput{in.Name}, a.Try()
}

func (a *api) Delete(context.Context) error { return a.Try() }

func (a *api) Send(*http.Request) (*http.Response, error) { return nil, a.Try() }

// Check checks some of the methods.
func Check() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a := &api{expect.Flaky{Failures: 2}}
	client := NewRetryingAPI(a)
	out, err := client.Describe(ctx, &DescribeEverythingInput{"x"})
	errs := []error{expect.Error("describe", err, nil), expect.Equal("name", out.Name, "x"), expect.Equal("calls", a.Calls, 3)}
	a.Again(2)
	errs = append(errs, expect.Error("key", NewRetryingAll(a).Key(ctx), nil), expect.Equal("calls", a.Calls, 3))
	a.Again(2)
	errs = append(errs, expect.Error("delete", client.Delete(ctx), expect.ErrFlaky), expect.Equal("calls", a.Calls, 1))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://example.test", nil)
	if err != nil {
		return err
	}
	a.Again(2)
	_, err = client.Send(req)
	errs = append(errs, expect.Error("send", err, nil), expect.Equal("calls", a.Calls, 3))
	cancel()
	a.Again(2)
	_, err = client.Send(req)
	return errors.Join(append(errs, expect.Error("send after the end", err, expect.ErrFlaky), expect.Equal("calls", a.Calls, 1))...)
}
