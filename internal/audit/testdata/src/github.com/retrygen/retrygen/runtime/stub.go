package retry

import (
	"context"
	"iter"
)

type Policy struct{}
type Attempt struct{}
type Call struct{}

func (a *Attempt) Done(err error) error                                       { return err }
func (a *Attempt) Context() context.Context                                   { return nil }
func (p *Policy) Attempts(ctx context.Context) iter.Seq[*Attempt]             { return nil }
func (p *Policy) Do(ctx context.Context, f func(context.Context) error) error { return f(ctx) }
func (p *Policy) Failed(ctx context.Context, op string, err error) *Call      { return nil }
func (c *Call) Again() bool                                                   { return false }
func (c *Call) Tried(err error)                                               {}
func (c *Call) Err() error                                                    { return nil }
func (c *Call) Context() context.Context                                      { return nil }
func DoValue[T any](ctx context.Context, p *Policy, f func(context.Context) (T, error)) (T, error) {
	return f(ctx)
}
