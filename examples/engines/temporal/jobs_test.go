package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	jobs "github.com/retrygen/retrygen/examples/engines/temporal"
	retry "github.com/retrygen/retrygen/runtime"
)

// serverVariable has the address of a Temporal server.
const serverVariable = "RETRYGEN_TEMPORAL"

// explained is what "retrygen explain" says of a policy.
type explained struct {
	Name        string `json:"name"`
	MaxAttempts int    `json:"max_attempts"`
	Waits       []struct {
		Min time.Duration `json:"min_ns"`
		Max time.Duration `json:"max_ns"`
	} `json:"waits"`
}

// explain asks the command for the waits of every policy.
func explain(t *testing.T) map[string]explained {
	t.Helper()
	out, err := exec.Command("go", "run", "-C", "../../..", "./cmd/retrygen", "explain", "--format", "json", "examples/engines/temporal/jobs.retry.yaml").Output()
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Policies []explained }
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	policies := map[string]explained{}
	for _, p := range answer.Policies {
		policies[p.Name] = p
	}
	return policies
}

// options are the options of activities, by policy.
var options = map[string]func() workflow.ActivityOptions{
	"ship": jobs.ShipActivityOptions, "charge": jobs.ChargeActivityOptions, "step": jobs.StepActivityOptions,
	"quick": jobs.QuickActivityOptions,
}

// perform is a workflow of one activity, which has the name of its policy.
func perform(ctx workflow.Context, policy string) error {
	ctx = workflow.WithActivityOptions(ctx, options[policy]())
	return workflow.ExecuteActivity(ctx, policy).Get(ctx, nil)
}

// cluster is a server with a worker whose activities fail by a script.
type cluster struct {
	client client.Client
	queue  string
	mu     sync.Mutex
	fail   map[string]func(attempt int) error // by workflow
	counts map[string]int                     // attempts by workflow
}

// newCluster starts a worker with interceptors, or skips the test where there
// is no server.
func newCluster(t *testing.T, interceptors ...interceptor.WorkerInterceptor) *cluster {
	t.Helper()
	addr := os.Getenv(serverVariable)
	if addr == "" {
		t.Skipf("%s is not set: there is no Temporal server (start one with .ci/servers)", serverVariable)
	}
	c := &cluster{queue: t.Name(), fail: map[string]func(int) error{}, counts: map[string]int{}}
	var err error
	c.client, err = client.Dial(client.Options{HostPort: addr, Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		t.Fatal(err)
	}
	w := worker.New(c.client, c.queue, worker.Options{Interceptors: interceptors})
	w.RegisterWorkflow(perform)
	for name := range options {
		w.RegisterActivityWithOptions(c.attempt, activity.RegisterOptions{Name: name})
	}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Stop()
		c.client.Close()
	})
	return c
}

// attempt is the activity.
func (c *cluster) attempt(ctx context.Context) error {
	info := activity.GetInfo(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[info.WorkflowExecution.ID]++
	return c.fail[info.WorkflowExecution.ID](int(info.Attempt))
}

// run runs a workflow and returns its error, and the waits that the server
// gave its activity, by the attempt before them.
func (c *cluster) run(t *testing.T, policy string, fail func(attempt int) error) (waits map[int]time.Duration, attempts int, err error) {
	t.Helper()
	id := t.Name() + "/" + policy
	c.mu.Lock()
	c.fail[id] = fail
	c.mu.Unlock()
	execution, err := c.client.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: c.queue}, perform, policy)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- execution.Get(context.Background(), nil) }()
	waits = map[int]time.Duration{}
	for {
		select {
		case err = <-done:
			c.mu.Lock()
			defer c.mu.Unlock()
			return waits, c.counts[id], err
		case <-time.After(10 * time.Millisecond):
			maps.Copy(waits, c.pending(t, execution))
		}
	}
}

// pending returns the wait that an activity is in, by the attempt before it.
func (c *cluster) pending(t *testing.T, execution client.WorkflowRun) map[int]time.Duration {
	t.Helper()
	described, err := c.client.DescribeWorkflowExecution(t.Context(), execution.GetID(), execution.GetRunID())
	if err != nil {
		t.Fatal(err)
	}
	waits := map[int]time.Duration{}
	for _, a := range described.PendingActivities {
		if due, ended := a.GetNextAttemptScheduleTime(), a.GetLastAttemptCompleteTime(); due != nil && ended != nil {
			waits[int(a.GetAttempt())-1] = due.AsTime().Sub(ended.AsTime())
		}
	}
	return waits
}

// interceptors are those of all policies, each for its own activity.
func interceptors() []interceptor.WorkerInterceptor {
	return []interceptor.WorkerInterceptor{
		jobs.ShipActivityInterceptor([]string{"ship"}),
		jobs.ChargeActivityInterceptor([]string{"charge"}),
		jobs.StepActivityInterceptor([]string{"step"}),
		jobs.QuickActivityInterceptor([]string{"quick"}),
	}
}

// stateOf returns why the server made no further attempt.
func stateOf(err error) enumspb.RetryState {
	if failed, ok := errors.AsType[*temporal.ActivityError](err); ok {
		return failed.RetryState()
	}
	return enumspb.RETRY_STATE_UNSPECIFIED
}

