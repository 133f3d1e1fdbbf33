package unsaferepeat

import (
	"context"
	"errors"
	"net/http"
	"time"

	"cloud.google.com/go/spanner"
	"github.com/cenkalti/backoff/v4"
	"helper"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

var errNotSent = errors.New("not sent")

func reads(ctx context.Context, b bank) error {
	return backoff.Retry(func() error {
		_, err := b.Balance(ctx, "a")
		return err
	}, nil)
}

func once(ctx context.Context, b bank) error { return b.Charge(ctx, "a", 1) }

func withKey(ctx context.Context, b bank) error {
	idempotencyKey := "7"
	return backoff.Retry(func() error { return b.Charge(ctx, idempotencyKey, 1) }, nil)
}

func withHeader(c *http.Client) error {
	return backoff.Retry(func() error {
		req, err := http.NewRequest("POST", "http://shop.example", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", "7")
		_, err = c.Do(req)
		return err
	}, nil)
}

func get(c *http.Client) error {
	return backoff.Retry(func() error {
		req, err := http.NewRequest("GET", "http://shop.example", nil)
		if err != nil {
			return err
		}
		_, err = c.Do(req)
		return err
	}, nil)
}

func transaction(ctx context.Context, c *spanner.Client, b bank) error {
	_, err := c.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error { return b.Create(ctx, "x") })
	return err
}

func onlyUnsent(ctx context.Context, b bank) error {
	return backoff.Retry(func() error {
		err := b.Charge(ctx, "a", 1)
		if err != nil && !errors.Is(err, errNotSent) {
			return backoff.Permanent(err)
		}
		return err
	}, nil)
}

func loopOverUnsent(ctx context.Context, b bank) error {
	for {
		err := b.Charge(ctx, "a", 1)
		if !errors.Is(err, errNotSent) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func conflict(ctx context.Context, b bank) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return b.Create(ctx, "x") })
}

func kube(ctx context.Context, pods kubernetes.Pods) error {
	return backoff.Retry(func() error { return pods.Create(ctx, "web") }, nil)
}

func inMemory(m *mailer) error {
	return backoff.Retry(func() error { return m.Submit("x") }, nil)
}

func constructor(ctx context.Context, b bank) error {
	return backoff.Retry(func() error { return b.NewSession(ctx, "x") }, nil)
}

func otherWord(ctx context.Context, b bank) error {
	return backoff.Retry(func() error { return b.Creates(ctx, "x") }, nil)
}

func items(ctx context.Context, b bank, names []string) error {
	return helper.Each(names, func(name string) error { return b.Create(ctx, name) })
}

func looksFirst(ctx context.Context, b bank, isConflict func(error) bool) error {
	return backoff.Retry(func() error {
		err := b.Create(ctx, "x")
		if isConflict(err) {
			return nil
		}
		return err
	}, nil)
}
