package spentreader

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	policy "github.com/retrygen/retrygen/runtime"
	"helper"
)

func upload(ctx context.Context, name string, body io.Reader) error { return nil }

func parameter(ctx context.Context, body io.Reader) error {
	return backoff.Retry(func() error {
		return upload(ctx, "x", body) // want `parameter: backoff.Retry passes body to upload in each attempt: the second one finds what the first has left of it`
	}, nil)
}

func request(c *http.Client, data []byte) error {
	body := bytes.NewReader(data)
	return backoff.Retry(func() error {
		req, err := http.NewRequest("PUT", "http://shop.example", body) // want `passes body to http.NewRequest`
		if err != nil {
			return err
		}
		_, err = c.Do(req)
		return err
	}, nil)
}

func wholeRequest(c *http.Client, data []byte) error {
	req, err := http.NewRequest("PUT", "http://shop.example", bytes.NewReader(data))
	if err != nil {
		return err
	}
	return backoff.Retry(func() error {
		_, err := c.Do(req) // want `passes req to c.Do`
		return err
	}, nil)
}

func file(ctx context.Context) error {
	f, err := os.Open("x")
	if err != nil {
		return err
	}
	defer f.Close()
	return avast.Do(func() error { return upload(ctx, "x", f) }) // want `passes f to upload`
}

func text(ctx context.Context) error {
	r := strings.NewReader("text")
	return helper.Again(3, func() error { return upload(ctx, "x", r) }) // want `passes r to upload`
}

func buffer(ctx context.Context, b *bytes.Buffer) error {
	return helper.Forward(func() error { return upload(ctx, "x", b) }) // want `passes b to upload`
}

func loop(ctx context.Context, body io.Reader) error {
	var err error
	for range 3 {
		err = upload(ctx, "x", body) // want `the loop passes body to upload`
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func decode(body io.ReadCloser) (v any, err error) {
	err = backoff.Retry(func() error {
		return json.NewDecoder(body).Decode(&v) // want `passes body to json.NewDecoder`
	}, nil)
	return v, err
}

func readAll(ctx context.Context, p *policy.Policy, body io.Reader) error {
	return p.Do(ctx, func(ctx context.Context) error {
		data, err := io.ReadAll(body) // want `Policy.Do passes body to io.ReadAll`
		_ = data
		return err
	})
}

func value(ctx context.Context, p *policy.Policy, body io.Reader) (int64, error) {
	return policy.DoValue(ctx, p, func(ctx context.Context) (int64, error) {
		return io.Copy(io.Discard, body) // want `passes body to io.Copy`
	})
}

func named(ctx context.Context, body io.Reader) error {
	op := func() error { return upload(ctx, "x", body) } // want `passes body`
	return backoff.Retry(op, nil)
}

func seeker(ctx context.Context, body io.ReadSeeker) error {
	return backoff.Retry(func() error { return upload(ctx, "x", body) }, nil) // want `passes body`
}

func loopRequest(c *http.Client, body io.Reader) (err error) {
	req, err := http.NewRequest("PUT", "http://shop.example", body)
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = c.Do(req); err == nil { // want `the loop passes req to c.Do`
			return nil
		}
	}
	return err
}
