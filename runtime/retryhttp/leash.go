package retryhttp

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// leash is the context of one attempt. The timeouts of the policy end it only
// until the header of a good response is there; from then on the context of the
// caller alone does, until the body is closed. A context with a deadline cannot
// be had that way, hence this second one that follows the first for a time.
type leash struct {
	ctx     context.Context
	limited context.Context // ends with the attempt; nil if there is no timeout
	cancel  context.CancelCauseFunc
	follow  []func() bool // stop following limited, and the caller's context
}

// newLeash returns the leash for an attempt whose context is limited.
func newLeash(callers, limited context.Context) *leash {
	callersEnd, _ := callers.Deadline()
	end, ok := limited.Deadline()
	if !ok || end.Equal(callersEnd) {
		return &leash{ctx: limited}
	}
	l := &leash{limited: limited}
	l.ctx, l.cancel = context.WithCancelCause(context.WithoutCancel(limited))
	for _, ctx := range []context.Context{limited, callers} {
		if ctx.Done() == nil {
			continue
		}
		l.follow = append(l.follow, context.AfterFunc(ctx, func() { l.cancel(context.Cause(ctx)) }))
	}
	return l
}

// loosen ends the hold of the timeouts. It reports false if it comes too late.
func (l *leash) loosen() bool {
	return l.limited == nil || l.follow[0]()
}

// release lets the context go.
func (l *leash) release() {
	if l.limited == nil {
		return
	}
	l.unfollow()
	l.cancel(context.Canceled)
}

// unfollow makes the context independent of the contexts that it followed.
func (l *leash) unfollow() {
	for _, stop := range l.follow {
		stop()
	}
}

// failure returns the error of an attempt that failed, and lets the context go.
// Where a timeout ended the attempt it says so: the transport saw only that its
// context was canceled.
func (l *leash) failure(err error) error {
	l.release()
	if l.limited != nil && l.limited.Err() != nil && errors.Is(err, context.Canceled) {
		return context.Cause(l.limited)
	}
	return err
}

// hold releases the context when the body of a response has been read or
// closed. A body that can be written to is a connection that was handed over:
// it stays as it is, and no context ends it.
func (l *leash) hold(res *http.Response) {
	if l.limited == nil || res.Body == nil {
		return
	}
	_, isConn := res.Body.(io.Writer)
	switch {
	case isConn:
		l.unfollow()
	case res.Body == http.NoBody:
		l.release()
	default:
		res.Body = &heldBody{ReadCloser: res.Body, release: l.release}
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
