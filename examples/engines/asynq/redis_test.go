package jobs_test

import (
	"os"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// redisVariable has the address of a Redis that tests may empty.
const redisVariable = "RETRYGEN_REDIS"

// realRedis returns the address of a real Redis, emptied, or skips the test
// where there is none.
func realRedis(t *testing.T) string {
	t.Helper()
	addr := os.Getenv(redisVariable)
	if addr == "" {
		t.Skipf("%s is not set: there is no Redis (start one with .ci/servers)", redisVariable)
	}
	client := redis.NewClient(&redis.Options{Addr: addr})
	defer client.Close()
	if err := client.FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	return addr
}

// onRedis runs a test on a Redis within this process, and on a real one.
func onRedis(t *testing.T, test func(t *testing.T, addr string)) {
	t.Run("miniredis", func(t *testing.T) { test(t, miniredis.RunT(t).Addr()) })
	t.Run("redis", func(t *testing.T) { test(t, realRedis(t)) })
}
