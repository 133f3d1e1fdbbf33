package latched

import (
	"context"
	"errors"
	"log"
	"time"

	"cloud.google.com/go/spanner"
	"github.com/cenkalti/backoff/v4"
	seth "github.com/sethvargo/go-retry"
	"helper"
)

func resetFirst() ([]string, error) {
	var all []string
	err := backoff.Retry(func() error {
		all = nil
		p, err := fetch()
		all = append(all, p.items...)
		return err
	}, nil)
	return all, err
}

func emptied() ([]string, error) {
	var all []string
	err := backoff.Retry(func() error {
		all = all[:0]
		p, err := fetch()
		all = append(all, p.items...)
		return err
	}, nil)
	return all, err
}

func cleared() (map[string]int, error) {
	seen := map[string]int{}
	err := backoff.Retry(func() error {
		clear(seen)
		all, err := rows()
		for name, n := range all {
			seen[name] = n
		}
		return err
	}, nil)
	return seen, err
}

func wholeReset(ctx context.Context, c *spanner.Client) (page, error) {
	var p page
	_, err := c.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		p = page{}
		p.items = append(p.items, "x")
		return nil
	})
	return p, err
}

func pointerReset(p *page) error {
	return backoff.Retry(func() error {
		*p = page{}
		next, err := fetch()
		p.items = append(p.items, next.items...)
		return err
	}, nil)
}

func lastStep() ([]string, error) {
	var all []string
	err := backoff.Retry(func() error {
		p, err := fetch()
		if err != nil {
			return err
		}
		all = append(all, p.items...)
		return nil
	}, nil)
	return all, err
}

func attempts() error {
	attempt := 0
	return backoff.Retry(func() error {
		attempt++
		_, err := fetch()
		log.Printf("attempt %d: %v", attempt, err)
		return err
	}, nil)
}

func limited() error {
	n := 0
	err := backoff.Retry(func() error {
		n++
		if n > 5 {
			return backoff.Permanent(errors.New("too many"))
		}
		_, err := fetch()
		return err
	}, nil)
	log.Printf("gave up after %d", n)
	return err
}

func collectedErrors() error {
	var errs []error
	err := backoff.Retry(func() error {
		_, err := fetch()
		errs = append(errs, err)
		return err
	}, nil)
	return errors.Join(append(errs, err)...)
}

func lastError() error {
	var last error
	err := backoff.Retry(func() error {
		_, err := fetch()
		last = err
		return err
	}, nil)
	return errors.Join(last, err)
}

func overwritten() (page, error) {
	var p page
	err := backoff.Retry(func() (err error) {
		p, err = fetch()
		return err
	}, nil)
	return p, err
}

func copied(out []string) error {
	return backoff.Retry(func() error {
		p, err := fetch()
		copy(out, p.items)
		return err
	}, nil)
}

func local() error {
	return backoff.Retry(func() error {
		var all []string
		p, err := fetch()
		all = append(all, p.items...)
		_ = all
		return err
	}, nil)
}

func position(data []byte) (int, error) {
	offset := 0
	err := backoff.Retry(func() error {
		n, err := remove(string(data[offset:]))
		offset += n
		return err
	}, nil)
	return offset, err
}

func notRetried() ([]string, error) {
	var all []string
	err := helper.Once(func() error {
		p, err := fetch()
		all = append(all, p.items...)
		return err
	})
	return all, err
}

func forEach(names []string) ([]string, error) {
	var all []string
	err := helper.Each(names, func(name string) error {
		p, err := fetch()
		all = append(all, p.items...)
		return err
	})
	return all, err
}

func onlyMarked(ctx context.Context) (int, error) {
	n := 0
	err := seth.Do(ctx, seth.NewConstant(time.Second), func(ctx context.Context) error {
		p, err := fetch()
		if err != nil {
			return seth.RetryableError(err)
		}
		n += p.size
		return errors.New("too small")
	})
	return n, err
}

func clearedFlag() (bool, error) {
	found := false
	err := backoff.Retry(func() error {
		found = false
		p, err := fetch()
		if p.size > 3 {
			found = true
		}
		return err
	}, nil)
	return found, err
}

func sameKeys(names []string) (map[string]int, error) {
	sizes := map[string]int{}
	err := backoff.Retry(func() error {
		for _, name := range names {
			n, err := remove(name)
			if err != nil {
				return err
			}
			sizes[name] = n
		}
		_, err := fetch()
		return err
	}, nil)
	return sizes, err
}

func permanent() (int, error) {
	n := 0
	err := backoff.Retry(func() error {
		p, err := fetch()
		if err != nil {
			return err
		}
		n += p.size
		return backoff.Permanent(errors.New("enough"))
	}, nil)
	return n, err
}

type server struct{ calls, bytes int }

func (s *server) statistics() error {
	return backoff.Retry(func() error {
		s.calls++
		p, err := fetch()
		s.bytes += p.size
		return err
	}, nil)
}
