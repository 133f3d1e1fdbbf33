package deafsleep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"helper"
)

func send(context.Context) error          { return nil }
func get(context.Context) (string, error) { return "", nil }
func fatal(error) bool                    { return false }

type result struct{ text string }

func counted(ctx context.Context) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = send(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `counted: time.Sleep\(time.Second\) in a retry loop ignores ctx`
	}
	return err
}

func ranged(ctx context.Context) (string, error) {
	for range 5 {
		text, err := get(ctx)
		if err != nil {
			time.Sleep(100 * time.Millisecond) // want `RA102`
			continue
		}
		return text, nil
	}
	return "", errors.New("gave up")
}

func endless(ctx context.Context) (text string, err error) {
	wait := time.Second
	for {
		text, err = get(ctx)
		if err == nil {
			break
		}
		time.Sleep(wait) // want `time.Sleep\(wait\)`
		wait *= 2
	}
	return text, nil
}

func condition(ctx context.Context) error {
	err := send(ctx)
	for n := 0; err != nil && n < 4; n++ {
		<-time.After(time.Second) // want `<-time.After\(time.Second\) in a retry loop`
		err = send(ctx)
	}
	return err
}

func looksAndSleeps(ctx context.Context) error {
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err := send(ctx)
		if err == nil {
			return nil
		}
		if fatal(err) {
			return err
		}
		time.Sleep(5 * time.Second) // want `RA102`
	}
}

func selectDefault(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if err := send(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `RA102`
	}
}

func derived() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for i := 0; ; i++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		if i > 3 {
			return fmt.Errorf("after %d: %w", i, err)
		}
		time.Sleep(time.Duration(i) * time.Second) // want `RA102`
	}
}

func sleepsFirst(ctx context.Context) (result, error) {
	var last error
	for attempt := 0; attempt < 3; attempt++ {
		if attempt > 0 {
			time.Sleep(time.Second) // want `RA102`
		}
		text, err := get(ctx)
		if err == nil {
			return result{text}, nil
		}
		last = err
	}
	return result{}, last
}

func literal(ctx context.Context) func() error {
	return func() error {
		for {
			if err := send(ctx); err == nil {
				return nil
			}
			time.Sleep(time.Second) // want `RA102`
		}
	}
}

func timer(ctx context.Context) error {
	for {
		err := send(ctx)
		if err == nil {
			return nil
		}
		<-time.NewTimer(time.Second).C // want `RA102`
	}
}

func table(ctx context.Context) error {
	var err error
	for _, wait := range []time.Duration{time.Second, time.Minute} {
		err = send(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(wait) // want `RA102`
	}
	return err
}

func noResult(ctx context.Context) {
	for send(ctx) != nil {
		time.Sleep(time.Second) // want `RA102`
	}
}

func afterCase(ctx context.Context, stop chan struct{}) error {
	for {
		err := send(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-stop:
			return err
		default:
			time.Sleep(time.Second) // want `RA102`
		}
	}
}

func switched(ctx context.Context) error {
	for {
		err := send(ctx)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, helper.ErrBusy):
			time.Sleep(time.Minute) // want `RA102`
		default:
			time.Sleep(time.Second) // want `RA102`
		}
	}
}
