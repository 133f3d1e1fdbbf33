// Package asynqfake makes tasks of asynq fail by a script, on a Redis or on one within
// the process.
//
//	handler, faults := asynqfake.Handler(t, "charge", ChargePolicy(), mux)
//	server.Start(ChargeHandler(handler))
//	faults.Fail(2, retrytest.Status(503))
//	...
//	faults.Want(3)
//
// asynq schedules attempts by the real time, in whole seconds: WantWaits would report
// that delay. Compare the NextProcessAt of a task instead.
package asynqfake

import (
	"context"
	"testing"

	"github.com/hibiken/asynq"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// Handler returns a handler of which tasks of one type follow a script, to be wrapped
// as the real one is, and the script. Attempts without a step, and tasks of other
// types, go to next; if it is nil, such an attempt fails the test. policy is the
// policy that the tasks follow, for Lost.
func Handler(t testing.TB, taskType string, policy *retry.Policy, next asynq.Handler) (asynq.Handler, *retrytest.Func) {
	t.Helper()
	var process asynq.HandlerFunc
	if next != nil {
		process = next.ProcessTask
	}
	double, faults := retrytest.NewFunc(t, process, retrytest.Config{Name: taskType, Policy: policy, CallID: callID})
	return asynq.HandlerFunc(func(ctx context.Context, task *asynq.Task) error {
		if next != nil && task.Type() != taskType {
			return next.ProcessTask(ctx, task)
		}
		return double(ctx, task)
	}), faults
}

// callID names the task that an attempt is of.
func callID(ctx context.Context) string {
	id, _ := asynq.GetTaskID(ctx)
	return id
}
