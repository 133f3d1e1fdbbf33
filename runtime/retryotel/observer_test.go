package retryotel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryotel"
	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// downError is an error of the dependency, whose text is a secret.
type downError struct{}

func (*downError) Error() string { return "hunter2" }

// fails returns an operation that fails n times.
func fails(n int, err error) func(context.Context) error {
	return func(context.Context) error {
		if n--; n >= 0 {
			return err
		}
		return nil
	}
}

// meter returns an observer with its metrics in memory.
func meter(t *testing.T, opts ...retryotel.Option) (*retryotel.Observer, func() []metricdata.HistogramDataPoint[int64]) {
	t.Helper()
	reader := sdkmetric.NewManualReader()
	provider := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))
	o, err := retryotel.NewObserver(append(opts, retryotel.WithMeterProvider(provider))...)
	if err != nil {
		t.Fatal(err)
	}
	return o, func() []metricdata.HistogramDataPoint[int64] {
		var all metricdata.ResourceMetrics
		if err := reader.Collect(t.Context(), &all); err != nil {
			t.Fatal(err)
		}
		m := all.ScopeMetrics[0].Metrics[0]
		if m.Name != "retry.attempts" || m.Unit != "{attempt}" {
			t.Errorf("metric %s in %s", m.Name, m.Unit)
		}
		return m.Data.(metricdata.Histogram[int64]).DataPoints
	}
}

func TestHistogramOfAttempts(t *testing.T) {
	o, points := meter(t, retryotel.WithBuckets(3))
	p := retry.New(retry.Config{Name: "charge", MaxAttempts: 5}, retry.WithObserver(o))
	for failures, times := range map[int]int{0: 3, 1: 2, 4: 1} {
		for range times {
			if err := p.Do(t.Context(), fails(failures, &downError{})); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := p.Do(t.Context(), fails(9, &downError{})); err == nil {
		t.Fatal("no failure")
	}
	counts := map[string][]uint64{}
	for _, point := range points() {
		outcome, _ := point.Attributes.Value("retry.outcome")
		policy, _ := point.Attributes.Value("retry.policy")
		if policy.AsString() != "charge" || point.Attributes.Len() != 3 {
			t.Errorf("attributes %v", point.Attributes.ToSlice())
		}
		if !slices.Equal(point.Bounds, []float64{1, 2, 3}) {
			t.Errorf("buckets %v", point.Bounds)
		}
		counts[outcome.AsString()] = point.BucketCounts
	}
	want := map[string][]uint64{"success": {3, 2, 0, 1}, "attempts": {0, 0, 0, 1}}
	if fmt.Sprint(counts) != fmt.Sprint(want) {
		t.Errorf("counts %v, want %v", counts, want)
	}
}

func TestDefaultBuckets(t *testing.T) {
	for n, want := range map[int]int{10: 10, 1: 1, 0: 1, -5: 1} {
		o, points := meter(t, retryotel.WithBuckets(n))
		o.Observe(t.Context(), retry.Event{Kind: retry.Succeeded, Attempt: 1})
		if got := len(points()[0].Bounds); got != want {
			t.Errorf("%d: %d buckets, want %d", n, got, want)
		}
	}
	o, points := meter(t)
	o.Observe(t.Context(), retry.Event{Kind: retry.Succeeded, Attempt: 1})
	if got := len(points()[0].Bounds); got != 10 {
		t.Errorf("%d buckets by default", got)
	}
}

// Every reason there is has a label of its own, and what is to come has one.
func TestOutcomesAreAClosedSet(t *testing.T) {
	o, points := meter(t)
	reasons := 0
	for r := retry.Reason(1); r.String() != "unknown reason"; r++ {
		o.Observe(t.Context(), retry.Event{Kind: retry.GaveUp, Attempt: 1, Reason: r, Err: &downError{}})
		reasons++
	}
	labels := map[string]bool{}
	for _, point := range points() {
		outcome, _ := point.Attributes.Value("retry.outcome")
		labels[outcome.AsString()] = true
	}
	if len(labels) != reasons || reasons < 10 || labels["other"] {
		t.Errorf("%d reasons have the labels %v", reasons, labels)
	}
}

// tracer returns a provider that keeps spans in memory.
func tracer() (*sdktrace.TracerProvider, *tracetest.SpanRecorder) {
	recorder := tracetest.NewSpanRecorder()
	return sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder)), recorder
}

func TestEventsOfTheCurrentSpan(t *testing.T) {
	wait := retry.Backoff{Delay: func(retry int) time.Duration { return time.Duration(retry) * time.Millisecond }}
	wrapped := fmt.Errorf("charge: %w", &downError{})
	for name, test := range map[string]struct {
		failures int
		err      error
		want     []string
	}{
		"success at once": {0, nil, nil},
		"recovers": {2, wrapped, []string{
			"retry.scheduled attempt 1 delay 0.001 error retryotel_test.downError",
			"retry.scheduled attempt 2 delay 0.002 error retryotel_test.downError",
			"retry.succeeded attempt 3 outcome success",
		}},
		"gives up": {9, &downError{}, []string{
			"retry.scheduled attempt 1 delay 0.001 error retryotel_test.downError",
			"retry.scheduled attempt 2 delay 0.002 error retryotel_test.downError",
			"retry.gave_up attempt 3 outcome attempts error retryotel_test.downError",
		}},
		"final": {9, retry.Prune(wrapped), []string{"retry.gave_up attempt 1 outcome pruned error retryotel_test.downError"}},
	} {
		provider, recorder := tracer()
		o, _ := meter(t)
		p := retry.New(retry.Config{Name: "charge", MaxAttempts: 3, Backoff: wait}, retry.WithObserver(o))
		ctx, span := provider.Tracer("test").Start(t.Context(), "call")
		_ = p.Do(ctx, fails(test.failures, test.err))
		span.End()
		var got []string
		for _, e := range recorder.Ended()[0].Events() {
			if strings.Contains(fmt.Sprint(e), "hunter2") {
				t.Errorf("%s: an event has the text of the error: %v", name, e)
			}
			got = append(got, describe(e))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got\n%q, want\n%q", name, got, test.want)
		}
	}
}

// describe prints an event; of its attributes, those that differ.
func describe(e sdktrace.Event) string {
	set := attribute.NewSet(e.Attributes...)
	text := e.Name
	for _, a := range []struct{ name, key string }{{"attempt", "retry.attempt"}, {"delay", "retry.delay"}, {"outcome", "retry.outcome"}, {"error", "error.type"}} {
		if value, ok := set.Value(attribute.Key(a.key)); ok {
			text += " " + a.name + " " + value.String()
		}
	}
	return text
}

// Without a span there is nobody to tell, and nothing breaks.
func TestNoSpan(t *testing.T) {
	o, points := meter(t)
	p := retry.New(retry.Config{MaxAttempts: 2}, retry.WithObserver(o))
	err := p.Do(t.Context(), fails(9, &downError{}))
	if e, ok := errors.AsType[*retry.RetryError](err); !ok || e.Attempts != 2 || len(points()) != 1 {
		t.Errorf("error %v, %d points", err, len(points()))
	}
}
