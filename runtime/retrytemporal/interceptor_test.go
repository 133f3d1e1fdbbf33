package retrytemporal_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrytemporal"
)

var (
	errDown     = errors.New("down")
	errDeclined = errors.New("declined")
)

// busy is an error with a hint.
type busy struct{ wait time.Duration }

func (busy) Error() string                       { return "busy" }
func (b busy) RetryAfter() (time.Duration, bool) { return b.wait, true }

// newPolicy returns a policy of 4 attempts that waits n seconds before retry n
// and does not retry errDeclined.
func newPolicy(opts ...retry.Option) *retry.Policy {
	return retry.New(retry.Config{
		MaxAttempts: 4,
		Backoff:     retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }},
		Classify: func(err error) retry.Class {
			if errors.Is(err, errDeclined) || retry.IsNonRetryable(err) {
				return retry.Final
			}
			return retry.Retry
		},
	}, opts...)
}

// server is what the server is given of a policy: waits of 1 s.
func server(attempts int32) *temporal.RetryPolicy {
	return &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 1, MaximumAttempts: attempts}
}

// run runs a workflow of one activity that always fails with err. It returns
// the times between the attempts, and the error of the workflow.
func run(t *testing.T, err error, known *temporal.RetryPolicy, interceptors ...interceptor.WorkerInterceptor) ([]time.Duration, error) {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.SetWorkerOptions(worker.Options{Interceptors: interceptors})
	var begins []time.Time
	attempt := func(context.Context) error {
		begins = append(begins, env.Now())
		if len(begins) > 9 {
			return temporal.NewNonRetryableApplicationError("enough", "", nil)
		}
		return err
	}
	env.RegisterActivityWithOptions(attempt, activity.RegisterOptions{Name: "Charge"})
	env.ExecuteWorkflow(func(ctx workflow.Context) error {
		options := workflow.ActivityOptions{StartToCloseTimeout: time.Hour, RetryPolicy: known}
		return workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, options), "Charge").Get(ctx, nil)
	})
	var waits []time.Duration
	for i := 1; i < len(begins); i++ {
		waits = append(waits, begins[i].Sub(begins[i-1]))
	}
	return waits, env.GetWorkflowError()
}

// seconds returns waits of whole seconds.
func seconds(n ...int) []time.Duration {
	var waits []time.Duration
	for _, n := range n {
		waits = append(waits, time.Duration(n)*time.Second)
	}
	return waits
}

// TestWaits checks the waits that the server makes, and whether it stops because
// of the error.
func TestWaits(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     error
		server  *temporal.RetryPolicy
		want    []time.Duration
		isFinal bool
	}{
		{"the policy's waits", errDown, server(4), seconds(1, 2, 3), false},
		{"hint", busy{7 * time.Second}, server(3), seconds(7, 7), false},
		{"requeued", retry.RequeueAfter(9 * time.Second), server(2), seconds(9), false},
		{"final", errDeclined, server(4), nil, true},
		{"wrapped final", fmt.Errorf("charge: %w", errDeclined), server(4), nil, true},
		{"pruned", retry.Prune(errDown), server(4), nil, true},
		{"marked", temporal.NewNonRetryableApplicationError("no", "No", nil), server(4), nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			waits, err := run(t, c.err, c.server, retrytemporal.ActivityInterceptor(newPolicy()))
			if !slices.Equal(waits, c.want) {
				t.Errorf("waits %v, want %v", waits, c.want)
			}
			app, ok := errors.AsType[*temporal.ApplicationError](err)
			if !ok || app.NonRetryable() != c.isFinal {
				t.Errorf("%v, want non-retryable %v", err, c.isFinal)
			}
		})
	}
}

// seen is what a workflow sees of an error.
func seen(err error) string {
	app, ok := errors.AsType[*temporal.ApplicationError](err)
	if !ok {
		return fmt.Sprint("no ApplicationError: ", err)
	}
	var text string
	var number int
	problem := app.Details(&text, &number)
	return fmt.Sprintf("%s, type %s, details %q %d (%v), category %v, cause %v",
		app.Message(), app.Type(), text, number, problem, app.Category(), app.Unwrap())
}

