package children

import (
	"context"
	"errors"
	"fmt"
	"io"

	retry "github.com/retrygen/retrygen/runtime"
)

var errDown = errors.New("down")

// flaky fails a number of times before each call succeeds.
type flaky struct {
	failures, calls int
	ctx             context.Context
}

func (f *flaky) try() error {
	f.calls++
	if f.calls <= f.failures {
		return errDown
	}
	return nil
}

func (f *flaky) Bots() BotStore   { return bots{f} }
func (f *flaky) Robots() BotStore { return nil }
func (f *flaky) Channels(context.Context, string) (ChannelStore, error) {
	return channels{f}, f.try()
}
func (f *flaky) Admin() AdminGroup   { return group[Users]{f} }
func (f *flaky) Legacy() LegacyGroup { return group[LegacyUsers]{f} }
func (f *flaky) Audit() AuditStore   { return audit{f} }
func (f *flaky) WithContext(ctx context.Context) Store {
	f.ctx = ctx
	return f
}
func (f *flaky) Log() io.Writer                        { return io.Discard }
func (f *flaky) Watch(context.Context) (Events, error) { return nil, f.try() }
func (f *flaky) Begin(context.Context) (Tx, error)     { return nil, f.try() }
func (f *flaky) Ping(context.Context) error            { return f.try() }
func (f *flaky) Close() error                          { return nil }

type bots struct{ *flaky }

func (b bots) Get(id string) (string, error)      { return id, b.try() }
func (b bots) Save(context.Context, string) error { return b.try() }
func (b bots) Count() int                         { return 7 }

type channels struct{ *flaky }

func (c channels) Get(_ context.Context, id string) (string, error) { return id, c.try() }
func (c channels) Store() Store                                     { return c.flaky }
func (c channels) Members(int) MemberStore                          { return members(c) }

type members struct{ *flaky }

func (m members) List(context.Context) ([]string, error) { return []string{"a"}, m.try() }

type group[T any] struct{ *flaky }

func (g group[T]) Users() T { return any(users(g)).(T) }

type users struct{ *flaky }

func (u users) Find(context.Context) error { return u.try() }

type audit struct{ *flaky }

func (a audit) Write(context.Context, string) error { return a.try() }

// Check checks the generated client.
func Check() error {
	return errors.Join(checkRetries(), checkNotRetried(), checkNil(), checkSharedQuota())
}

// ways are the ways to the children, directly and behind others, by the
// operation that an error names.
var ways = map[string]func(context.Context, Store) error{
	"Bots.Get":          func(_ context.Context, s Store) error { _, err := s.Bots().Get("x"); return err },
	"Store.Channels":    func(ctx context.Context, s Store) error { _, err := s.Channels(ctx, "t"); return err },
	"Admin.Users.Find":  func(ctx context.Context, s Store) error { return s.Admin().Users().Find(ctx) },
	"Legacy.Users.Find": func(ctx context.Context, s Store) error { return s.Legacy().Users().Find(ctx) },
	"Store.Ping": func(ctx context.Context, s Store) error {
		return s.WithContext(ctx).WithContext(ctx).Ping(ctx)
	},
	"Members.List": func(ctx context.Context, s Store) error {
		_, err := newRetryingChannels(channels{s.(*Layer).next.(*flaky)}, s.(*Layer).layerPolicies).Members(1).List(ctx)
		return err
	},
}

// checkRetries calls every child.
func checkRetries() error {
	ctx := context.Background()
	var all []error
	for operation, call := range ways {
		if err := call(ctx, NewLayer(&flaky{failures: 2})); err != nil {
			all = append(all, fmt.Errorf("%s fails after 2 failures: %w", operation, err))
		}
		failure, ok := errors.AsType[*retry.RetryError](call(ctx, NewLayer(&flaky{failures: 1000})))
		if !ok || failure.Operation != operation {
			all = append(all, fmt.Errorf("%s: the error is %v", operation, failure))
		}
	}
	return errors.Join(all...)
}

// checkNotRetried calls what the spec keeps from being retried.
func checkNotRetried() error {
	ctx := context.Background()
	var all []error
	for name, call := range map[string]func(Store) error{
		"Audit.Write": func(s Store) error { return s.Audit().Write(ctx, "x") },
		"Bots.Save":   func(s Store) error { return s.Bots().Save(ctx, "x") },
		"Watch":       func(s Store) error { _, err := s.Watch(ctx); return err },
	} {
		f := &flaky{failures: 1}
		if err := call(NewLayer(f)); !errors.Is(err, errDown) || f.calls != 1 {
			all = append(all, fmt.Errorf("%s: %d calls, %w", name, f.calls, err))
		}
	}
	return errors.Join(all...)
}

// checkNil demands that a child that is nil stays nil.
func checkNil() error {
	if got := NewLayer(&flaky{}).Robots(); got != nil {
		return fmt.Errorf("Robots() = %v, want nil", got)
	}
	return nil
}

// checkSharedQuota spends the quota of the family with one child, and finds it
// empty with the client itself.
func checkSharedQuota() error {
	f := &flaky{failures: 1_000_000}
	layer := NewLayer(f, retry.WithQuota(retry.NewQuota(retry.QuotaConfig{Capacity: 4, RetryCost: 1})))
	for range 2 {
		_, _ = layer.Bots().Get("x")
	}
	before := f.calls
	if err := layer.Ping(context.Background()); !errors.Is(err, errDown) || f.calls != before+1 {
		return fmt.Errorf("%d calls after the quota is spent, want 1: %w", f.calls-before, err)
	}
	return nil
}
