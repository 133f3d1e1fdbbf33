package sqs

import "context"

type Client struct{}
type SendMessageInput struct{}
type SendMessageOutput struct{}

func (c *Client) SendMessage(ctx context.Context, in *SendMessageInput) (*SendMessageOutput, error) {
	return nil, nil
}
