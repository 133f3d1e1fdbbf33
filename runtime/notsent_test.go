package retry_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

type safeToRetry bool

func (safeToRetry) Error() string       { return "pgx" }
func (e safeToRetry) SafeToRetry() bool { return bool(e) }

// TestIsNotSent asks about errors of real connections: of a port that nobody
// listens on, of a name that does not resolve, and of a peer that hangs up.
func TestIsNotSent(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			conn.Close()
		}
	}()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	_, hungUp := conn.Read(make([]byte, 1))
	conn.Close()
	listener.Close()
	_, closed := conn.Write([]byte("x"))
	_, refused := net.Dial("tcp", address)

	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"nobody listens":   {fmt.Errorf("call: %w", refused), true},
		"name lookup":      {&net.DNSError{Err: "no such host"}, true},
		"the peer hung up": {hungUp, false},
		"closed here":      {closed, false},
		"read":             {&net.OpError{Op: "read", Err: errors.New("reset")}, false},
		"pgx, not sent":    {errors.Join(errors.New("x"), safeToRetry(true)), true},
		"pgx, sent":        {safeToRetry(false), false},
		"a timeout":        {context.DeadlineExceeded, false},
		"open breaker":     {&retry.RetryError{Reason: retry.ReasonBreaker}, true},
		"breaker, later":   {&retry.RetryError{Reason: retry.ReasonBreaker, Attempts: 1}, false},
		"any other error":  {errors.New("x"), false},
		"none":             {nil, false},
	} {
		if got := retry.IsNotSent(test.err); got != test.want {
			t.Errorf("%s: %v, want %v (%v)", name, got, test.want, test.err)
		}
	}
}
