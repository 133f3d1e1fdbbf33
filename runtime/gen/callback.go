package gen

import (
	"reflect"
	"slices"
	"sync"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// Callback separates the errors that a callback returns from the errors of the call
// that it is passed to. The zero value is ready for use. It is safe for
// concurrent use.
type Callback struct {
	mu   sync.Mutex
	errs []error // what the callback has returned in the attempt
}

// maxReturned bounds the errors of a callback that an attempt remembers: the last
// ones, because an error that ends a call is returned at its end.
const maxReturned = 64

// Returned records what the callback returns, and returns it.
func (c *Callback) Returned(err error) error {
	if err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.errs) == maxReturned {
		c.errs = slices.Delete(c.errs, 0, 1)
	}
	c.errs = append(c.errs, err)
	return err
}

// Final makes the error of an attempt final if it came out of the callback, also
// wrapped or joined. The errors of the attempt are forgotten then.
func (c *Callback) Final(err error) error {
	c.mu.Lock()
	returned := c.errs
	c.errs = nil
	c.mu.Unlock()
	if len(returned) > 0 && errtree.Walk(err, func(err error) bool { return isAny(err, returned) }) {
		return retry.Prune(err)
	}
	return err
}

// isAny reports whether an error is one of several, leaving aside those that
// cannot be compared.
func isAny(err error, list []error) bool {
	return reflect.TypeOf(err).Comparable() && slices.ContainsFunc(list, func(other error) bool {
		return reflect.TypeOf(other).Comparable() && err == other
	})
}
