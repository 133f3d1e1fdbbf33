package retry

import "context"

// Seq2 returns an iterator over values and errors that makes a call under a
// policy each time it is ranged over. f makes an attempt: it returns the iterator
// to range over, which has to use its context. An attempt that yields an error
// first has failed, and is retried as the policy says. From its first element
// on the call has succeeded, and the errors that follow are yielded as they are.
//
// The timeouts of the policy bound the time to the first element. The context of
// the attempt lives until the iteration ends. If the policy gives up, its error
// is yielded with the value of the last attempt, and then what that attempt
// yields next.
func Seq2[T any, S ~func(yield func(T, error) bool)](ctx context.Context, p *Policy, operation string, f func(context.Context) S) S {
	return func(yield func(T, error) bool) {
		c, cancel := p.iterate(ctx, operation)
		defer cancel()
		defer c.Stop()
		for c.Again() {
			for value, err := range f(c.Context()) {
				if c.phase == trying {
					if err = c.first(err); c.mayRetry() {
						break
					}
				}
				if !yield(value, err) {
					return
				}
			}
			if c.phase == trying {
				c.Tried(nil) // there are no elements
			}
		}
		if c.attempts == 0 && c.err != nil {
			var none T
			yield(none, c.err)
		}
	}
}

// iterate begins a call whose result is an iterator. Its context ends with the
// iteration.
func (p *Policy) iterate(ctx context.Context, operation string) (*Call, context.CancelFunc) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancel(ctx)
	c := p.Start(ctx, operation)
	c.keeps, c.iterates = true, true
	return &c, cancel
}

// first records the first element of an attempt. It returns the error to yield,
// unless there may be another attempt.
func (c *Call) first(err error) error {
	c.Tried(err)
	if c.mayRetry() {
		return err
	}
	c.Again() // ends the call
	return c.err
}

// mayRetry reports whether the policy allows another attempt after one that has
// failed.
func (c *Call) mayRetry() bool {
	return c.err != nil && (c.phase == ready || c.phase == decided && c.reason == 0)
}
