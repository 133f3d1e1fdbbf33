package temporalfake_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrytemporal"
	"github.com/retrygen/retrygen/runtime/retrytemporal/temporalfake"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// newPolicy returns a policy of 3 attempts that waits n seconds before retry n.
func newPolicy() *retry.Policy {
	return retry.New(retry.Config{
		Name: "charge", MaxAttempts: 3,
		Backoff: retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }},
		Classify: func(err error) retry.Class {
			if retry.IsNonRetryable(err) {
				return retry.Final
			}
			return retry.Retry
		},
	})
}

// newEnvironment returns an environment whose activities follow the policy.
func newEnvironment() *testsuite.TestWorkflowEnvironment {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.SetWorkerOptions(worker.Options{Interceptors: []interceptor.WorkerInterceptor{retrytemporal.ActivityInterceptor(newPolicy())}})
	return env
}

// order is a workflow of some activities Charge at a time, which returns a receipt.
func order(ctx workflow.Context, activities int) (receipt string, err error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Hour, BackoffCoefficient: 1, MaximumAttempts: 3},
	})
	var futures []workflow.Future
	for i := range activities {
		futures = append(futures, workflow.ExecuteActivity(ctx, "Charge", i))
	}
	for _, future := range futures {
		if failed := future.Get(ctx, &receipt); err == nil {
			err = failed
		}
	}
	return receipt, err
}

// charge is the real activity.
func charge(_ context.Context, amount int) (string, error) { return fmt.Sprint("paid ", amount), nil }

// TestActivity lets an activity fail twice, and then succeed.
func TestActivity(t *testing.T) {
	env := newEnvironment()
	faults := temporalfake.Register(t, env, "Charge", newPolicy(), charge)
	faults.Fail(1, temporalfake.Error("Down")).Fail(1, temporalfake.Delayed("Busy", time.Minute))
	start := env.Now()
	env.ExecuteWorkflow(order, 1)
	var receipt string
	if err := env.GetWorkflowResult(&receipt); err != nil || receipt != "paid 0" {
		t.Errorf("the workflow returns %q, %v", receipt, err)
	}
	if passed := env.Now().Sub(start); passed != time.Second+time.Minute {
		t.Errorf("the waits are %v", passed)
	}
	faults.Want(3)
	faults.WantWaits(retrytest.WithinPolicy)
}

// TestResults scripts results, and an attempt whose answer is lost.
func TestResults(t *testing.T) {
	env := newEnvironment()
	calls := 0
	faults := temporalfake.Register(t, env, "Charge", newPolicy(), func(_ context.Context, amount int) (string, error) {
		calls++
		return "", nil
	})
	faults.Lost(1).Then("scripted")
	env.ExecuteWorkflow(order, 1)
	var receipt string
	if err := env.GetWorkflowResult(&receipt); err != nil || receipt != "scripted" || calls != 1 {
		t.Errorf("the workflow returns %q, %v, and the activity was carried out %d times", receipt, err, calls)
	}
	faults.Want(2)
}

// TestParallel distinguishes the attempts of activities that run at the same time.
func TestParallel(t *testing.T) {
	env := newEnvironment()
	faults := temporalfake.Register(t, env, "Charge", newPolicy(), charge)
	faults.Fail(4, temporalfake.Error("Down"))
	env.ExecuteWorkflow(order, 3)
	if err := env.GetWorkflowError(); err != nil {
		t.Error(err)
	}
	faults.Want(7)
	faults.WantWaits(retrytest.WithinPolicy)
}

// TestFinal does not retry an error that is final.
func TestFinal(t *testing.T) {
	env := newEnvironment()
	faults := temporalfake.Register(t, env, "Charge", newPolicy(), charge)
	faults.Fail(1, temporalfake.NonRetryable("Declined"))
	env.ExecuteWorkflow(order, 1)
	app, ok := errors.AsType[*temporal.ApplicationError](env.GetWorkflowError())
	if !ok || app.Type() != "Declined" || !app.NonRetryable() {
		t.Errorf("the workflow fails with %v", env.GetWorkflowError())
	}
	faults.Want(1)
}

// recorder is a testing.TB that records what fails.
type recorder struct {
	testing.TB
	problems []string
	cleanup  func()
}

func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanup = f }
func (r *recorder) Errorf(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// TestReports fails a test whose script was not used up, whose waits are those of
// another policy, or which expects another number of attempts.
func TestReports(t *testing.T) {
	r, env := &recorder{TB: t}, newEnvironment()
	faults := temporalfake.Register(r, env, "Charge", newPolicy(), charge)
	faults.Fail(1, temporalfake.Error("Down")).Fail(2, temporalfake.NonRetryable("Declined"))
	env.ExecuteWorkflow(order, 1)
	faults.Want(3)
	faults.WantWaits(retrytest.Within(retry.New(retry.Config{Name: "other", MaxAttempts: 3, Backoff: retry.Backoff{Delay: func(int) time.Duration { return 7 * time.Second }}})))
	r.cleanup()
	if want := []string{
		"Charge saw 2 attempts, want 3",
		"Charge waited 1s before retry 1, and policy other waits 7s",
		"activity_test.go:148: Charge: 1 more attempts were expected: the script was not used up",
	}; !slices.Equal(r.problems, want) {
		t.Errorf("reported %q, want %q", r.problems, want)
	}
}
