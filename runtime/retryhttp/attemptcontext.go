package retryhttp

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// attemptContext is the context of one attempt. The timeouts of the policy apply
// until the header of a good response has arrived. From then on, until the body
// is closed, only the caller's context does. A context cannot lose its deadline,
// so this is a second context that follows the first for a time.
type attemptContext struct {
	ctx     context.Context
	limited context.Context // ends with the attempt; nil if there is no timeout
	cancel  context.CancelCauseFunc
	follow  []func() bool // stop following limited, and the caller's context
}

// attemptContext returns the context for an attempt that limited bounds.
func (e *exchange) attemptContext(limited context.Context) *attemptContext {
	callersEnd, _ := e.Deadline()
	end, ok := limited.Deadline()
	if !ok || end.Equal(callersEnd) {
		e.unlimited.ctx = limited
		return &e.unlimited
	}
	a := &attemptContext{limited: limited}
	a.ctx, a.cancel = context.WithCancelCause(context.WithoutCancel(limited))
	for _, ctx := range []context.Context{limited, e} {
		if ctx.Done() == nil {
			continue
		}
		a.follow = append(a.follow, context.AfterFunc(ctx, func() { a.cancel(context.Cause(ctx)) }))
	}
	return a
}

// loosen ends the effect of the timeouts. It reports false if they have already
// ended the attempt.
func (a *attemptContext) loosen() bool {
	return a.limited == nil || a.follow[0]()
}

// release ends the context.
func (a *attemptContext) release() {
	if a.limited == nil {
		return
	}
	a.unfollow()
	a.cancel(context.Canceled)
}

// unfollow makes the context independent of the contexts that it followed.
func (a *attemptContext) unfollow() {
	for _, stop := range a.follow {
		stop()
	}
}

// failure ends the context and returns the error of an attempt that failed. If a
// timeout ended the attempt, that is the error: the transport saw only that its
// context was canceled.
func (a *attemptContext) failure(err error) error {
	a.release()
	if a.limited != nil && a.limited.Err() != nil && errors.Is(err, context.Canceled) {
		return context.Cause(a.limited)
	}
	return err
}

// hold releases the context when the body of a response has been read or
// closed. A body that can be written to is a connection that was handed over:
// it stays as it is, and no context ends it.
func (a *attemptContext) hold(res *http.Response) {
	if a.limited == nil || res.Body == nil {
		return
	}
	_, isConn := res.Body.(io.Writer)
	switch {
	case isConn:
		a.unfollow()
	case res.Body == http.NoBody:
		a.release()
	default:
		res.Body = &heldBody{ReadCloser: res.Body, release: a.release}
	}
}

// heldBody is the body of a response that needs a context until it is closed.
type heldBody struct {
	io.ReadCloser
	release func()
}

// Read implements [io.Reader].
func (b *heldBody) Read(p []byte) (n int, err error) {
	n, err = b.ReadCloser.Read(p)
	if err != nil {
		b.release()
	}
	return n, err
}

// Close implements [io.Closer].
func (b *heldBody) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}
