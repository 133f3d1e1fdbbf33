package retryasynq_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/hibiken/asynq"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryasynq"
)

var (
	errDown     = errors.New("down")
	errDeclined = errors.New("declined")
)

// newPolicy returns a policy of 3 attempts that waits n × 10 s before retry n
// and does not retry errDeclined.
func newPolicy(opts ...retry.Option) *retry.Policy {
	return retry.New(retry.Config{
		MaxAttempts: 3,
		Backoff:     retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * 10 * time.Second }},
		Classify: func(err error) retry.Class {
			if errors.Is(err, errDeclined) {
				return retry.Final
			}
			return retry.Retry
		},
	}, opts...)
}

// process runs a task that fails with err until it waits for a retry or has
// ended, n times, and returns what asynq then stores.
func process(t *testing.T, policy *retry.Policy, err error, n int, options ...asynq.Option) *asynq.TaskInfo {
	t.Helper()
	redis := asynq.RedisClientOpt{Addr: miniredis.RunT(t).Addr()}
	server := asynq.NewServer(redis, asynq.Config{
		Concurrency: 1, LogLevel: asynq.FatalLevel, TaskCheckInterval: 10 * time.Millisecond,
		RetryDelayFunc: retryasynq.RetryDelay(policy), IsFailure: retryasynq.IsFailure(policy),
	})
	handler := asynq.HandlerFunc(func(context.Context, *asynq.Task) error { return err })
	if err := server.Start(retryasynq.Handler(policy, handler)); err != nil {
		t.Fatal(err)
	}
	defer server.Shutdown()
	client, inspector := asynq.NewClient(redis), asynq.NewInspector(redis)
	defer client.Close()
	defer inspector.Close()
	info, failed := client.Enqueue(asynq.NewTask("work", nil, append(retryasynq.TaskOptions(policy), options...)...))
	if failed != nil {
		t.Fatal(failed)
	}
	for i := range n {
		if i > 0 {
			if err := inspector.RunTask("default", info.ID); err != nil { // do not wait for it
				t.Fatal(err)
			}
		}
		info = settled(t, inspector, info.ID)
	}
	return info
}

// settled returns the task as soon as no attempt is due or under way.
func settled(t *testing.T, inspector *asynq.Inspector, id string) *asynq.TaskInfo {
	t.Helper()
	for range 1000 {
		info, err := inspector.GetTaskInfo("default", id)
		if err == nil && (info.State == asynq.TaskStateRetry || info.State == asynq.TaskStateArchived) {
			return info
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("the task does not settle")
	return nil
}

// TestTask runs tasks on a server.
func TestTask(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     error
		n       int
		state   asynq.TaskState
		retried int
	}{
		{"retried", errDown, 1, asynq.TaskStateRetry, 1},
		{"retried twice", errDown, 2, asynq.TaskStateRetry, 2},
		{"attempts used up", errDown, 3, asynq.TaskStateArchived, 2},
		{"final", errDeclined, 1, asynq.TaskStateArchived, 0},
		{"pruned", retry.Prune(errDown), 1, asynq.TaskStateArchived, 0},
		{"requeued", retry.RequeueAfter(time.Minute), 1, asynq.TaskStateRetry, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			info := process(t, newPolicy(), c.err, c.n)
			if info.LastErr != c.err.Error() {
				t.Errorf("the last error is %q, want %q", info.LastErr, c.err)
			}
			if info.State != c.state || info.Retried != c.retried {
				t.Errorf("%v after %d retries, want %v after %d", info.State, info.Retried, c.state, c.retried)
			}
		})
	}
}

// TestPassedDeadline: asynq does not call the handler of a task whose deadline has
// passed, and counts an attempt all the same.
func TestPassedDeadline(t *testing.T) {
	passed := asynq.Deadline(time.Now().Add(-time.Minute))
	for n, want := range []asynq.TaskState{asynq.TaskStateRetry, asynq.TaskStateRetry, asynq.TaskStateArchived} {
		info := process(t, newPolicy(), nil, n+1, passed)
		if info.State != want || info.LastErr != context.DeadlineExceeded.Error() {
			t.Errorf("attempt %d: %v after %q, want %v", n+1, info.State, info.LastErr, want)
		}
	}
}

// TestDue checks when asynq runs a task again.
func TestDue(t *testing.T) {
	begin := time.Now()
	info := process(t, newPolicy(), errDown, 1)
	if earliest := begin.Add(10 * time.Second); info.NextProcessAt.Before(earliest) || info.NextProcessAt.After(time.Now().Add(11*time.Second)) {
		t.Errorf("due at %v, want within a second after %v", info.NextProcessAt, earliest)
	}
}

// TestRetryDelay checks the waits, which are rounded up to let asynq drop a
// fraction of a second.
func TestRetryDelay(t *testing.T) {
	for _, c := range []struct {
		retried int
		err     error
		want    time.Duration
	}{
		{0, errDown, 10 * time.Second},
		{1, errDown, 20 * time.Second},
		{0, retry.RequeueAfter(7 * time.Second), 7 * time.Second},
		{0, retry.RequeueAfter(math.MaxInt64), math.MaxInt64 - time.Second},
	} {
		if wait := retryasynq.RetryDelay(newPolicy())(c.retried, c.err, nil); wait != c.want+time.Second-1 {
			t.Errorf("after %d retries and %v: %v, want %v rounded up", c.retried, c.err, wait, c.want)
		}
	}
}

// TestTaskOptions checks the limits of a task.
func TestTaskOptions(t *testing.T) {
	for _, c := range []struct {
		policy *retry.Policy
		want   []string
	}{
		{newPolicy(), []string{"MaxRetry(2)"}},
		{newPolicy(retry.WithAttemptTimeout(time.Minute)), []string{"MaxRetry(2)", "Timeout(1m0s)"}},
		{newPolicy(retry.WithAttemptTimeout(time.Second / 2)), []string{"MaxRetry(2)", "Timeout(1s)"}},
		{newPolicy(retry.WithAttemptTimeout(2 * time.Second)), []string{"MaxRetry(2)", "Timeout(2s)"}},
		{newPolicy(retry.WithAttemptTimeout(2*time.Second + 1)), []string{"MaxRetry(2)", "Timeout(3s)"}},
		{newPolicy(retry.WithAttemptTimeout(math.MaxInt64 - 1)), []string{"MaxRetry(2)", "Timeout(2562047h47m16.854775806s)"}},
		{retry.New(retry.Config{AttemptTimeout: math.MaxInt64}), []string{"MaxRetry(2147483647)"}},
	} {
		var got []string
		for _, option := range retryasynq.TaskOptions(c.policy) {
			got = append(got, option.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("options %v, want %v", got, c.want)
		}
	}
}

// TestStoppedHandler leaves the error of a server that shuts down alone.
func TestStoppedHandler(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	handler := retryasynq.Handler(newPolicy(), asynq.HandlerFunc(func(context.Context, *asynq.Task) error { return errDeclined }))
	if err := handler.ProcessTask(ctx, nil); err != errDeclined {
		t.Errorf("the handler returned %v", err)
	}
}
