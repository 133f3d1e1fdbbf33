package redis

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	retry "github.com/retrygen/retrygen/runtime"
)

// start starts a Redis server, which ends with the test, or after some minutes.
func start(t *testing.T) (address string) {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("redis-server is not installed")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = listener.Addr().String()
	listener.Close()
	_, port, _ := net.SplitHostPort(address)
	command := exec.Command("timeout", "300", "redis-server", "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", t.TempDir())
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Signal(syscall.SIGTERM)
		command.Wait()
	})
	for range 200 {
		if connection, err := net.Dial("tcp", address); err == nil {
			connection.Close()
			return address
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("redis-server does not listen")
	return ""
}

// open returns a client of the library that does not retry by itself.
func open(t *testing.T, address string) *redis.Client {
	client := redis.NewClient(&redis.Options{Addr: address, MaxRetries: -1, ContextTimeoutEnabled: true, PoolTimeout: 5 * time.Second})
	t.Cleanup(func() { client.Close() })
	return client
}

// unready is the error of a server that is loading its data.
type unready struct{}

func (unready) Error() string { return "LOADING Redis is loading the dataset in memory" }
func (unready) RedisError()   {}

// loading fails the first two attempts of whatever a client sends, and lets the
// server answer the third.
type loading struct {
	mu       sync.Mutex
	attempts int
}

func (l *loading) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.attempts = 0
}

func (l *loading) isReady() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.attempts++
	return l.attempts > 2
}

func (l *loading) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.attempts
}

func (l *loading) DialHook(next redis.DialHook) redis.DialHook { return next }

func (l *loading) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, command redis.Cmder) error {
		if isHandshake(command) {
			return next(ctx, command)
		}
		if !l.isReady() {
			command.SetErr(unready{})
			return unready{}
		}
		ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		defer cancel()
		return next(ctx, command)
	}
}

func (l *loading) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, commands []redis.Cmder) error {
		if len(commands) == 0 || slices.ContainsFunc(commands, isHandshake) {
			return next(ctx, commands)
		}
		if !l.isReady() {
			for _, command := range commands {
				command.SetErr(unready{})
			}
			return unready{}
		}
		return next(ctx, commands)
	}
}

func isHandshake(command redis.Cmder) bool {
	words := fmt.Sprint(command.Args()...)
	return command.Name() == "hello" || command.Name() == "client" && (strings.Contains(words, "setinfo") || strings.Contains(words, "maint_notifications"))
}

// leftOut are the methods that are not called, and why.
var leftOut = map[string]string{
	"Shutdown": "ends the server", "ShutdownSave": "ends the server", "ShutdownNoSave": "ends the server",
	"SlaveOf": "makes it a replica", "ReplicaOf": "makes it a replica", "Failover": "makes it a replica",
	"ClientPause": "stops the server for a while", "ClientPauseMode": "stops the server for a while",
	"Monitor":         "takes over a connection",
	"Quit":            "panics: go-redis does not have it",
	"JSONDebugMemory": "panics: go-redis does not have it",
	"JSONSetMode":     "panics without one of two words",
	"DoRawWriteTo":    "writes to an io.Writer, and passes through",
}

var commandType = reflect.TypeFor[interface{ Err() error }]()

// TestEveryCommand calls every method of the client that returns a command. The
// first two attempts fail, and a real server answers the third.
func TestEveryCommand(t *testing.T) {
	client := open(t, start(t))
	hook := &loading{}
	client.AddHook(hook)
	retrying := reflect.ValueOf(NewRetryingClient(client, noWait))
	called, families := 0, map[string]int{}
	var unsent []string // because go-redis refuses the parameters
	for i := range retrying.NumMethod() {
		method, m := retrying.Method(i), retrying.Type().Method(i)
		if method.Type().NumOut() != 1 || !method.Type().Out(0).Implements(commandType) || leftOut[m.Name] != "" {
			continue
		}
		hook.reset()
		result, panicked := call(t.Context(), method)
		if panicked != nil {
			t.Errorf("%s: %v", m.Name, panicked)
			continue
		}
		called++
		families[fmt.Sprint(method.Type().Out(0))]++
		if hook.count() == 0 {
			unsent = append(unsent, m.Name)
			continue
		}
		if err := result.Interface().(interface{ Err() error }).Err(); hook.count() != 3 || errors.Is(err, unready{}) {
			t.Errorf("%s: %d attempts, and %v", m.Name, hook.count(), err)
		}
	}
	t.Logf("%d methods with %d types of results", called, len(families))
	if called < 600 || len(unsent) > 10 {
		t.Errorf("%d methods were called, want 600 or more; these sent nothing: %v", called, unsent)
	}
}

// noWait retries at once.
var noWait = retry.WithBackoff(retry.Backoff{Delay: func(int) time.Duration { return 0 }})

// call calls a method with some value for each parameter.
func call(ctx context.Context, method reflect.Value) (result reflect.Value, panicked any) {
	defer func() { panicked = recover() }()
	var args []reflect.Value
	for i := range method.Type().NumIn() {
		if i == method.Type().NumIn()-1 && method.Type().IsVariadic() {
			args = append(args, some(ctx, method.Type().In(i).Elem()))
			break
		}
		args = append(args, some(ctx, method.Type().In(i)))
	}
	return method.Call(args)[0], nil
}

