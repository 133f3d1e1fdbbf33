package cache

import (
	"context"
	"errors"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	retry "github.com/retrygen/retrygen/runtime"
)

// address returns where a server listens: a real one if there is one.
func address(t *testing.T) string {
	if at := os.Getenv("RETRYGEN_REDIS"); at != "" {
		return at
	}
	t.Log("RETRYGEN_REDIS is not set: miniredis answers")
	return miniredis.RunT(t).Addr()
}

// network is a network that fails. It stands between the library and the server.
type network struct {
	refused atomic.Int32 // connections that are still refused
	lost    atomic.Bool  // the next answer is lost
	retries atomic.Int32
}

func (n *network) DialHook(next redis.DialHook) redis.DialHook { return next }

func (n *network) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, command redis.Cmder) error {
		err := n.pass(func() error { return next(ctx, command) })
		command.SetErr(err)
		return err
	}
}

func (n *network) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, commands []redis.Cmder) error {
		return n.pass(func() error { return next(ctx, commands) })
	}
}

// pass passes a request on, unless the network fails.
func (n *network) pass(send func() error) error {
	if n.refused.Add(-1) >= 0 {
		return &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	err := send()
	if n.lost.CompareAndSwap(true, false) {
		return &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	}
	return err
}

func (n *network) observe(_ context.Context, e retry.Event) {
	if e.Kind == retry.RetryScheduled {
		n.retries.Add(1)
	}
}

// open returns a generated client, the client of the library behind it, and the
// network between that and the server.
func open(t *testing.T) (*RetryingCommands, *redis.Client, *network) {
	t.Helper()
	n := &network{}
	client := redis.NewClient(&redis.Options{Addr: address(t), MaxRetries: -1, PoolSize: 20})
	t.Cleanup(func() { client.Close() })
	if err := client.FlushDB(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	client.AddHook(n)
	return NewRetryingCommands(client, retry.WithObserver(retry.ObserverFunc(n.observe))), client, n
}

func TestCommands(t *testing.T) {
	c, _, n := open(t)
	n.refused.Store(2)
	if err := c.Set(t.Context(), "key", "value", time.Minute).Err(); err != nil || n.retries.Load() != 2 {
		t.Errorf("set: %v after %d retries, want 2", err, n.retries.Load())
	}
	n.refused.Store(2)
	if got, err := c.Get(t.Context(), "key").Result(); err != nil || got != "value" || n.retries.Load() != 4 {
		t.Errorf("get: %q, %v after %d retries, want 4", got, err, n.retries.Load())
	}
}

// TestNil reads a key that is not there, which is final.
func TestNil(t *testing.T) {
	c, _, n := open(t)
	if err := c.Get(t.Context(), "missing").Err(); !errors.Is(err, redis.Nil) || n.retries.Load() != 0 {
		t.Errorf("%v after %d retries", err, n.retries.Load())
	}
}

// TestUnsafe loses the answer to an increment, which is not repeated, and
// refuses connections, which is.
func TestUnsafe(t *testing.T) {
	c, client, n := open(t)
	n.lost.Store(true)
	if err := c.Incr(t.Context(), "number").Err(); err == nil {
		t.Error("the answer was not lost")
	}
	if got, err := client.Get(t.Context(), "number").Int(); err != nil || got != 1 {
		t.Errorf("the number is %d, want 1: %v", got, err)
	}
	n.refused.Store(2)
	if got, err := c.Incr(t.Context(), "number").Result(); err != nil || got != 2 || n.retries.Load() != 2 {
		t.Errorf("the number is %d after %d retries: %v", got, n.retries.Load(), err)
	}
}

func TestPipeline(t *testing.T) {
	c, _, n := open(t)
	n.refused.Store(2)
	queued := 0
	commands, err := c.Pipelined(t.Context(), func(p redis.Pipeliner) error {
		queued++
		p.Set(t.Context(), "a", 1, 0)
		p.Set(t.Context(), "b", 2, 0)
		return nil
	})
	if err != nil || queued != 3 || len(commands) != 2 {
		t.Errorf("queued %d times, %d commands: %v", queued, len(commands), err)
	}
}

// TestWatch lets clients add to a number, by reading it and writing it back.
func TestWatch(t *testing.T) {
	c, client, n := open(t)
	const clients, calls = 10, 20
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for range calls {
				if err := c.Watch(t.Context(), addOne, "number"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got, err := client.Get(t.Context(), "number").Int(); err != nil || got != clients*calls || n.retries.Load() == 0 {
		t.Errorf("the number is %d after %d retries, want %d: %v", got, n.retries.Load(), clients*calls, err)
	}
	errOwn := errors.New("no")
	n.retries.Store(0)
	if err := c.Watch(t.Context(), func(*redis.Tx) error { return errOwn }, "number"); !errors.Is(err, errOwn) || n.retries.Load() != 0 {
		t.Errorf("the function's own error: %v after %d retries", err, n.retries.Load())
	}
}

// addOne adds one to a number that is watched.
func addOne(tx *redis.Tx) error {
	ctx := context.Background()
	number, err := tx.Get(ctx, "number").Int()
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
		return p.Set(ctx, "number", strconv.Itoa(number+1), 0).Err()
	})
	return err
}
