package retryotel

import (
	"context"
	"fmt"

	retry "github.com/retrygen/retrygen/runtime"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
)

// scope is the name of this instrumentation.
const scope = "github.com/retrygen/retrygen/runtime/retryotel"

// The attributes of spans and metrics.
const (
	keyPolicy    = attribute.Key("retry.policy")
	keyOperation = attribute.Key("retry.operation")
	keyOutcome   = attribute.Key("retry.outcome")
	keyAttempt   = attribute.Key("retry.attempt")
	keyDelay     = attribute.Key("retry.delay")
	keyErrorType = attribute.Key("error.type")
)

// Observer is a [retry.Observer] for OpenTelemetry. It is safe for concurrent
// use.
type Observer struct {
	attempts metric.Int64Histogram
}

// NewObserver returns an Observer. It fails if the meter refuses its
// instrument.
func NewObserver(opts ...Option) (*Observer, error) {
	s := newSettings(opts)
	attempts, err := s.meters.Meter(scope).Int64Histogram("retry.attempts",
		metric.WithUnit("{attempt}"),
		metric.WithDescription("Attempts of a call, the first one included."),
		metric.WithExplicitBucketBoundaries(buckets(s.buckets)...),
	)
	if err != nil {
		return nil, fmt.Errorf("retryotel: histogram of attempts: %w", err)
	}
	return &Observer{attempts: attempts}, nil
}

// buckets returns the upper ends 1, 2, 3 … n.
func buckets(n int) []float64 {
	ends := make([]float64, n)
	for i := range ends {
		ends[i] = float64(i + 1)
	}
	return ends
}

// Observe implements [retry.Observer].
func (o *Observer) Observe(ctx context.Context, e retry.Event) {
	switch e.Kind {
	case retry.RetryScheduled:
		mark(ctx, "retry.scheduled", e, keyDelay.Float64(e.Delay.Seconds()), errorType(e.Err))
	case retry.GaveUp:
		outcome := keyOutcome.String(outcomeOf(e.Reason))
		mark(ctx, "retry.gave_up", e, outcome, errorType(e.Err))
		o.record(ctx, e, outcome)
	case retry.Succeeded:
		outcome := keyOutcome.String("success")
		if e.Attempt > 1 {
			mark(ctx, "retry.succeeded", e, outcome)
		}
		o.record(ctx, e, outcome)
	}
}

// record counts the attempts of a call that has ended.
func (o *Observer) record(ctx context.Context, e retry.Event, outcome attribute.KeyValue) {
	o.attempts.Record(ctx, int64(e.Attempt),
		metric.WithAttributes(keyPolicy.String(e.Policy), keyOperation.String(e.Operation), outcome))
}

// mark adds an event to the current span, if somebody looks at that.
func mark(ctx context.Context, name string, e retry.Event, more ...attribute.KeyValue) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	attributes := append([]attribute.KeyValue{
		keyPolicy.String(e.Policy), keyOperation.String(e.Operation), keyAttempt.Int(e.Attempt),
	}, more...)
	span.AddEvent(name, trace.WithAttributes(attributes...))
}

// settings are what options change.
type settings struct {
	meters  metric.MeterProvider
	tracers trace.TracerProvider
	buckets int
}

func newSettings(opts []Option) settings {
	s := settings{meters: otel.GetMeterProvider(), tracers: otel.GetTracerProvider(), buckets: 10}
	for _, opt := range opts {
		opt(&s)
	}
	return s
}

// Option changes an [Observer] or a [Transport] that is being made.
type Option func(*settings)

// WithMeterProvider has an Observer use p instead of the global provider.
func WithMeterProvider(p metric.MeterProvider) Option {
	return func(s *settings) { s.meters = p }
}

// WithTracerProvider has a Transport use p instead of the global provider.
func WithTracerProvider(p trace.TracerProvider) Option {
	return func(s *settings) { s.tracers = p }
}

// WithBuckets gives the histogram of an Observer the buckets 1 to n, and one
// for more attempts than that. The default is 10; an n below 1 is 1.
func WithBuckets(n int) Option {
	return func(s *settings) { s.buckets = max(n, 1) }
}
