package redis

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"

	"github.com/redis/go-redis/v9"
)

var errDown = errors.New("down")

// TestPipelined counts the connections that a pipeline tries to make.
func TestPipelined(t *testing.T) {
	var dials atomic.Int32
	client := redis.NewClient(&redis.Options{
		MaxRetries:    -1,
		DialerRetries: 1,
		Dialer: func(context.Context, string, string) (net.Conn, error) {
			dials.Add(1)
			return nil, errDown
		},
	})
	defer client.Close()
	queue := func(p redis.Pipeliner) error { return p.Set(context.Background(), "a", 1, 0).Err() }

	plain := dialsOf(&dials, func() error { _, err := client.Pipelined(t.Context(), queue); return err })
	for name, call := range map[string]func() error{
		"commands": func() error { _, err := NewRetryingCommands(client).Pipelined(t.Context(), queue); return err },
		"client":   func() error { _, err := NewRetryingClient(client).Pipelined(t.Context(), queue); return err },
	} {
		if got := dialsOf(&dials, call); got != 3*plain || plain == 0 {
			t.Errorf("%s: %d connections, want %d", name, got, 3*plain)
		}
	}
}

// dialsOf returns how often a failing call dials.
func dialsOf(dials *atomic.Int32, call func() error) int32 {
	dials.Store(0)
	if err := call(); !errors.Is(err, errDown) {
		return -1
	}
	return dials.Load()
}

// TestNilIsFinal fails a pipeline with the error of a key that is not there.
func TestNilIsFinal(t *testing.T) {
	calls := 0
	client := redis.NewClient(&redis.Options{MaxRetries: -1})
	defer client.Close()
	_, err := NewRetryingCommands(client).Pipelined(t.Context(), func(redis.Pipeliner) error { calls++; return redis.Nil })
	if !errors.Is(err, redis.Nil) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// TestErrorsInResults demands that commands fail as those of the wrapped client.
func TestErrorsInResults(t *testing.T) {
	client := redis.NewClient(&redis.Options{Dialer: func(context.Context, string, string) (net.Conn, error) { return nil, errDown }})
	defer client.Close()
	var commands redis.Cmdable = NewRetryingCommands(client)
	if err := commands.Get(t.Context(), "a").Err(); !errors.Is(err, errDown) {
		t.Errorf("get: %v", err)
	}
	if got := NewRetryingClient(client).Options(); got != client.Options() {
		t.Errorf("options %p, want %p", got, client.Options())
	}
}
