package jobs_test

import (
	"context"
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// startRedis starts the real server on a free port of this machine, or skips
// the test where it is not installed. It lives in memory and ends with the test.
func startRedis(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skip("redis-server is not installed (Debian: apt-get install redis-server)")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	_, port, _ := net.SplitHostPort(addr)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(path, "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", t.TempDir())
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	client := redis.NewClient(&redis.Options{Addr: addr})
	defer client.Close()
	for range 200 {
		if client.Ping(context.Background()).Err() == nil {
			return addr
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("redis-server does not answer")
	return ""
}

// startMiniredis starts a Redis within this process.
func startMiniredis(t *testing.T) string { return miniredis.RunT(t).Addr() }

// onRedis runs a test on both.
func onRedis(t *testing.T, test func(t *testing.T, addr string)) {
	t.Run("miniredis", func(t *testing.T) { test(t, startMiniredis(t)) })
	t.Run("redis", func(t *testing.T) { test(t, startRedis(t)) })
}
