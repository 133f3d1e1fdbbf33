package latched

import (
	"bytes"
	"context"
	"strings"
	"time"

	"cloud.google.com/go/spanner"
	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	policy "github.com/retrygen/retrygen/runtime"
	seth "github.com/sethvargo/go-retry"
	"helper"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

type page struct {
	items []string
	size  int
}

func fetch() (page, error)          { return page{}, nil }
func remove(string) (int, error)    { return 0, nil }
func rows() (map[string]int, error) { return nil, nil }

func conntrack(entries []string) (int, error) {
	n := 0
	err := retry.OnError(wait.Backoff{}, func(error) bool { return true }, func() error {
		for _, e := range entries {
			count, err := remove(e)
			n += count // want `conntrack: n \+= count runs in each attempt of retry.OnError`
			if err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

func appended() ([]string, error) {
	var all []string
	err := backoff.Retry(func() error {
		p, err := fetch()
		all = append(all, p.items...) // want `all = append\(all, p.items...\) runs in each attempt of backoff.Retry`
		return err
	}, nil)
	return all, err
}

func namedClosure() ([]string, error) {
	var all []string
	op := func() error {
		p, err := fetch()
		for _, item := range p.items {
			all = append(all, item) // want `RA101`
		}
		if err != nil {
			return err
		}
		_, err = fetch()
		return err
	}
	return all, backoff.Retry(op, nil)
}

func converted() (string, error) {
	text := ""
	err := avast.Do(avast.RetryableFunc(func() error {
		p, err := fetch()
		text += strings.Join(p.items, ",") // want `text \+= strings.Join`
		if p.size == 0 {
			return err
		}
		return nil
	}))
	return text, err
}

func transactionAppends(ctx context.Context, c *spanner.Client) ([]string, error) {
	var all []string
	_, err := c.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		err := tx.Read(ctx, func(r *spanner.Row) error { return nil })
		if err != nil {
			return err
		}
		all = append(all, "row") // want `all = append\(all, "row"\) runs in each attempt of Client.ReadWriteTransaction`
		return nil
	})
	return all, err
}

func mapOfRows() (map[string]int, error) {
	seen := map[string]int{}
	err := backoff.Retry(func() error {
		all, err := rows()
		for name, n := range all {
			seen[name] = n // want `seen\[name\] = n`
		}
		return err
	}, nil)
	return seen, err
}

func latchedFlag() (bool, error) {
	found := false
	err := backoff.Retry(func() error {
		p, err := fetch()
		if p.size > 3 {
			found = true // want `found = true`
		}
		return err
	}, nil)
	return found, err
}

func field(ctx context.Context, p *policy.Policy) (*page, error) {
	result := &page{}
	err := p.Do(ctx, func(ctx context.Context) error {
		next, err := fetch()
		result.items = append(result.items, next.items...) // want `result.items = append`
		return err
	})
	return result, err
}

func value(ctx context.Context, p *policy.Policy) (int, error) {
	total := 0
	_, err := policy.DoValue(ctx, p, func(ctx context.Context) (string, error) {
		next, err := fetch()
		total = total + next.size // want `total = total \+ next.size`
		return "", err
	})
	return total, err
}

func byFact() (int, error) {
	items := 0
	err := helper.Again(3, func() error {
		p, err := fetch()
		for range p.items {
			items++ // want `items\+\+ runs in each attempt of helper.Again`
		}
		return err
	})
	return items * 2, err
}

func forwarded() ([]int, error) {
	var sizes []int
	err := helper.Forward(func() error {
		p, err := fetch()
		sizes = append(sizes, p.size) // want `helper.Forward`
		return err
	})
	return sizes, err
}

func method() (*helper.List, error) {
	list := &helper.List{}
	err := backoff.Retry(func() error {
		p, err := fetch()
		for _, item := range p.items {
			list.Add(item) // want `list.Add\(item\)`
		}
		return err
	}, nil)
	return list, err
}

func buffer() (string, error) {
	var b bytes.Buffer
	err := backoff.Retry(func() error {
		p, err := fetch()
		b.WriteString(strings.Join(p.items, "")) // want `b.WriteString`
		return err
	}, nil)
	return b.String(), err
}

func resetOnOnePath(full bool) ([]string, error) {
	var all []string
	err := backoff.Retry(func() error {
		if full {
			all = nil
		}
		p, err := fetch()
		all = append(all, p.items...) // want `RA101`
		return err
	}, nil)
	return all, err
}

func markedError(ctx context.Context) (int, error) {
	n := 0
	err := seth.Do(ctx, seth.NewConstant(time.Second), func(ctx context.Context) error {
		p, err := fetch()
		n += p.size // want `retry.Do`
		if err != nil {
			return seth.RetryableError(err)
		}
		return nil
	})
	return n, err
}

func named() (total int, err error) {
	err = backoff.Retry(func() error {
		p, err := fetch()
		total += p.size // want `total \+= p.size`
		return err
	}, nil)
	return
}

func counts() (map[string]int, error) {
	byName := make(map[string]int)
	err := backoff.Retry(func() error {
		p, err := fetch()
		for _, item := range p.items {
			byName["all"] += len(item) // want `byName`
		}
		return err
	}, nil)
	return byName, err
}
