package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	failurepb "go.temporal.io/api/failure/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	jobs "github.com/retrygen/retrygen/examples/engines/temporal"
	"github.com/retrygen/retrygen/runtime/retrytemporal"
)

// Local fails twice.
func Local(ctx context.Context) error {
	if activity.GetInfo(ctx).Attempt < 3 {
		return errors.New("not yet")
	}
	return nil
}

// Slow ends with its context, and never says that it is alive.
func Slow(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// Watched ends with its context, and says that it is alive.
func Watched(ctx context.Context) error {
	for ctx.Err() == nil {
		activity.RecordHeartbeat(ctx)
		time.Sleep(10 * time.Millisecond)
	}
	return ctx.Err()
}

// Refuse fails for good, and says why.
func Refuse(context.Context) error {
	return temporal.NewApplicationErrorWithOptions("refused", "InvalidAddress", temporal.ApplicationErrorOptions{
		Category: temporal.ApplicationErrorCategoryBenign, Details: []any{"street", 42},
	})
}

// child fails twice.
func child(ctx workflow.Context) error {
	if workflow.GetInfo(ctx).Attempt < 3 {
		return errors.New("not yet")
	}
	return nil
}

// story does everything that a policy can be given to.
func story(ctx workflow.Context) error {
	local := workflow.WithLocalActivityOptions(ctx, jobs.ShipLocalActivityOptions())
	if err := workflow.ExecuteLocalActivity(local, Local).Get(ctx, nil); err != nil {
		return err
	}
	if err := workflow.ExecuteChildWorkflow(workflow.WithChildOptions(ctx, jobs.ShipChildWorkflowOptions()), child).Get(ctx, nil); err != nil {
		return err
	}
	quick := jobs.QuickActivityOptions()
	heartbeat, toStart, toClose := quick, quick, quick
	heartbeat.StartToCloseTimeout, heartbeat.HeartbeatTimeout = time.Minute, 300*time.Millisecond
	toStart.TaskQueue, toStart.ScheduleToStartTimeout = "nobody", 300*time.Millisecond
	toClose.StartToCloseTimeout, toClose.ScheduleToCloseTimeout = time.Minute, 400*time.Millisecond
	for _, options := range []workflow.ActivityOptions{quick, heartbeat, toStart, toClose} {
		_ = workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, options), Slow).Get(ctx, nil) // the history has it
	}
	cancelled, cancel := workflow.WithCancel(ctx)
	watched := jobs.ShipActivityOptions()
	watched.WaitForCancellation, watched.HeartbeatTimeout = true, time.Second
	result := workflow.ExecuteActivity(workflow.WithActivityOptions(cancelled, watched), Watched)
	if err := workflow.Sleep(ctx, 500*time.Millisecond); err != nil {
		return err
	}
	cancel()
	_ = result.Get(ctx, nil) // the history has it
	return workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, jobs.ShipActivityOptions()), Refuse).Get(ctx, nil)
}

// history is what the history of a workflow says, in the order of its events.
type history struct {
	scheduled []*historypb.ActivityTaskScheduledEventAttributes
	timedOut  []*historypb.ActivityTaskTimedOutEventAttributes
	failed    []*historypb.ActivityTaskFailedEventAttributes
	cancelled []*historypb.ActivityTaskCanceledEventAttributes
	children  []*historypb.StartChildWorkflowExecutionInitiatedEventAttributes
	completed []*historypb.ChildWorkflowExecutionCompletedEventAttributes
	markers   []*historypb.MarkerRecordedEventAttributes
	attempts  map[int64]int32 // of activities, by the event that scheduled them
	started   *historypb.WorkflowExecutionStartedEventAttributes
}

