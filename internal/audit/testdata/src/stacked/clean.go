package stacked

import (
	"context"
	"errors"
	"time"

	"cloud.google.com/go/spanner"
	avast "github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/cenkalti/backoff/v4"
	seth "github.com/sethvargo/go-retry"
	"helper"
	"k8s.io/client-go/util/retry"
	"remote"
)

var errMissing = errors.New("missing")

func plain(ctx context.Context) error {
	return backoff.Retry(func() error { return remote.Plain(ctx) }, nil)
}

func alone(ctx context.Context) error { return remote.Fetch(ctx) }

func conflict(ctx context.Context) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return remote.Fetch(ctx) })
}

func transaction(ctx context.Context, c *spanner.Client) error {
	_, err := c.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error { return remote.Fetch(ctx) })
	return err
}

func permanent(ctx context.Context) error {
	return backoff.Retry(func() error {
		if err := remote.Fetch(ctx); err != nil {
			return backoff.Permanent(err)
		}
		return remote.Plain(ctx)
	}, nil)
}

func onlyOneError(ctx context.Context) error {
	return backoff.Retry(func() error {
		err := remote.Fetch(ctx)
		if errors.Is(err, errMissing) {
			return err
		}
		if err != nil {
			return backoff.Permanent(err)
		}
		return nil
	}, nil)
}

func marked(ctx context.Context) error {
	return seth.Do(ctx, seth.NewConstant(time.Second), func(ctx context.Context) error {
		if err := remote.Fetch(ctx); err != nil {
			return err
		}
		return seth.RetryableError(errMissing)
	})
}

func loopOverOneError(ctx context.Context) error {
	for {
		err := remote.Fetch(ctx)
		if !errors.Is(err, errMissing) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func ignored(ctx context.Context) error {
	return backoff.Retry(func() error {
		_ = remote.Fetch(ctx)
		return remote.Plain(ctx)
	}, nil)
}

func started(ctx context.Context) error {
	return backoff.Retry(func() error {
		go func() { _ = remote.Fetch(ctx) }()
		return remote.Plain(ctx)
	}, nil)
}

func interrupted(ctx context.Context) error {
	return backoff.Retry(func() error { return remote.Interrupted(ctx) }, nil)
}

func items(ctx context.Context, names []string) error {
	for range names {
		if err := remote.Fetch(ctx); err != nil {
			return err
		}
	}
	return nil
}

func once(ctx context.Context) error {
	return helper.Once(func() error { return remote.Fetch(ctx) })
}

func daemon(ctx context.Context) {
	for {
		if err := remote.Fetch(ctx); err != nil {
			time.Sleep(time.Second)
		}
	}
}

func handled(ctx context.Context) error {
	return avast.Do(func() error {
		if err := remote.Fetch(ctx); err != nil {
			return nil
		}
		return remote.Plain(ctx)
	})
}

func receiver(c *sqs.Client) *sqs.Client { return c }
