package retry

import (
	"time"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// The interfaces below let an error describe itself. They are found in wrapped
// and joined errors; if two errors of a tree have one, the outer error counts.
// An error does not need this package to implement them.

// RetrySafer is an error that says whether its operation can be repeated
// safely. An error that is not safe is final under every policy; a policy that
// uses [IsRetrySafe] retries only errors that are safe. If known is false, the
// error says neither.
//
// RetryableError() bool, which errors of AWS clients have, means the same, and
// is always known.
type RetrySafer interface {
	RetrySafe() (safe, known bool)
}

// RetryAfterer is an error that carries the wait that a server asked for. The
// wait is honored as [RetryAfter] says. The form RetryAfter() time.Duration, in
// which 0 or less is no wait, is understood as well.
type RetryAfterer interface {
	RetryAfter() (wait time.Duration, ok bool)
}

// NextRetryDelayer is an error that sets the wait before the next attempt;
// 0 or less is no wait (Temporal). The wait is honored as [RetryAfter] says, and
// comes before the wait of a [RetryAfterer].
type NextRetryDelayer interface {
	NextRetryDelay() time.Duration
}

// Throttler is an error that says whether it was caused by too many requests.
type Throttler interface {
	Throttling() bool
}

// Timeouter is an error that says whether it was caused by a timeout, as those
// of package net do.
type Timeouter interface {
	Timeout() bool
}

// Faulter is an error that says on which side the fault lies.
type Faulter interface {
	ServerFault() bool
}

// NonRetryabler is an error that a Temporal policy does not retry.
type NonRetryabler interface {
	NonRetryable() bool
}

// Methods that other clients give their errors.
type (
	retryableError interface{ RetryableError() bool }
	retryAfter     interface{ RetryAfter() time.Duration }
	unwrapper      interface{ Unwrap() error }
	multiUnwrapper interface{ Unwrap() []error }
)

// hints are what an error says about its next attempt.
type hints struct {
	pruned  bool
	unsafe  bool
	safe    bool
	requeue time.Duration // 0: no signal
	wait    time.Duration // 0: no hint
}

// speaks reports whether an error may have hints. Most errors are plain leaves:
// a type switch and a look at the fields of the type, both answered from a
// cache, find the others.
func speaks(err error) bool {
	switch err.(type) {
	case *pruned, *requeued, RetrySafer, retryableError, RetryAfterer, retryAfter, NextRetryDelayer, unwrapper, multiUnwrapper:
		return true
	}
	return hintFieldOf(err) != nil
}

// read collects the hints of an error.
func read(err error) hints {
	var h hints
	var next time.Duration
	known, spent := false, false
	errtree.Walk(err, func(err error) bool {
		if !known {
			var safe bool
			safe, known = retrySafety(err)
			h.safe, h.unsafe = known && safe, known && !safe
		}
		switch e := err.(type) {
		case *RetryError:
			spent = true // the signals in it were for the call that ended
		case *pruned:
			h.pruned = h.pruned || !spent
		case *requeued:
			if !spent {
				h.requeue = e.after
			}
		}
		if next <= 0 {
			next = nextRetryDelay(err)
		}
		if h.wait <= 0 {
			h.wait = retryAfterOf(err)
		}
		return false
	})
	if next > 0 {
		h.wait = next
	}
	return h
}

func retrySafety(err error) (safe, known bool) {
	switch e := err.(type) {
	case RetrySafer:
		return e.RetrySafe()
	case retryableError:
		return e.RetryableError(), true
	}
	return false, false
}

func nextRetryDelay(err error) time.Duration {
	if e, ok := err.(NextRetryDelayer); ok {
		return e.NextRetryDelay()
	}
	return 0
}

func retryAfterOf(err error) time.Duration {
	switch e := err.(type) {
	case RetryAfterer:
		if wait, ok := e.RetryAfter(); ok {
			return wait
		}
	case retryAfter:
		return e.RetryAfter()
	}
	if path := hintFieldOf(err); path != nil {
		return hintInField(err, path)
	}
	return 0
}