func historyOf(t *testing.T, c client.Client, run client.WorkflowRun) history {
	t.Helper()
	seen := history{attempts: map[int64]int32{}}
	events := c.GetWorkflowHistory(t.Context(), run.GetID(), run.GetRunID(), false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		event, err := events.Next()
		if err != nil {
			t.Fatal(err)
		}
		switch a := event.Attributes.(type) {
		case *historypb.HistoryEvent_WorkflowExecutionStartedEventAttributes:
			seen.started = a.WorkflowExecutionStartedEventAttributes
		case *historypb.HistoryEvent_ActivityTaskScheduledEventAttributes:
			seen.scheduled = append(seen.scheduled, a.ActivityTaskScheduledEventAttributes)
		case *historypb.HistoryEvent_ActivityTaskStartedEventAttributes:
			seen.attempts[a.ActivityTaskStartedEventAttributes.GetScheduledEventId()] = a.ActivityTaskStartedEventAttributes.GetAttempt()
		case *historypb.HistoryEvent_ActivityTaskTimedOutEventAttributes:
			seen.timedOut = append(seen.timedOut, a.ActivityTaskTimedOutEventAttributes)
		case *historypb.HistoryEvent_ActivityTaskFailedEventAttributes:
			seen.failed = append(seen.failed, a.ActivityTaskFailedEventAttributes)
		case *historypb.HistoryEvent_ActivityTaskCanceledEventAttributes:
			seen.cancelled = append(seen.cancelled, a.ActivityTaskCanceledEventAttributes)
		case *historypb.HistoryEvent_StartChildWorkflowExecutionInitiatedEventAttributes:
			seen.children = append(seen.children, a.StartChildWorkflowExecutionInitiatedEventAttributes)
		case *historypb.HistoryEvent_ChildWorkflowExecutionCompletedEventAttributes:
			seen.completed = append(seen.completed, a.ChildWorkflowExecutionCompletedEventAttributes)
		case *historypb.HistoryEvent_MarkerRecordedEventAttributes:
			seen.markers = append(seen.markers, a.MarkerRecordedEventAttributes)
		}
	}
	return seen
}

// TestHistory reads in the history of a workflow what the spec says: of a local
// activity, a child workflow, a timeout of each kind, a cancellation, and a final
// error with details.
func TestHistory(t *testing.T) {
	c := newCluster(t)
	w := worker.New(c.client, t.Name()+"/story", worker.Options{
		Interceptors: append(interceptors()[:0:0], jobs.ShipActivityInterceptor(retrytemporal.Names(Local, Watched, Refuse)),
			jobs.QuickActivityInterceptor(retrytemporal.Names(Slow))),
	})
	w.RegisterWorkflow(story)
	w.RegisterWorkflow(child)
	for _, a := range []any{Local, Slow, Watched, Refuse} {
		w.RegisterActivity(a)
	}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	options := jobs.ShipStartWorkflowOptions()
	options.TaskQueue, options.RetryPolicy = t.Name()+"/story", nil // the story fails once
	run, err := c.client.ExecuteWorkflow(t.Context(), options, story)
	if err != nil {
		t.Fatal(err)
	}
	err = run.Get(t.Context(), nil)
	checkRefusal(t, err)
	seen := historyOf(t, c.client, run)

	if got := seen.started; got.GetWorkflowExecutionTimeout().AsDuration() != time.Minute || got.GetWorkflowRunTimeout().AsDuration() != 10*time.Second {
		t.Errorf("the workflow has the timeouts %v and %v", got.GetWorkflowExecutionTimeout(), got.GetWorkflowRunTimeout())
	}
	if len(seen.markers) != 1 || seen.markers[0].GetMarkerName() != "LocalActivity" || seen.markers[0].GetFailure() != nil {
		t.Errorf("local activities: %v", seen.markers)
	} else if attempt := localAttempt(t, seen.markers[0]); attempt != 3 {
		t.Errorf("the local activity made %d attempts, want 3", attempt)
	}
	checkChild(t, seen)
	checkTimeouts(t, seen)
	if len(seen.cancelled) != 1 || seen.attempts[seen.cancelled[0].GetScheduledEventId()] != 1 {
		t.Errorf("cancellations: %v", seen.cancelled)
	}
	if len(seen.failed) != 1 || seen.attempts[seen.failed[0].GetScheduledEventId()] != 1 {
		t.Fatalf("failures: %v", seen.failed)
	}
	checkFailure(t, seen.failed[0])
	last := seen.scheduled[len(seen.scheduled)-1]
	checkShip(t, "the last activity", last.GetRetryPolicy())
	// The server cuts the minute of the spec to the timeout of the workflow's run.
	if last.GetStartToCloseTimeout().AsDuration() != 10*time.Second || last.GetScheduleToCloseTimeout().AsDuration() != 10*time.Second {
		t.Errorf("the last activity has the timeouts %v and %v", last.GetStartToCloseTimeout(), last.GetScheduleToCloseTimeout())
	}
}

// localAttempt returns the attempt with which a local activity ended.
func localAttempt(t *testing.T, marker *historypb.MarkerRecordedEventAttributes) int {
	t.Helper()
	var data struct{ Attempt int }
	payloads := marker.GetDetails()["data"].GetPayloads()
	if len(payloads) != 1 {
		t.Fatalf("the marker has the details %v", marker.GetDetails())
	}
	if err := converter.GetDefaultDataConverter().FromPayload(payloads[0], &data); err != nil {
		t.Fatal(err)
	}
	return data.Attempt
}