// roundedTo is what the server rounds times to.
const roundedTo = time.Millisecond

// TestWaits lets an activity of every policy fail as often as its policy
// allows, and compares the waits of the server with what explain says.
func TestWaits(t *testing.T) {
	c := newCluster(t, interceptors()...)
	for name, policy := range explain(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			waits, attempts, err := c.run(t, name, func(attempt int) error {
				if attempt < policy.MaxAttempts {
					return errors.New("not yet")
				}
				return nil
			})
			if err != nil || attempts != policy.MaxAttempts || len(waits) != len(policy.Waits) {
				t.Fatalf("%d attempts, waits %v: %v", attempts, waits, err)
			}
			for i, want := range policy.Waits {
				if wait := waits[i+1]; wait < want.Min-roundedTo || wait > want.Max+roundedTo {
					t.Errorf("wait %d is %v, want %v to %v", i+1, wait, want.Min, want.Max)
				}
			}
		})
	}
}

// TestWaitsWithoutInterceptor has the waits of a policy that the server knows
// by itself.
func TestWaitsWithoutInterceptor(t *testing.T) {
	c := newCluster(t)
	waits, attempts, err := c.run(t, "ship", func(attempt int) error {
		if attempt < 5 {
			return errors.New("not yet")
		}
		return nil
	})
	if err != nil || attempts != 5 {
		t.Fatalf("%d attempts: %v", attempts, err)
	}
	for i, want := range explain(t)["ship"].Waits {
		if wait := waits[i+1]; (wait - want.Min).Abs() > roundedTo {
			t.Errorf("wait %d is %v, want %v", i+1, wait, want.Min)
		}
	}
}

// verdicts are errors with what becomes of an activity that keeps failing with
// them.
var verdicts = []struct {
	name, policy string
	err          error
	inProcess    func(...retry.Option) *retry.Policy
	attempts     int
	state        enumspb.RetryState
}{
	{"used_up", "ship", errors.New("not yet"), jobs.ShipPolicy, 5, enumspb.RETRY_STATE_MAXIMUM_ATTEMPTS_REACHED},
	{"listed_type", "ship", jobs.InvalidAddress{}, jobs.ShipPolicy, 1, enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE},
	{"wrapped_type", "ship", fmt.Errorf("ship: %w", jobs.InvalidAddress{}), jobs.ShipPolicy, 1, enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE},
	{"marked", "ship", temporal.NewNonRetryableApplicationError("no", "No", nil), jobs.ShipPolicy, 1, enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE},
	{"listed_value", "charge", fmt.Errorf("charge: %w", jobs.ErrDeclined), jobs.ChargePolicy, 1, enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE},
	{"all_else", "charge", errors.New("not yet"), jobs.ChargePolicy, 4, enumspb.RETRY_STATE_MAXIMUM_ATTEMPTS_REACHED},
	{"pruned", "step", retry.Prune(errors.New("pruned")), jobs.StepPolicy, 1, enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE},
}

// TestVerdicts compares what the server makes of errors with what the same
// policy makes of them in process.
func TestVerdicts(t *testing.T) {
	c := newCluster(t, interceptors()...)
	for _, v := range verdicts {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			_, attempts, err := c.run(t, v.policy, func(int) error { return v.err })
			if attempts != v.attempts || stateOf(err) != v.state {
				t.Errorf("%d attempts and %v, want %d and %v: %v", attempts, stateOf(err), v.attempts, v.state, err)
			}
			inProcess := 0
			_ = v.inProcess().Do(t.Context(), func(context.Context) error { inProcess++; return v.err })
			if inProcess != v.attempts {
				t.Errorf("%d attempts in process, want %d", inProcess, v.attempts)
			}
		})
	}
}

// TestListedTypeWithoutInterceptor leaves a listed type to the server.
func TestListedTypeWithoutInterceptor(t *testing.T) {
	c := newCluster(t)
	_, attempts, err := c.run(t, "ship", func(int) error { return jobs.InvalidAddress{} })
	if attempts != 1 || stateOf(err) != enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE {
		t.Errorf("%d attempts and %v: %v", attempts, stateOf(err), err)
	}
}

// TestHints waits as long as errors ask for, up to the bound of the policy.
func TestHints(t *testing.T) {
	c := newCluster(t, interceptors()...)
	for _, h := range []struct {
		name, policy string
		asked, want  time.Duration
	}{
		{"beyond_the_maximum_interval", "ship", 900 * time.Millisecond, 900 * time.Millisecond},
		{"within_the_bound", "charge", 1500 * time.Millisecond, 1500 * time.Millisecond},
		{"beyond_the_bound", "charge", time.Hour, 2 * time.Second},
	} {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			waits, _, err := c.run(t, h.policy, func(attempt int) error {
				if attempt == 1 {
					return jobs.Overloaded{Wait: h.asked}
				}
				return nil
			})
			if wait := waits[1]; err != nil || (wait-h.want).Abs() > roundedTo {
				t.Errorf("the wait is %v, want %v: %v", wait, h.want, err)
			}
		})
	}
}
