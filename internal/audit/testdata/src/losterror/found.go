package losterror

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v4"
	"helper"
)

func send(context.Context) error          { return nil }
func get(context.Context) (string, error) { return "", nil }
func count() int                          { return 3 }

var errGaveUp = errors.New("gave up")

func fixedText(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("gave up") // want `fixedText: return errors.New\("gave up"\) after the retries of send says only a fixed text`
}

func formatted(ctx context.Context) (string, error) {
	const limit = 4
	for range limit {
		text, err := get(ctx)
		if err != nil {
			continue
		}
		return text, nil
	}
	return "", fmt.Errorf("no answer after %d attempts", limit) // want `fixed text`
}

func sentinel(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		if err := send(ctx); err == nil {
			return nil
		}
	}
	return errGaveUp // want `return errGaveUp after the retries of send says only a fixed text`
}

func dropped(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		if err := send(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return nil // want `return nil after the retries of send drops its error`
}

func droppedWithValue(ctx context.Context) (string, error) {
	var text string
	for i := 0; i < 3; i++ {
		next, err := get(ctx)
		if err == nil {
			text = next
			break
		}
	}
	return text, nil // want `drops its error`
}

func shadowed(ctx context.Context) error {
	var err error
	for i := 0; i < 3; i++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
	}
	return err // want `return err after the retries of send returns another err, which its error shadows`
}

func shadowedInCondition(ctx context.Context) (text string, err error) {
	for i := 0; i < 3; i++ {
		if text, err := get(ctx); err == nil {
			return text, nil
		}
		time.Sleep(time.Second)
	}
	return text, err // want `shadows`
}

func inLoop(ctx context.Context) error {
	for n := 0; ; n++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		if n > 3 {
			return fmt.Errorf("too many attempts: %d", n) // want `fixed text`
		}
		time.Sleep(time.Second)
	}
}

func compared(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		if send(ctx) == nil {
			return nil
		}
	}
	return errors.New("no luck") // want `fixed text`
}

func deadline(ctx context.Context) error {
	end := time.Now().Add(time.Minute)
	for time.Now().Before(end) {
		if err := send(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("timed out") // want `fixed text`
}

func flattened(ctx context.Context) error {
	var err error
	for i := 0; i < 3; i++ {
		err = helper.Flat()
		if err == nil {
			return nil
		}
		if errors.Is(err, helper.ErrBusy) { // want `errors.Is\(err, helper.ErrBusy\) is never true: helper.Flat has its errors only as text`
			time.Sleep(time.Second)
		}
	}
	return err
}

func flattenedInClosure() error {
	return backoff.Retry(func() error {
		err := helper.Flat()
		if errors.Is(err, helper.ErrBusy) { // want `never true`
			return err
		}
		return backoff.Permanent(err)
	}, nil)
}

func local(ctx context.Context) error {
	if err := send(ctx); err != nil {
		return fmt.Errorf("local: %s", err.Error())
	}
	return nil
}

func flattenedHere(ctx context.Context) error {
	for {
		err := local(ctx)
		if err == nil || !errors.Is(err, errGaveUp) { // want `losterror.local has its errors only as text`
			return err
		}
		time.Sleep(time.Second)
	}
}
