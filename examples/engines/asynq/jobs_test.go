package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/hibiken/asynq"

	jobs "github.com/retrygen/retrygen/examples/engines/asynq"
	retry "github.com/retrygen/retrygen/runtime"
)

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
	out, err := exec.Command("go", "run", "-C", "../../..", "./cmd/retrygen", "explain", "--format", "json", "examples/engines/asynq/jobs.retry.yaml").Output()
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

// engine is what the output has for a policy.
type engine struct {
	delay   asynq.RetryDelayFunc
	counts  func(error) bool
	options []asynq.Option
	wrap    func(asynq.Handler) asynq.Handler
}

func engines() map[string]engine {
	return map[string]engine{
		"graph": {jobs.GraphRetryDelay(), jobs.GraphIsFailure(), jobs.GraphTaskOptions(),
			func(h asynq.Handler) asynq.Handler { return jobs.GraphHandler(h) }},
		"step": {jobs.StepRetryDelay(), jobs.StepIsFailure(), jobs.StepTaskOptions(),
			func(h asynq.Handler) asynq.Handler { return jobs.StepHandler(h) }},
		"activity": {jobs.ActivityRetryDelay(), jobs.ActivityIsFailure(), jobs.ActivityTaskOptions(),
			func(h asynq.Handler) asynq.Handler { return jobs.ActivityHandler(h) }},
		"request": {jobs.RequestRetryDelay(), jobs.RequestIsFailure(), jobs.RequestTaskOptions(),
			func(h asynq.Handler) asynq.Handler { return jobs.RequestHandler(h) }},
		"operation": {jobs.OperationRetryDelay(), jobs.OperationIsFailure(), jobs.OperationTaskOptions(),
			func(h asynq.Handler) asynq.Handler { return jobs.OperationHandler(h) }},
	}
}

// queue is a server with one task that fails as it is told.
type queue struct {
	*testing.T
	name      string
	inspector *asynq.Inspector
	id        string
	mu        sync.Mutex
	fail      func(attempt int) error
	failed    time.Time // when the last attempt ended
}

// newQueue starts a server for a policy and gives it a task.
func newQueue(t *testing.T, addr, policy string, fail func(attempt int) error) *queue {
	t.Helper()
	q := &queue{T: t, name: policy, fail: fail}
	q.start(addr, asynq.HandlerFunc(q.work))
	return q
}

// start starts a server whose tasks are handled under the policy, and gives it one.
func (q *queue) start(addr string, handler asynq.Handler) {
	q.Helper()
	redis, e := asynq.RedisClientOpt{Addr: addr}, engines()[q.name]
	q.inspector = asynq.NewInspector(redis)
	server := asynq.NewServer(redis, asynq.Config{
		Concurrency: 1, Queues: map[string]int{q.name: 1}, LogLevel: asynq.FatalLevel,
		RetryDelayFunc: e.delay, IsFailure: e.counts, TaskCheckInterval: 10 * time.Millisecond,
	})
	if err := server.Start(e.wrap(handler)); err != nil {
		q.Fatal(err)
	}
	client := asynq.NewClient(redis)
	info, err := client.Enqueue(asynq.NewTask("work", nil, append(e.options, asynq.Queue(q.name), asynq.Retention(time.Minute))...))
	if err != nil {
		q.Fatal(err)
	}
	q.id = info.ID
	q.Cleanup(func() {
		server.Shutdown()
		_ = client.Close()
		_ = q.inspector.Close()
	})
}

// work makes an attempt.
func (q *queue) work(ctx context.Context, _ *asynq.Task) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	retried, _ := asynq.GetRetryCount(ctx)
	err := q.fail(retried + 1)
	q.failed = time.Now()
	return err
}

// await waits until the task is in a state.
func (q *queue) await(state asynq.TaskState) *asynq.TaskInfo {
	q.Helper()
	for range 1000 {
		info, err := q.inspector.GetTaskInfo(q.name, q.id)
		if err == nil && info.State == state {
			return info
		}
		time.Sleep(5 * time.Millisecond)
	}
	q.Fatalf("the task is not in state %v", state)
	return nil
}

// checkDue demands that the task is due at the first whole second after a wait
// within bounds.
func (q *queue) checkDue(info *asynq.TaskInfo, shortest, longest time.Duration) {
	q.Helper()
	q.mu.Lock()
	defer q.mu.Unlock()
	first, last := ceil(q.failed.Add(shortest)), ceil(time.Now().Add(longest))
	if due := info.NextProcessAt; due.Before(first) || due.After(last) {
		q.Errorf("%s: retry %d is due %v after the failure, want %v to %v",
			q.name, info.Retried, due.Sub(q.failed), shortest, longest)
	}
}

// ceil returns the first whole second at or after t.
func ceil(t time.Time) time.Time {
	if whole := t.Truncate(time.Second); whole.Before(t) {
		return whole.Add(time.Second)
	}
	return t
}

// TestScheduledTimes lets a task of every policy fail until asynq gives up,
// and compares when each retry is due with what explain says.
func TestScheduledTimes(t *testing.T) {
	policies := explain(t)
	onRedis(t, func(t *testing.T, addr string) {
		for name := range engines() {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				policy := policies[name]
				q := newQueue(t, addr, name, func(int) error { return jobs.Unavailable{} })
				for retried, wait := range policy.Waits {
					info := q.await(asynq.TaskStateRetry)
					if info.Retried != retried+1 {
						t.Errorf("%d retries are counted, want %d", info.Retried, retried+1)
					}
					q.checkDue(info, wait.Min, wait.Max)
					if err := q.inspector.RunTask(name, q.id); err != nil { // do not wait for it
						t.Fatal(err)
					}
				}
				if info := q.await(asynq.TaskStateArchived); info.Retried != policy.MaxAttempts-1 {
					t.Errorf("archived after %d retries, want %d", info.Retried, policy.MaxAttempts-1)
				}
			})
		}
	})
}

// TestFinalErrors archives a task at once whose error is final, as the policy
// does in process.
func TestFinalErrors(t *testing.T) {
	onRedis(t, func(t *testing.T, addr string) {
		for _, c := range []struct {
			name   string
			err    error
			policy *retry.Policy
		}{
			{"step", fmt.Errorf("charge: %w", jobs.ErrDeclined), jobs.StepPolicy()},
			{"activity", jobs.InvalidAddress{}, jobs.ActivityPolicy()},
			{"request", errors.New("no status"), jobs.RequestPolicy()},
			{"operation", errors.New("unsafe"), jobs.OperationPolicy()},
			{"graph", retry.Prune(errors.New("pruned")), jobs.GraphPolicy()},
		} {
			q := newQueue(t, addr, c.name, func(int) error { return c.err })
			if info := q.await(asynq.TaskStateArchived); info.Retried != 0 {
				t.Errorf("%s: %d retries of a final error", c.name, info.Retried)
			}
			attempts := 0
			_ = c.policy.Do(t.Context(), func(context.Context) error { attempts++; return c.err })
			if attempts != 1 {
				t.Errorf("%s: %d attempts in process", c.name, attempts)
			}
		}
	})
}

// TestRequeue lets a task wait without counting.
func TestRequeue(t *testing.T) {
	onRedis(t, func(t *testing.T, addr string) {
		q := newQueue(t, addr, "graph", func(int) error { return retry.RequeueAfter(7 * time.Second) })
		info := q.await(asynq.TaskStateRetry)
		if info.Retried != 0 {
			t.Errorf("%d retries are counted", info.Retried)
		}
		q.checkDue(info, 7*time.Second, 7*time.Second)
	})
}
