package retryablehttp

import "net/http"

type Client struct{ RetryMax int }
type Request struct{}

func NewClient() *Client                                 { return nil }
func (c *Client) Get(url string) (*http.Response, error) { return nil, nil }
func (c *Client) Do(r *Request) (*http.Response, error)  { return nil, nil }
