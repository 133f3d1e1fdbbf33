package retryotel_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
	"github.com/retrygen/retrygen/runtime/retryotel"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

func TestSpanPerAttempt(t *testing.T) {
	otel.SetTextMapPropagator(propagation.TraceContext{})
	requests := 0
	var parents []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		parents = append(parents, req.Header.Get("Traceparent"))
		if requests++; requests < 3 {
			w.WriteHeader(503)
		}
	}))
	defer server.Close()
	provider, recorder := tracer()
	rt := retryhttp.New(retryotel.NewTransport(nil, retryotel.WithTracerProvider(provider)),
		retryhttp.Config{Rule: retryhttp.Rule{Policy: retry.New(retry.Config{MaxAttempts: 3})}})
	defer rt.CloseIdleConnections()
	ctx, parent := provider.Tracer("test").Start(t.Context(), "call")
	req, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/hunter2?token=hunter2", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	parent.End()
	spans := recorder.Ended()
	if len(spans) != 4 || res.StatusCode != 200 || req.Header.Get("Traceparent") != "" {
		t.Fatalf("%d spans, status %d", len(spans), res.StatusCode)
	}
	for i, span := range spans[:3] {
		checkAttempt(t, i, span, parent.SpanContext())
		if id := span.SpanContext().SpanID().String(); !strings.Contains(parents[i], id) {
			t.Errorf("attempt %d: the server saw %q, not %s", i+1, parents[i], id)
		}
	}
}

// checkAttempt checks the span of an attempt, counted from 0, of three.
func checkAttempt(t *testing.T, i int, span sdktrace.ReadOnlySpan, parent trace.SpanContext) {
	t.Helper()
	set := attribute.NewSet(span.Attributes()...)
	resent, has := set.Value("http.request.resend_count")
	if has != (i > 0) || has && resent.AsInt64() != int64(i) {
		t.Errorf("attempt %d: resend_count %v, %v", i+1, resent.String(), has)
	}
	status, failure, word := int64(503), codes.Error, "503"
	if i == 2 {
		status, failure, word = 200, codes.Unset, ""
	}
	code, _ := set.Value("http.response.status_code")
	kind, _ := set.Value("error.type")
	if code.AsInt64() != status || kind.AsString() != word || span.Status().Code != failure {
		t.Errorf("attempt %d: status %v, error.type %q, %v", i+1, code.String(), kind.AsString(), span.Status())
	}
	if span.Name() != "GET" || span.SpanKind() != trace.SpanKindClient || span.Parent().SpanID() != parent.SpanID() {
		t.Errorf("attempt %d: %s %v below %v", i+1, span.Name(), span.SpanKind(), span.Parent().SpanID())
	}
	if text := set.Encoded(attribute.DefaultEncoder()); strings.Contains(text, "hunter2") {
		t.Errorf("attempt %d tells %s", i+1, text)
	}
}

type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

func TestSpanOfALostConnection(t *testing.T) {
	provider, recorder := tracer()
	rt := retryotel.NewTransport(failing{&downError{}}, retryotel.WithTracerProvider(provider))
	req := &http.Request{}
	if _, err := rt.RoundTrip(req); !errors.As(err, new(*downError)) || req.Header != nil {
		t.Errorf("error %v, header %v", err, req.Header)
	}
	span := recorder.Ended()[0]
	if span.Status().Code != codes.Error || !slices.Contains(span.Attributes(), attribute.String("error.type", "retryotel_test.downError")) {
		t.Errorf("%v, %v", span.Status(), span.Attributes())
	}
}
