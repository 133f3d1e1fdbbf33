package retry_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"testing/synctest"

	retry "github.com/retrygen/retrygen/runtime"
)

// TestAttemptTimeoutInOtherWords: a client may tell of the end of its context by
// a timeout of its own, or keep nothing of it but the text.
func TestAttemptTimeoutInOtherWords(t *testing.T) {
	for _, told := range []error{
		os.ErrDeadlineExceeded,
		errors.New("rpc error: context deadline exceeded"),
		errors.New("rpc error: code = DeadlineExceeded desc = stream terminated by RST_STREAM with error code: CANCEL"),
		errors.New("deadline_exceeded: stream terminated"),
	} {
		synctest.Test(t, func(t *testing.T) {
			attempts := 0
			p := retry.New(retry.Config{MaxAttempts: 3, AttemptTimeout: 100 * ms, Classify: func(error) retry.Class { return retry.Stop }})
			err := started(t.Context(), p, func(ctx context.Context) error {
				attempts++
				<-ctx.Done()
				return told
			})
			if attempts != 3 || reasonOf(t, err) != retry.ReasonAttempts {
				t.Errorf("%q: %d attempts, %v", told, attempts, err)
			}
		})
	}
}
