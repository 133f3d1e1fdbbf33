package spanner

import (
	"context"
	"time"
)

type Client struct{}
type ReadWriteTransaction struct{}
type Row struct{}

func (r *Row) Columns(v ...any) error                                              { return nil }
func (t *ReadWriteTransaction) Read(ctx context.Context, f func(*Row) error) error { return nil }
func (c *Client) ReadWriteTransaction(ctx context.Context, f func(context.Context, *ReadWriteTransaction) error) (time.Time, error) {
	return time.Time{}, nil
}
