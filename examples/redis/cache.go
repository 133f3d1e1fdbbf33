// Package cache uses Redis through a generated client.
package cache

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

//go:generate go run -C ../.. ./cmd/retrygen generate examples/redis/cache.retry.yaml

// Commands are the commands that this program uses. A *redis.Client has them, and
// so does a *redis.ClusterClient.
type Commands interface {
	Get(ctx context.Context, key string) *redis.StringCmd
	Set(ctx context.Context, key string, value any, expiration time.Duration) *redis.StatusCmd
	Incr(ctx context.Context, key string) *redis.IntCmd
	Pipelined(ctx context.Context, queue func(redis.Pipeliner) error) ([]redis.Cmder, error)
	Watch(ctx context.Context, change func(*redis.Tx) error, keys ...string) error
}

var _ Commands = (*redis.Client)(nil)
