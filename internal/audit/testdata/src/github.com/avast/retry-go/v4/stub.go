package retry

import (
	"context"
	"time"
)

type RetryableFunc func() error
type Option func()
type DelayTypeFunc func(n uint, err error, c *Config) time.Duration
type Config struct{}

func Attempts(n uint) Option                                           { return nil }
func Delay(d time.Duration) Option                                     { return nil }
func MaxDelay(d time.Duration) Option                                  { return nil }
func MaxJitter(d time.Duration) Option                                 { return nil }
func DelayType(f DelayTypeFunc) Option                                 { return nil }
func Context(ctx context.Context) Option                               { return nil }
func OnRetry(f func(n uint, err error)) Option                         { return nil }
func FixedDelay(n uint, err error, c *Config) time.Duration            { return 0 }
func BackOffDelay(n uint, err error, c *Config) time.Duration          { return 0 }
func RandomDelay(n uint, err error, c *Config) time.Duration           { return 0 }
func CombineDelay(d ...DelayTypeFunc) DelayTypeFunc                    { return nil }
func RetryIf(f func(error) bool) Option                                { return nil }
func Unrecoverable(err error) error                                    { return err }
func Do(f RetryableFunc, opts ...Option) error                         { return f() }
func DoWithData[T any](f func() (T, error), opts ...Option) (T, error) { return f() }
