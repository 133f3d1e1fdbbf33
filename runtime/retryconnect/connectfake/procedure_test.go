package connectfake_test

import (
	"testing"
	"time"

	"connectrpc.com/connect"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryconnect/connectfake"
)

// TestErrors checks what a policy and a server make of the errors. What handlers do
// with them is tested with a generated client in examples/engines/connect.
func TestErrors(t *testing.T) {
	policy := retry.New(retry.Config{MaxAttempts: 2, Classify: func(error) retry.Class { return retry.Retry }})
	for _, c := range []struct {
		err  error
		want retry.Decision
	}{
		{connectfake.Error(connect.CodeUnavailable), retry.Decision{}},
		{connectfake.Pushback(connect.CodeUnavailable, 7*time.Second), retry.Decision{Wait: 7 * time.Second, Hinted: true}},
		{connectfake.Pushback(connect.CodeUnavailable, -1), retry.Decision{Reason: retry.ReasonPruned}},
	} {
		if got := policy.Decide(1, c.err); got != c.want || connect.CodeOf(c.err) != connect.CodeUnavailable {
			t.Errorf("%v: %+v, want %+v", c.err, got, c.want)
		}
	}
}
