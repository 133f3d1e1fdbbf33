package retry

import (
	"errors"
	"time"
)

// Prune marks err as final: the call that sees it stops at once, under every
// policy. The call returns err itself if the mark is the outermost error, so
// that the mark does not stop a caller that retries as well. Prune(nil) is nil.
func Prune(err error) error {
	if err == nil {
		return nil
	}
	return &pruned{err}
}

type pruned struct{ err error }

// Error returns the text of the error.
func (p *pruned) Error() string { return p.err.Error() }

// Unwrap returns the marked error.
func (p *pruned) Unwrap() error { return p.err }

// RequeueAfter returns an error that asks for another attempt after d. That
// attempt does not count for the limit of attempts, the backoff, the wait budget
// or a quota. The deadline and the total timeout still bound it. If d is zero or
// less, RequeueAfter returns a final error that says so.
func RequeueAfter(d time.Duration) error {
	if d <= 0 {
		return Prune(errors.New("requeue after " + d.String() + ": the delay must be positive"))
	}
	return &requeued{d}
}

type requeued struct{ after time.Duration }

// Error returns the text of the error.
func (r *requeued) Error() string { return "requeue after " + r.after.String() }

// Delay marks err with the wait that a server asked for. The wait is honored
// as [RetryAfter] says; zero or less is no wait. A call that ends with err
// returns it without the mark. Delay(nil, wait) is nil.
func Delay(err error, wait time.Duration) error {
	if err == nil {
		return nil
	}
	return &delayed{err, wait}
}

type delayed struct {
	err  error
	wait time.Duration
}

// Error returns the text of the error.
func (d *delayed) Error() string { return d.err.Error() }

// Unwrap returns the marked error.
func (d *delayed) Unwrap() error { return d.err }

// NextRetryDelay implements [NextRetryDelayer].
func (d *delayed) NextRetryDelay() time.Duration { return d.wait }

// unmark removes the marks of [Prune] and [Delay] around err.
func unmark(err error) error {
	for {
		switch mark := err.(type) {
		case *pruned:
			err = mark.err
		case *delayed:
			err = mark.err
		default:
			return err
		}
	}
}
