package unsaferepeat

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	policy "github.com/retrygen/retrygen/runtime"
	"helper"
)

type bank interface {
	Charge(ctx context.Context, account string, cents int) error
	CreateOrder(ctx context.Context, item string) (string, error)
	Refund(ctx context.Context, order string) error
	Balance(ctx context.Context, account string) (int, error)
	Create(ctx context.Context, item string) error
	NewSession(ctx context.Context, user string) error
	Creates(ctx context.Context, user string) error
}

type mailer struct{}

func (*mailer) SendMail(ctx context.Context, to string) error { return nil }
func (*mailer) Submit(name string) error                      { return nil }

func charge(ctx context.Context, b bank) error {
	return backoff.Retry(func() error {
		return b.Charge(ctx, "a", 100) // want `charge: backoff.Retry repeats b.Charge after every error: an attempt that seemed to fail may have been carried out already`
	}, nil)
}

func order(ctx context.Context, b bank) (id string, err error) {
	err = avast.Do(func() error {
		id, err = b.CreateOrder(ctx, "shoe") // want `repeats b.CreateOrder`
		return err
	})
	return id, err
}

func wrapped(ctx context.Context, b bank) error {
	return avast.Do(func() error {
		if err := b.Refund(ctx, "7"); err != nil { // want `b.Refund`
			return fmt.Errorf("refund: %w", err)
		}
		return nil
	})
}

func loop(ctx context.Context, b bank) error {
	var err error
	for range 3 {
		if err = b.Charge(ctx, "a", 1); err == nil { // want `the loop repeats b.Charge`
			return nil
		}
		helper.Rest()
	}
	return err
}

func struct1(ctx context.Context, m *mailer) error {
	return helper.Again(3, func() error {
		return m.SendMail(ctx, "you") // want `helper.Again repeats m.SendMail`
	})
}

func ours(ctx context.Context, p *policy.Policy, b bank) error {
	return p.Do(ctx, func(ctx context.Context) error {
		return b.Create(ctx, "x") // want `Policy.Do repeats b.Create`
	})
}

func value(ctx context.Context, p *policy.Policy, b bank) (string, error) {
	return policy.DoValue(ctx, p, func(ctx context.Context) (string, error) {
		return b.CreateOrder(ctx, "x") // want `b.CreateOrder`
	})
}

func post(url string) error {
	return backoff.Retry(func() error {
		_, err := http.Post(url, "text/plain", strings.NewReader("x")) // want `repeats http.Post`
		return err
	}, nil)
}

func request(ctx context.Context, c *http.Client) error {
	return backoff.Retry(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://shop.example", nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		_, err = c.Do(req) // want `repeats c.Do`
		return err
	}, nil)
}

func form(c *http.Client) error {
	var err error
	for i := 0; i < 3; i++ {
		_, err = c.PostForm("http://shop.example", nil) // want `the loop repeats c.PostForm`
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func named(ctx context.Context, b bank) error {
	op := func() error {
		err := b.Charge(ctx, "a", 1) // want `b.Charge`
		return err
	}
	return backoff.Retry(op, nil)
}

func forwarded(ctx context.Context, b bank) error {
	return helper.Forward(func() error {
		return b.Refund(ctx, "7") // want `helper.Forward repeats b.Refund`
	})
}
