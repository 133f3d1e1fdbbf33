// Package upload sends the parts of a file under a policy of retrygen, and waits
// for retries itself: a part that has to wait does not keep a worker.
package upload

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// Store keeps files that are sent in parts.
type Store interface {
	PutPart(ctx context.Context, file string, number int, data []byte) error
	Complete(ctx context.Context, file string, parts int) error
}

// ErrBusy is the error of a store that has no time now.
var ErrBusy = errors.New("busy")

// part is a part that is to be sent, not before due.
type part struct {
	number int
	token  retry.RetryToken
	due    time.Time
}

// Upload sends the parts of a file by a number of workers, each part to next
// itself: the strategy of the client decides about its retries. Complete is a
// call of the client. Both share a quota.
func Upload(ctx context.Context, client *RetryingStore, next Store, file string, parts [][]byte, workers int) error {
	u := &upload{strategy: client.PartsStrategy(), left: len(parts), changed: make(chan struct{}, workers)}
	for number := range parts {
		token, err := u.strategy.AcquireInitialRetryToken(ctx, "")
		if err != nil {
			u.end(err)
			break
		}
		u.queue = append(u.queue, &part{number: number, token: token})
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for p := u.take(ctx); p != nil; p = u.take(ctx) {
				u.sent(p, next.PutPart(ctx, file, p.number, parts[p.number]))
			}
		})
	}
	group.Wait()
	if err := u.close(ctx); err != nil {
		return err
	}
	return client.Complete(ctx, file, len(parts))
}

// upload is an upload under way.
type upload struct {
	strategy retry.RetryStrategy
	changed  chan struct{} // a part was added, or the upload has ended

	mu    sync.Mutex
	queue []*part
	left  int // parts that are not sent
	err   error
}

// take waits for a part that may be sent, and returns nil at the end.
func (u *upload) take(ctx context.Context) *part {
	for {
		p, wait, ok := u.first()
		if !ok || p != nil {
			return p
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-u.changed:
		case <-ctx.Done():
			u.end(context.Cause(ctx))
		}
		timer.Stop()
	}
}

// first takes the part that is due first if its time has come, and else returns
// how long to wait. It reports false at the end.
func (u *upload) first() (p *part, wait time.Duration, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.left == 0 || u.err != nil {
		return nil, 0, false
	}
	if len(u.queue) == 0 {
		return nil, time.Hour, true // others are being sent
	}
	slices.SortFunc(u.queue, func(a, b *part) int { return a.due.Compare(b.due) })
	if wait := time.Until(u.queue[0].due); wait > 0 {
		return nil, wait, true
	}
	p, u.queue = u.queue[0], u.queue[1:]
	return p, 0, true
}

// sent hands in the token of a part.
func (u *upload) sent(p *part, err error) {
	if err == nil {
		u.strategy.RecordSuccess(p.token)
		u.mu.Lock()
		u.left--
		u.mu.Unlock()
	} else if p.token, err = u.strategy.RefreshRetryTokenForRetry(p.token, err); err != nil {
		u.end(err)
	} else {
		u.mu.Lock()
		p.due = time.Now().Add(p.token.RetryDelay())
		u.queue = append(u.queue, p)
		u.mu.Unlock()
	}
	u.signal()
}

// end ends the upload with its first error.
func (u *upload) end(err error) {
	u.mu.Lock()
	u.err = cmp.Or(u.err, err)
	u.mu.Unlock()
	u.signal()
}

// signal wakes the workers that wait.
func (u *upload) signal() {
	for range cap(u.changed) {
		select {
		case u.changed <- struct{}{}:
		default:
		}
	}
}

// close gives back the tokens of parts that were not sent, and returns the error
// of the upload.
func (u *upload) close(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, p := range u.queue {
		u.strategy.Release(p.token)
	}
	if u.err == nil && u.left > 0 {
		u.err = context.Cause(ctx)
	}
	return u.err
}
