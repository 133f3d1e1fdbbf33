package retryotel

import (
	"net/http"
	"strconv"

	"github.com/retrygen/retrygen/runtime/retryhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Transport is an [http.RoundTripper] that gives each attempt a client span. It
// belongs below a [retryhttp.Transport]; above it there would be one span for
// all attempts. It is safe for concurrent use.
//
// A span has the attributes http.request.method, server.address, server.port,
// url.scheme, http.response.status_code, error.type and, from the second
// attempt on, http.request.resend_count. It has no URL, whose path and query
// may hold what is nobody's business. It ends with the header of the response.
// The request carries the span to the server by the global propagator.
type Transport struct {
	next   http.RoundTripper
	tracer trace.Tracer
}

// NewTransport returns a Transport over next; [http.DefaultTransport] if that
// is nil.
func NewTransport(next http.RoundTripper, opts ...Option) *Transport {
	if next == nil {
		next = http.DefaultTransport
	}
	return &Transport{next: next, tracer: newSettings(opts).tracers.Tracer(scope)}
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, span := t.tracer.Start(req.Context(), methodOf(req),
		trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(describe(req)...))
	defer span.End()
	sent := req.Clone(ctx)
	if sent.Header == nil {
		sent.Header = http.Header{}
	}
	otel.GetTextMapPropagator().Inject(ctx, propagation.HeaderCarrier(sent.Header))
	res, err := t.next.RoundTrip(sent)
	if span.IsRecording() {
		conclude(span, res, err)
	}
	return res, err
}

// CloseIdleConnections closes the idle connections of the transport below, if
// it can do that.
func (t *Transport) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

func methodOf(req *http.Request) string {
	if req.Method == "" {
		return http.MethodGet
	}
	return req.Method
}

// describe returns what there is to say about a request before it is sent.
func describe(req *http.Request) []attribute.KeyValue {
	attributes := []attribute.KeyValue{attribute.String("http.request.method", methodOf(req))}
	if u := req.URL; u != nil {
		attributes = append(attributes, attribute.String("url.scheme", u.Scheme), attribute.String("server.address", u.Hostname()))
		if port, err := strconv.Atoi(u.Port()); err == nil {
			attributes = append(attributes, attribute.Int("server.port", port))
		}
	}
	if attempt := retryhttp.Attempt(req.Context()); attempt > 1 {
		attributes = append(attributes, attribute.Int("http.request.resend_count", attempt-1))
	}
	return attributes
}

// conclude adds to the span what came of the request.
func conclude(span trace.Span, res *http.Response, err error) {
	if err != nil {
		span.SetStatus(codes.Error, "")
		span.SetAttributes(errorType(err))
		return
	}
	span.SetAttributes(attribute.Int("http.response.status_code", res.StatusCode))
	if res.StatusCode >= 400 {
		span.SetStatus(codes.Error, "")
		span.SetAttributes(keyErrorType.String(strconv.Itoa(res.StatusCode)))
	}
}