func checkChild(t *testing.T, seen history) {
	t.Helper()
	if len(seen.children) != 1 || len(seen.completed) != 1 {
		t.Fatalf("%d child workflows, of which %d completed", len(seen.children), len(seen.completed))
	}
	got := seen.children[0]
	checkShip(t, "the child workflow", got.GetRetryPolicy())
	if got.GetWorkflowExecutionTimeout().AsDuration() != time.Minute || got.GetWorkflowRunTimeout().AsDuration() != 10*time.Second {
		t.Errorf("the child workflow has the timeouts %v and %v", got.GetWorkflowExecutionTimeout(), got.GetWorkflowRunTimeout())
	}
}

// checkTimeouts compares the timeouts of policy quick: it allows two attempts, and
// the server retries those of the first two kinds only.
func checkTimeouts(t *testing.T, seen history) {
	t.Helper()
	want := []struct {
		kind     enumspb.TimeoutType
		state    enumspb.RetryState
		attempts int32
	}{
		{enumspb.TIMEOUT_TYPE_START_TO_CLOSE, enumspb.RETRY_STATE_MAXIMUM_ATTEMPTS_REACHED, 2},
		{enumspb.TIMEOUT_TYPE_HEARTBEAT, enumspb.RETRY_STATE_MAXIMUM_ATTEMPTS_REACHED, 2},
		{enumspb.TIMEOUT_TYPE_SCHEDULE_TO_START, enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE, 0},
		{enumspb.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE, enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE, 1},
	}
	if len(seen.timedOut) != len(want) {
		t.Fatalf("%d timeouts: %v", len(seen.timedOut), seen.timedOut)
	}
	for i, got := range seen.timedOut {
		kind := got.GetFailure().GetTimeoutFailureInfo().GetTimeoutType()
		if kind != want[i].kind || got.GetRetryState() != want[i].state || seen.attempts[got.GetScheduledEventId()] != want[i].attempts {
			t.Errorf("%v, %v after %d attempts; want %v, %v after %d", kind, got.GetRetryState(), seen.attempts[got.GetScheduledEventId()],
				want[i].kind, want[i].state, want[i].attempts)
		}
	}
}

// checkShip compares a RetryPolicy with policy ship.
func checkShip(t *testing.T, what string, p *commonpb.RetryPolicy) {
	t.Helper()
	if p.GetInitialInterval().AsDuration() != 200*time.Millisecond || p.GetBackoffCoefficient() != 2 ||
		p.GetMaximumInterval().AsDuration() != 500*time.Millisecond || p.GetMaximumAttempts() != 5 ||
		len(p.GetNonRetryableErrorTypes()) != 1 || p.GetNonRetryableErrorTypes()[0] != "InvalidAddress" {
		t.Errorf("%s has the policy %v", what, p)
	}
}

func checkFailure(t *testing.T, failed *historypb.ActivityTaskFailedEventAttributes) {
	t.Helper()
	failure := failed.GetFailure()
	info := failure.GetApplicationFailureInfo()
	if failure.GetMessage() != "refused" || info.GetType() != "InvalidAddress" || info.GetCategory() != enumspb.APPLICATION_ERROR_CATEGORY_BENIGN {
		t.Errorf("the failure is %v", failure)
	}
	if failed.GetRetryState() != enumspb.RETRY_STATE_NON_RETRYABLE_FAILURE {
		t.Errorf("the retry state is %v", failed.GetRetryState())
	}
	checkDetails(t, info)
}

func checkDetails(t *testing.T, info *failurepb.ApplicationFailureInfo) {
	t.Helper()
	var where string
	var number int
	if err := converter.GetDefaultDataConverter().FromPayloads(info.GetDetails(), &where, &number); err != nil || where != "street" || number != 42 {
		t.Errorf("the details are %q and %d: %v", where, number, err)
	}
}

// checkRefusal compares the error that the client gets.
func checkRefusal(t *testing.T, err error) {
	t.Helper()
	refused, ok := errors.AsType[*temporal.ApplicationError](err)
	if !ok || refused.Type() != "InvalidAddress" || refused.Category() != temporal.ApplicationErrorCategoryBenign {
		t.Fatalf("error %v", err)
	}
	var where string
	var number int
	if problem := refused.Details(&where, &number); problem != nil || where != "street" || number != 42 {
		t.Errorf("details %q and %d: %v", where, number, problem)
	}
}
