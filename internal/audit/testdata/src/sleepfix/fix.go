package sleepfix

import (
	"context"
	clock "time"
)

type answer struct{ text string }

func ask(context.Context) (answer, error) { return answer{}, nil }

func one(ctx context.Context) error {
	var err error
	for range 3 {
		if _, err = ask(ctx); err == nil {
			return nil
		}
		clock.Sleep(clock.Second) // want `RA102`
	}
	return err
}

func several(ctx context.Context) (answer, []int, map[string]int, string, float64, bool, *answer, error) {
	for {
		a, err := ask(ctx)
		if err == nil {
			return a, nil, nil, "", 0, true, nil, nil
		}
		<-clock.After(clock.Second) // want `RA102`
	}
}

func nothing(parent context.Context) {
	for {
		if _, err := ask(parent); err == nil {
			return
		}
		clock.Sleep(clock.Second) // want `RA102`
	}
}

func generic[T any](ctx context.Context, f func(context.Context) (T, error)) (T, error) {
	for {
		value, err := f(ctx)
		if err == nil {
			return value, nil
		}
		clock.Sleep(clock.Second) // want `RA102`
	}
}

// There is no result for the error: there is no fix.
func found(ctx context.Context) bool {
	for {
		if _, err := ask(ctx); err == nil {
			return true
		}
		clock.Sleep(clock.Second) // want `RA102`
	}
}
