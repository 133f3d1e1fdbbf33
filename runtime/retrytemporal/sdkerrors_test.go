package retrytemporal_test

import (
	"errors"
	"fmt"
	"testing"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
)

// TestSDKErrors checks what the matchers of the runtime, which does not import
// the SDK, say about its errors.
func TestSDKErrors(t *testing.T) {
	timeout := func(kind enumspb.TimeoutType) error {
		return temporal.NewTimeoutError(kind, errors.New("slow (type: X)"))
	}
	for _, c := range []struct {
		err       error
		isFinal   bool
		isTimeout bool
		name      string
	}{
		{temporal.NewCanceledError(), true, false, "CanceledError"},
		{timeout(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_START), true, true, "TemporalTimeout:ScheduleToStart"},
		{timeout(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE), true, true, "TemporalTimeout:ScheduleToClose"},
		{timeout(enumspb.TIMEOUT_TYPE_START_TO_CLOSE), false, true, "TemporalTimeout:StartToClose"},
		{timeout(enumspb.TIMEOUT_TYPE_HEARTBEAT), false, true, "TemporalTimeout:Heartbeat"},
		{temporal.NewHeartbeatTimeoutError("details"), false, true, "TemporalTimeout:Heartbeat"},
		{temporal.NewApplicationError("(type: Heartbeat)", "Odd"), false, false, "Odd"},
		{temporal.NewNonRetryableApplicationError("no", "No", nil), true, false, "No"},
	} {
		for _, err := range []error{c.err, fmt.Errorf("wrapped: %w", c.err)} {
			if retry.IsNonRetryable(err) != c.isFinal || retry.IsTimeout(err) != c.isTimeout || !gen.HasType(err, c.name) {
				t.Errorf("%T %v: final %v, timeout %v, has type %s %v", err, err,
					retry.IsNonRetryable(err), retry.IsTimeout(err), c.name, gen.HasType(err, c.name))
			}
			for _, other := range []string{"TemporalTimeout:", "TemporalTimeout:X", "TemporalTimeout:Heartbeat"} {
				if other != c.name && gen.HasType(err, other) {
					t.Errorf("%v has type %s", err, other)
				}
			}
		}
	}
}
