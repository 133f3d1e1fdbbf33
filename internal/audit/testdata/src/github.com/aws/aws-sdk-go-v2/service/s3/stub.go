package s3

import (
	"context"
	"io"
)

type Client struct{}
type Options struct{ RetryMaxAttempts int }
type PutObjectInput struct{ Body io.Reader }
type PutObjectOutput struct{}

func New(o Options) *Client { return nil }
func (c *Client) PutObject(ctx context.Context, in *PutObjectInput, opts ...func(*Options)) (*PutObjectOutput, error) {
	return nil, nil
}
func (c *Client) Options() Options { return Options{} }
