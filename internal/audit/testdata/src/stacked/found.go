package stacked

import (
	"context"
	"fmt"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
	policy "github.com/retrygen/retrygen/runtime"
	"helper"
	"remote"
)

func sdk(ctx context.Context, c *sqs.Client) error {
	return avast.Do(func() error { // want `sdk: retry.Do retries c.SendMessage, which retries by default: up to 10 × 3 = 30 attempts`
		_, err := c.SendMessage(ctx, nil)
		return err
	})
}

func attempts(ctx context.Context, c *sqs.Client) error {
	return avast.Do(func() error { // want `up to 4 × 3 = 12 attempts`
		if _, err := c.SendMessage(ctx, nil); err != nil {
			return fmt.Errorf("send: %w", err)
		}
		return nil
	}, avast.Attempts(4))
}

func limited(ctx context.Context, c *s3.Client) error {
	return backoff.Retry(func() error { // want `up to 3 × 3 = 9 attempts`
		_, err := c.PutObject(ctx, nil)
		return err
	}, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 2))
}

func unlimited(ctx context.Context, c *s3.Client) error {
	return backoff.Retry(func() error { // want `each attempt makes up to 3`
		_, err := c.PutObject(ctx, nil)
		return err
	}, backoff.NewExponentialBackOff())
}

func retryable(c *retryablehttp.Client) error {
	return helper.Again(2, func() error { // want `each attempt makes up to 5`
		_, err := c.Get("http://shop.example")
		return err
	})
}

func loop(ctx context.Context) error {
	var err error
	for range 4 { // want `loop: the loop retries remote.Fetch, which retries with a loop: up to 4 × 3 = 12 attempts`
		if err = remote.Fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func factOfLibrary(ctx context.Context) error {
	return backoff.Retry(func() error { return remote.Load(ctx) }, nil) // want `remote.Load, which retries with backoff.Retry: their attempts multiply`
}

func generated(ctx context.Context, g *remote.RetryingGateway) error {
	return backoff.Retry(func() error { return g.Pay(ctx) }, nil) // want `g.Pay, which retries with its policy`
}

func ours(ctx context.Context, p *policy.Policy, c *sqs.Client) error {
	return p.Do(ctx, func(ctx context.Context) error { // want `Policy.Do retries c.SendMessage`
		_, err := c.SendMessage(ctx, nil)
		return err
	})
}

func nested(ctx context.Context) error {
	return backoff.Retry(func() error { // want `backoff.Retry retries helper.Again, which retries too`
		return helper.Again(3, func() error { return remote.Plain(ctx) })
	}, nil)
}

func named(ctx context.Context) error {
	op := func() error {
		return remote.Fetch(ctx)
	}
	return backoff.Retry(op, nil) // want `remote.Fetch`
}

func endless(ctx context.Context) error {
	for { // want `remote.Load`
		err := remote.Load(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
}

func local(ctx context.Context) error { return remote.Fetch(ctx) }

func twice(ctx context.Context) error {
	return avast.Do(func() error { // want `remote.Fetch, which retries with a loop: up to 10 × 3 = 30`
		err := local(ctx)
		if err != nil {
			return err
		}
		return remote.Fetch(ctx)
	})
}