// TestApplicationErrors checks that a workflow sees the same of an
// ApplicationError as without the interceptor.
func TestApplicationErrors(t *testing.T) {
	create := func(options temporal.ApplicationErrorOptions) error {
		return temporal.NewApplicationErrorWithOptions("too high", "Validation", options)
	}
	benign := temporal.ApplicationErrorCategoryBenign
	for _, c := range []struct {
		name string
		err  error
	}{
		{"non-retryable", create(temporal.ApplicationErrorOptions{NonRetryable: true, Details: []any{"limit", 100}, Category: benign})},
		{"final", create(temporal.ApplicationErrorOptions{Cause: errDeclined, Details: []any{"limit", 100}, Category: benign})},
		{"retried", create(temporal.ApplicationErrorOptions{Details: []any{"limit", 100}, Category: benign})},
		{"no details", create(temporal.ApplicationErrorOptions{Cause: errDeclined})},
		{"own delay", create(temporal.ApplicationErrorOptions{NextRetryDelay: time.Minute, Details: []any{"limit", 100}})},
		{"sent by a server", received(t, create(temporal.ApplicationErrorOptions{Cause: errDown, Details: []any{"limit", 100}}))},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, plain := run(t, c.err, server(2))
			_, intercepted := run(t, c.err, server(2), retrytemporal.ActivityInterceptor(newPolicy()))
			if seen(plain) != seen(intercepted) {
				t.Errorf("with the interceptor %s\nwithout it %s", seen(intercepted), seen(plain))
			}
		})
	}
}

// received returns err as another process receives it.
func received(t *testing.T, err error) error {
	converter := temporal.GetDefaultFailureConverter()
	app, ok := converter.FailureToError(converter.ErrorToFailure(err)).(*temporal.ApplicationError)
	if !ok {
		t.Fatal("no ApplicationError")
	}
	return app
}

// TestNilDetail keeps an error whose details cannot be copied as the cause.
func TestNilDetail(t *testing.T) {
	err := temporal.NewApplicationErrorWithOptions("too high", "Validation", temporal.ApplicationErrorOptions{
		Cause: errDeclined, Details: []any{nil, 100},
	})
	waits, got := run(t, err, server(4), retrytemporal.ActivityInterceptor(newPolicy()))
	app, ok := errors.AsType[*temporal.ApplicationError](got)
	if len(waits) > 0 || !ok || app.Type() != "Validation" {
		t.Fatalf("%d retries: %v", len(waits), got)
	}
	var number int
	cause, ok := app.Unwrap().(*temporal.ApplicationError)
	if !ok || cause.Details(new(any), &number) != nil || number != 100 {
		t.Errorf("the details are lost: %v", app.Unwrap())
	}
}

// TestOtherActivities leaves activities without the policy alone.
func TestOtherActivities(t *testing.T) {
	waits, _ := run(t, errDown, server(3), retrytemporal.ActivityInterceptor(newPolicy(), "Ship"))
	if !slices.Equal(waits, seconds(1, 1)) {
		t.Errorf("waits %v, want the server's", waits)
	}
	waits, _ = run(t, errDown, server(3), retrytemporal.ActivityInterceptor(newPolicy(), "Ship", "Charge"))
	if !slices.Equal(waits, seconds(1, 2)) {
		t.Errorf("waits %v, want the policy's", waits)
	}
}

// TestPendingActivity leaves an activity alone that completes later.
func TestPendingActivity(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestActivityEnvironment()
	env.SetWorkerOptions(worker.Options{Interceptors: []interceptor.WorkerInterceptor{retrytemporal.ActivityInterceptor(newPolicy())}})
	pending := func(context.Context) error { return activity.ErrResultPending }
	env.RegisterActivity(pending)
	if _, err := env.ExecuteActivity(pending); !errors.Is(err, activity.ErrResultPending) {
		t.Errorf("the activity returned %v", err)
	}
}
