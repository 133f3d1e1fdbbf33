package spentreader

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/cenkalti/backoff/v4"
	"helper"
)

func fresh(ctx context.Context, data []byte) error {
	return backoff.Retry(func() error { return upload(ctx, "x", bytes.NewReader(data)) }, nil)
}

func freshVariable(ctx context.Context) error {
	return backoff.Retry(func() error {
		r := strings.NewReader("x")
		return upload(ctx, "x", r)
	}, nil)
}

func seeks(ctx context.Context, body io.ReadSeeker) error {
	return backoff.Retry(func() error {
		if _, err := body.Seek(0, io.SeekStart); err != nil {
			return backoff.Permanent(err)
		}
		return upload(ctx, "x", body)
	}, nil)
}

func resets(ctx context.Context, r *bytes.Reader, data []byte) error {
	return backoff.Retry(func() error {
		r.Reset(data)
		return upload(ctx, "x", r)
	}, nil)
}

func assigned(ctx context.Context, data []byte) error {
	var body io.Reader
	return backoff.Retry(func() error {
		body = bytes.NewReader(data)
		return upload(ctx, "x", body)
	}, nil)
}

func noBody(c *http.Client) error {
	req, err := http.NewRequest("GET", "http://shop.example", nil)
	if err != nil {
		return err
	}
	return backoff.Retry(func() error {
		_, err := c.Do(req)
		return err
	}, nil)
}

func emptyBody(c *http.Client) error {
	req, err := http.NewRequest("GET", "http://shop.example", http.NoBody)
	if err != nil {
		return err
	}
	return backoff.Retry(func() error {
		_, err := c.Do(req)
		return err
	}, nil)
}

func newBody(c *http.Client, data []byte) error {
	req, err := http.NewRequest("PUT", "http://shop.example", bytes.NewReader(data))
	if err != nil {
		return err
	}
	return backoff.Retry(func() error {
		req.Body = io.NopCloser(bytes.NewReader(data))
		_, err := c.Do(req)
		return err
	}, nil)
}

func getBody(c *http.Client, data []byte) error {
	req, err := http.NewRequest("PUT", "http://shop.example", bytes.NewReader(data))
	if err != nil {
		return err
	}
	return backoff.Retry(func() error {
		body, err := req.GetBody()
		if err != nil {
			return err
		}
		return upload(context.Background(), "x", body)
	}, nil)
}

func once(ctx context.Context, body io.Reader) error {
	return helper.Once(func() error { return upload(ctx, "x", body) })
}

func connection(ctx context.Context, c net.Conn) error {
	return backoff.Retry(func() error { return upload(ctx, "x", c) }, nil)
}

func writes(ctx context.Context, data []byte) error {
	var b bytes.Buffer
	return backoff.Retry(func() error {
		b.Reset()
		b.Write(data)
		return upload(ctx, "x", &b)
	}, nil)
}

func bytesOnly(b *bytes.Buffer, send func([]byte) error) error {
	return backoff.Retry(func() error { return send(b.Bytes()) }, nil)
}

func asserts(ctx context.Context, body io.Reader) error {
	return backoff.Retry(func() error {
		if s, ok := body.(io.Seeker); ok {
			if _, err := s.Seek(0, io.SeekStart); err != nil {
				return backoff.Permanent(err)
			}
		}
		return upload(ctx, "x", body)
	}, nil)
}

func eachItem(ctx context.Context, body io.Reader, names []string) error {
	for _, name := range names {
		if err := upload(ctx, name, body); err != nil {
			return err
		}
	}
	return nil
}

func line(r io.Reader) (string, error) { return "", nil }

func asks(r io.Reader) string {
	for {
		text, err := line(r)
		if err == nil {
			return text
		}
	}
}
