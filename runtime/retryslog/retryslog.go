// Package retryslog logs what retrying calls do. It is apart from the runtime so
// that a program that logs otherwise does not link log/slog.
//
//	policy := ChargePolicy(retry.WithObserver(retryslog.New(slog.Default())))
//
// A retry and the attempt after it are logged at debug level, because a retry
// that works is no news. A call that gives up is logged once, at warn level;
// what its error means is for the caller to say.
package retryslog

import (
	"context"
	"log/slog"

	retry "github.com/retrygen/retrygen/runtime"
)

// New returns an observer that logs to logger; nil is [slog.Default]. The
// records carry the attributes policy, operation (unless it is empty), attempt,
// delay, reason and error where the event has them.
func New(logger *slog.Logger) retry.Observer { return observer{logger} }

type observer struct{ logger *slog.Logger }

// Observe implements [retry.Observer].
func (o observer) Observe(ctx context.Context, e retry.Event) {
	logger := o.logger
	if logger == nil {
		logger = slog.Default()
	}
	level := slog.LevelDebug
	if e.Kind == retry.GaveUp {
		level = slog.LevelWarn
	}
	if logger.Enabled(ctx, level) {
		logger.LogAttrs(ctx, level, "retry: "+e.Kind.String(), attributes(e)...)
	}
}

// attributes returns what a record says about an event.
func attributes(e retry.Event) []slog.Attr {
	all := []slog.Attr{slog.String("policy", e.Policy)}
	if e.Operation != "" {
		all = append(all, slog.String("operation", e.Operation))
	}
	all = append(all, slog.Int("attempt", e.Attempt))
	if e.Kind == retry.RetryScheduled {
		all = append(all, slog.Duration("delay", e.Delay))
	}
	if e.Kind == retry.GaveUp {
		all = append(all, slog.String("reason", e.Reason.String()))
	}
	if e.Err != nil {
		all = append(all, slog.Any("error", e.Err))
	}
	return all
}
