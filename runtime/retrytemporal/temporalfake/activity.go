// Package temporalfake makes activities fail by a script, in Temporal's test
// environment and in workers.
//
//	env := suite.NewTestWorkflowEnvironment()
//	env.SetWorkerOptions(worker.Options{Interceptors: []interceptor.WorkerInterceptor{jobs.ChargeActivityInterceptor(nil)}})
//	charge := temporalfake.Register(t, env, "Charge", jobs.ChargePolicy(), Charge)
//	charge.Fail(2, temporalfake.Error("CardNetworkDown"))
//	env.ExecuteWorkflow(Order)
//	charge.Want(3)
//	charge.WantWaits(retrytest.WithinPolicy)
//
// The clock of the environment is virtual, and waits are exact. The environment ends
// an attempt that hangs by its StartToCloseTimeout in real time, and does not retry
// after that; a server does.
package temporalfake

import (
	"context"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// Registry is where activities are registered: a
// [go.temporal.io/sdk/testsuite.TestWorkflowEnvironment], or a worker.
type Registry interface {
	RegisterActivityWithOptions(function any, options activity.RegisterOptions)
}

// Register registers a double of an activity under a name, and returns its script.
// Attempts without a step go to real; if it is nil, such an attempt fails the test. If
// the registry has a clock, a method Now, waits are measured by that clock. policy is
// the policy that the activity follows, for WantWaits and Lost.
func Register[F any](t testing.TB, registry Registry, name string, policy *retry.Policy, real F) *retrytest.Func {
	t.Helper()
	config := retrytest.Config{Name: name, Policy: policy, CallID: callID}
	if clock, ok := registry.(interface{ Now() time.Time }); ok {
		config.Now = clock.Now
	}
	double, faults := retrytest.NewFunc(t, real, config)
	registry.RegisterActivityWithOptions(double, activity.RegisterOptions{Name: name})
	return faults
}

// callID names the activity that an attempt is of.
func callID(ctx context.Context) string {
	if !activity.IsActivity(ctx) {
		return ""
	}
	info := activity.GetInfo(ctx)
	return info.WorkflowExecution.RunID + "/" + info.ActivityID
}

// Error returns an application error of a type, by whose name a Temporal policy knows
// it.
func Error(errorType string) error {
	return temporal.NewApplicationError("scripted by the test", errorType)
}

// NonRetryable returns an application error of a type that is marked as final.
func NonRetryable(errorType string) error {
	return temporal.NewNonRetryableApplicationError("scripted by the test", errorType, nil)
}

// Delayed returns an application error of a type that asks the server for a wait
// before the next attempt.
func Delayed(errorType string, wait time.Duration) error {
	return temporal.NewApplicationErrorWithOptions("scripted by the test", errorType, temporal.ApplicationErrorOptions{NextRetryDelay: wait})
}
