package losterror

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"helper"
)

func returned(ctx context.Context) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

func wrapped(ctx context.Context) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return fmt.Errorf("gave up: %w", err)
}

func last(ctx context.Context) error {
	var last error
	for i := 0; i < 3; i++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		last = err
	}
	return fmt.Errorf("gave up: %w", last)
}

func joined(ctx context.Context) error {
	var errs []error
	for i := 0; i < 3; i++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func logged(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		log.Printf("attempt %d: %v", i, err)
	}
	return errGaveUp
}

func translated(name string) error {
	for i := 0; i < 3; i++ {
		err := os.Remove(name)
		if err == nil {
			return nil
		}
		if os.IsNotExist(err) {
			return nil
		}
		if i == 2 {
			return err
		}
	}
	panic("not reached")
}

func context1(ctx context.Context) error {
	for {
		err := send(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func noResult(ctx context.Context) bool {
	for i := 0; i < 3; i++ {
		if err := send(ctx); err == nil {
			return true
		}
	}
	return false
}

func bare(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		if err = send(ctx); err == nil {
			return
		}
	}
	return
}

func onceMore(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		if err := send(ctx); err == nil {
			return nil
		}
	}
	return send(ctx)
}

func kept(ctx context.Context) error {
	for {
		err := helper.Wrapped()
		if err == nil || errors.Is(err, helper.ErrBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
}

type tries struct{ last error }

func field(ctx context.Context, t *tries) error {
	for i := 0; i < 3; i++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		t.last = err
	}
	return errGaveUp
}

func notARetry(ctx context.Context, names []string) error {
	for range names {
		if err := send(ctx); err != nil {
			return errors.New("failed")
		}
	}
	return nil
}

func poll(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		text, err := get(ctx)
		if err != nil {
			return err
		}
		if text == "ready" {
			return nil
		}
	}
	return errors.New("not ready")
}

func handed(ctx context.Context, report func(error)) error {
	for i := 0; i < 3; i++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		report(err)
	}
	return errGaveUp
}

func looksAgain(name string) error {
	for range 3 {
		if _, err := os.Stat(name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	if _, err := os.Stat(name); err != nil {
		return err
	}
	return nil
}

func receives(ctx context.Context, next func() (string, error)) error {
	name, err := next()
	if err != nil {
		return err
	}
	for {
		if _, err := os.Stat(name); err == nil {
			return nil
		}
		name, err = next()
		if err != nil {
			return nil
		}
	}
}

func servers(ctx context.Context, names []string) (string, error) {
	for ctx.Err() == nil {
		for range names {
			text, err := get(ctx)
			if err == nil {
				return text, nil
			}
		}
	}
	return "", ctx.Err()
}

func parents(dir string, open func(string) (*os.File, error), up func(string) string) error {
	for {
		if f, err := open(dir); err == nil {
			if _, err := f.Read(nil); err == nil {
				break
			}
		}
		above := up(dir)
		if above == dir {
			return errGaveUp
		}
		dir = above
	}
	return nil
}
