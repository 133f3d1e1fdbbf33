package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	jobs "github.com/retrygen/retrygen/examples/engines/temporal"
	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrytemporal/temporalfake"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// fakeActivity returns Temporal's test environment, which needs no server, with an
// activity that has the name of its policy and fails by a script.
func fakeActivity(t *testing.T, policy *retry.Policy) (*testsuite.TestWorkflowEnvironment, *retrytest.Func) {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.SetWorkerOptions(worker.Options{Interceptors: interceptors()})
	succeed := func(context.Context) error { return nil }
	return env, temporalfake.Register(t, env, policy.Name(), policy, succeed)
}

// TestFakeSucceeds lets the activity of each policy fail twice, and then succeed.
func TestFakeSucceeds(t *testing.T) {
	for _, policy := range []*retry.Policy{jobs.ShipPolicy(), jobs.ChargePolicy(), jobs.StepPolicy()} {
		env, activity := fakeActivity(t, policy)
		activity.Fail(1, errors.New("not yet")).Fail(1, temporalfake.Error("Unavailable"))
		env.ExecuteWorkflow(perform, policy.Name())
		if err := env.GetWorkflowError(); err != nil {
			t.Error(err)
		}
		activity.Want(3)
		activity.WantWaits(retrytest.WithinPolicy)
	}
}

// TestFakeHint waits as long as an error asks for.
func TestFakeHint(t *testing.T) {
	env, activity := fakeActivity(t, jobs.ChargePolicy())
	activity.Fail(1, jobs.Overloaded{Wait: 1500 * time.Millisecond}).Fail(1, retrytest.Throttled(time.Hour, 0))
	env.ExecuteWorkflow(perform, "charge")
	if err := env.GetWorkflowError(); err != nil {
		t.Error(err)
	}
	activity.Want(3)
	activity.WantWaits(retrytest.WithinPolicy)
}

// TestFakeFinal makes one attempt if its error is final.
func TestFakeFinal(t *testing.T) {
	for _, c := range []struct {
		policy *retry.Policy
		err    error
	}{
		{jobs.ShipPolicy(), jobs.InvalidAddress{}},
		{jobs.ShipPolicy(), temporalfake.Error("InvalidAddress")},
		{jobs.ChargePolicy(), jobs.ErrDeclined},
		{jobs.StepPolicy(), temporalfake.NonRetryable("Closed")},
	} {
		env, activity := fakeActivity(t, c.policy)
		activity.Fail(1, c.err)
		env.ExecuteWorkflow(perform, c.policy.Name())
		if env.GetWorkflowError() == nil {
			t.Errorf("policy %s: %v does not fail the workflow", c.policy.Name(), c.err)
		}
		activity.Want(1)
	}
}