// some returns a value that most commands accept.
func some(ctx context.Context, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch {
	case t == reflect.TypeFor[context.Context]():
		return reflect.ValueOf(ctx)
	case t == reflect.TypeFor[time.Duration]():
		return reflect.ValueOf(time.Second)
	case t == reflect.TypeFor[time.Time]():
		return reflect.ValueOf(time.Unix(2e9, 0))
	}
	switch t.Kind() {
	case reflect.String:
		v.SetString("1")
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int8:
		v.SetInt(1)
	case reflect.Uint64, reflect.Uint32, reflect.Uint8:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
	case reflect.Slice:
		v.Set(reflect.Append(v, some(ctx, t.Elem())))
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
	case reflect.Interface:
		if vector := reflect.ValueOf(&redis.VectorValues{Val: []float64{1}}); vector.Type().Implements(t) {
			v.Set(vector)
		}
		if t.NumMethod() == 0 {
			v.Set(reflect.ValueOf("1"))
		}
	}
	return v
}

// TestReadOnly makes the server a replica, which refuses writes, and makes it a
// master again after the second attempt of each call.
func TestReadOnly(t *testing.T) {
	client := open(t, start(t))
	queue := func(p redis.Pipeliner) error {
		p.Set(t.Context(), "pipelined", 1, 0)
		return p.Incr(t.Context(), "pipelined").Err()
	}
	failed := 0
	observer := retry.ObserverFunc(func(ctx context.Context, e retry.Event) {
		if e.Kind != retry.RetryScheduled {
			return
		}
		failed++
		// a transaction fails as a whole, because one of its commands was refused
		if e := e.Err.Error(); !strings.HasPrefix(e, "READONLY ") && !strings.HasPrefix(e, "EXECABORT ") {
			t.Error(e)
		}
		if failed == 2 {
			client.ReplicaOf(ctx, "NO", "ONE")
		}
	})
	c := NewRetryingClient(client, noWait, retry.WithObserver(observer))
	for name, write := range map[string]func(context.Context) error{
		"string":      func(ctx context.Context) error { return c.Set(ctx, "string", 1, 0).Err() },
		"number":      func(ctx context.Context) error { return c.Incr(ctx, "number").Err() },
		"bitmap":      func(ctx context.Context) error { return c.SetBit(ctx, "bitmap", 7, 1).Err() },
		"hash":        func(ctx context.Context) error { return c.HSet(ctx, "hash", "field", 1).Err() },
		"list":        func(ctx context.Context) error { return c.LPush(ctx, "list", 1).Err() },
		"set":         func(ctx context.Context) error { return c.SAdd(ctx, "set", 1).Err() },
		"sorted set":  func(ctx context.Context) error { return c.ZAdd(ctx, "sorted", redis.Z{Member: 1}).Err() },
		"hyperloglog": func(ctx context.Context) error { return c.PFAdd(ctx, "hyperloglog", 1).Err() },
		"geo":         func(ctx context.Context) error { return c.GeoAdd(ctx, "geo", &redis.GeoLocation{Name: "a"}).Err() },
		"stream": func(ctx context.Context) error {
			return c.XAdd(ctx, &redis.XAddArgs{Stream: "stream", Values: []string{"a", "b"}}).Err()
		},
		"script": func(ctx context.Context) error {
			return c.Eval(ctx, "return redis.call('SET', KEYS[1], 1)", []string{"script"}).Err()
		},
		"pipeline":    func(ctx context.Context) error { _, err := c.Pipelined(ctx, queue); return err },
		"transaction": func(ctx context.Context) error { _, err := c.TxPipelined(ctx, queue); return err },
	} {
		failed = 0
		if err := client.ReplicaOf(t.Context(), "127.0.0.1", "1").Err(); err != nil {
			t.Fatal(err)
		}
		if err := write(t.Context()); err != nil || failed != 2 {
			t.Errorf("%s: %v after %d attempts that failed, want success after 2", name, err, failed)
		}
	}
}

// TestConnectionKilled ends the connection of a command that waits for a value.
func TestConnectionKilled(t *testing.T) {
	address := start(t)
	other := open(t, address)
	failed := make(chan error, 1)
	c := NewRetryingClient(open(t, address), retry.WithObserver(retry.ObserverFunc(func(_ context.Context, e retry.Event) {
		if e.Kind == retry.RetryScheduled {
			failed <- e.Err
		}
	})))
	popped := make(chan error, 1)
	go func() {
		values, err := c.BLPop(t.Context(), time.Minute, "queue").Result()
		if err == nil && !slices.Equal(values, []string{"queue", "value"}) {
			err = fmt.Errorf("popped %v", values)
		}
		popped <- err
	}()
	for { // until the command waits
		clients, err := other.Info(t.Context(), "clients").Result()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(clients, "blocked_clients:1") {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := other.ClientKillByFilter(t.Context(), "TYPE", "normal", "SKIPME", "yes").Err(); err != nil {
		t.Fatal(err)
	}
	if err := <-failed; err == nil {
		t.Error("the attempt did not fail")
	}
	if err := other.RPush(t.Context(), "queue", "value").Err(); err != nil {
		t.Fatal(err)
	}
	if err := <-popped; err != nil {
		t.Error(err)
	}
}
