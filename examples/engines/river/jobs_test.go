package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	jobs "github.com/retrygen/retrygen/examples/engines/river"
	retry "github.com/retrygen/retrygen/runtime"
)

var quiet = slog.New(slog.DiscardHandler)

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
	out, err := exec.Command("go", "run", "-C", "../../..", "./cmd/retrygen", "explain", "--format", "json", "examples/engines/river/jobs.retry.yaml").Output()
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
	wrap    func(river.Worker[jobs.Work]) river.Worker[jobs.Work]
	client  river.ClientRetryPolicy
	options *river.InsertOpts
}

func engines() map[string]engine {
	type worker = river.Worker[jobs.Work]
	return map[string]engine{
		"brief":     {func(w worker) worker { return jobs.NewBriefWorker(w) }, jobs.BriefClientRetryPolicy(), jobs.BriefInsertOpts()},
		"graph":     {func(w worker) worker { return jobs.NewGraphWorker(w) }, jobs.GraphClientRetryPolicy(), jobs.GraphInsertOpts()},
		"step":      {func(w worker) worker { return jobs.NewStepWorker(w) }, jobs.StepClientRetryPolicy(), jobs.StepInsertOpts()},
		"activity":  {func(w worker) worker { return jobs.NewActivityWorker(w) }, jobs.ActivityClientRetryPolicy(), jobs.ActivityInsertOpts()},
		"request":   {func(w worker) worker { return jobs.NewRequestWorker(w) }, jobs.RequestClientRetryPolicy(), jobs.RequestInsertOpts()},
		"operation": {func(w worker) worker { return jobs.NewOperationWorker(w) }, jobs.OperationClientRetryPolicy(), jobs.OperationInsertOpts()},
	}
}

// failing is a worker that fails as it is told.
type failing struct {
	river.WorkerDefaults[jobs.Work]
	mu     sync.Mutex
	fail   func(attempt int) error
	failed time.Time // when the last attempt ended
}

// Work implements [river.Worker].
func (f *failing) Work(_ context.Context, job *river.Job[jobs.Work]) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.fail(job.Attempt)
	f.failed = time.Now()
	return err
}

// queue is a client of River with one job that fails as it is told.
type queue[Tx any] struct {
	*testing.T
	name   string
	client *river.Client[Tx]
	worker *failing
	id     int64
}

// newClient starts a client that works on one queue.
func newClient[Tx any](t testing.TB, driver riverdriver.Driver[Tx], name string, policy river.ClientRetryPolicy, worker river.Worker[jobs.Work]) *river.Client[Tx] {
	t.Helper()
	workers := river.NewWorkers()
	river.AddWorker(workers, worker)
	client, err := river.NewClient(driver, &river.Config{
		Queues: map[string]river.QueueConfig{name: {MaxWorkers: 1}}, Workers: workers, RetryPolicy: policy,
		FetchCooldown: 10 * time.Millisecond, FetchPollInterval: 20 * time.Millisecond, Logger: quiet, TestOnly: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	return client
}

// newQueue starts a client for a policy and gives it a job. The worker follows
// the policy itself unless only the client is to.
func newQueue[Tx any](t *testing.T, driver riverdriver.Driver[Tx], policy string, isClients bool, fail func(attempt int) error) *queue[Tx] {
	t.Helper()
	e, q := engines()[policy], &queue[Tx]{T: t, name: policy, worker: &failing{fail: fail}}
	if isClients {
		q.start(newClient(t, driver, policy+"_client", e.client, q.worker), policy+"_client")
	} else {
		q.start(newClient(t, driver, policy, nil, e.wrap(q.worker)), policy)
	}
	return q
}

// start gives a job to a client that works on a queue with a name.
func (q *queue[Tx]) start(client *river.Client[Tx], name string) {
	q.Helper()
	q.client = client
	q.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = client.StopAndCancel(ctx)
	})
	options := *engines()[q.name].options
	options.Queue = name
	inserted, err := client.Insert(q.Context(), jobs.Work{Name: q.name}, &options)
	if err != nil {
		q.Fatal(err)
	}
	q.id = inserted.Job.ID
}

// await waits until the job is as wanted.
func (q *queue[Tx]) await(what string, isWanted func(*rivertype.JobRow) bool) *rivertype.JobRow {
	q.Helper()
	var job *rivertype.JobRow
	for range 1000 {
		var err error
		if job, err = q.client.JobGet(q.Context(), q.id); err == nil && isWanted(job) {
			return job
		}
		time.Sleep(10 * time.Millisecond)
	}
	q.Fatalf("%s: the job is not %s: %+v", q.name, what, job)
	return nil
}

// awaitFailure waits until an attempt has failed and River knows when the next
// one is due.
func (q *queue[Tx]) awaitFailure(attempt int) *rivertype.JobRow {
	q.Helper()
	return q.await(fmt.Sprintf("failed %d times", attempt), func(job *rivertype.JobRow) bool {
		return len(job.Errors) == attempt && job.State != rivertype.JobStateRunning
	})
}

// awaitState waits until the job is in a state.
func (q *queue[Tx]) awaitState(state rivertype.JobState) *rivertype.JobRow {
	q.Helper()
	return q.await(string(state), func(job *rivertype.JobRow) bool { return job.State == state })
}

// storedIn is what databases round times to.
const storedIn = time.Millisecond

// checkDue demands that the job is due after a wait within bounds.
func (q *queue[Tx]) checkDue(job *rivertype.JobRow, shortest, longest time.Duration) {
	q.Helper()
	q.worker.mu.Lock()
	defer q.worker.mu.Unlock()
	first, last := q.worker.failed.Add(shortest-storedIn), time.Now().Add(longest+storedIn)
	if due := job.ScheduledAt; due.Before(first) || due.After(last) {
		q.Errorf("%s: attempt %d is due %v after the failure, want %v to %v",
			q.name, job.Attempt+1, due.Sub(q.worker.failed), shortest, longest)
	}
}

// TestScheduledTimes lets a job of every policy fail until River gives up, and
// compares when each attempt is due with what explain says.
func TestScheduledTimes(t *testing.T) {
	policies := explain(t)
	t.Run("sqlite", func(t *testing.T) { checkSchedules(t, migrated(t, openSQLite(t, newSQLite(t))), policies) })
	t.Run("postgres", func(t *testing.T) { checkSchedules(t, migrated(t, openPostgres(t, newPostgres(t))), policies) })
}

func checkSchedules[Tx any](t *testing.T, driver riverdriver.Driver[Tx], policies map[string]explained) {
	for _, name := range []string{"graph", "step", "activity", "request", "operation"} {
		for kind, isClients := range map[string]bool{"worker": false, "client": true} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				policy := policies[name]
				q := newQueue(t, driver, name, isClients, func(int) error { return jobs.Unavailable{} })
				for i, wait := range policy.Waits {
					q.checkDue(q.awaitFailure(i+1), wait.Min, wait.Max)
					if _, err := q.client.JobRetry(t.Context(), q.id); err != nil { // do not wait for it
						t.Fatal(err)
					}
				}
				if job := q.awaitState(rivertype.JobStateDiscarded); job.Attempt != policy.MaxAttempts {
					t.Errorf("discarded after %d attempts, want %d", job.Attempt, policy.MaxAttempts)
				}
			})
		}
	}
}

// onSQLite runs a test with the database that is always there.
func onSQLite(t *testing.T, policy string, fail func(attempt int) error) *queue[sqliteTx] {
	t.Helper()
	return newQueue(t, migrated(t, openSQLite(t, newSQLite(t))), policy, false, fail)
}

// TestFinalErrors cancels a job at once whose error is final, as the policy
// does in process.
func TestFinalErrors(t *testing.T) {
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
		q := onSQLite(t, c.name, func(int) error { return c.err })
		if job := q.awaitState(rivertype.JobStateCancelled); job.Attempt != 1 {
			t.Errorf("%s: %d attempts at a final error", c.name, job.Attempt)
		}
		attempts := 0
		_ = c.policy.Do(t.Context(), func(context.Context) error { attempts++; return c.err })
		if attempts != 1 {
			t.Errorf("%s: %d attempts in process", c.name, attempts)
		}
	}
}

// TestRequeue snoozes a job, which does not count.
func TestRequeue(t *testing.T) {
	q := onSQLite(t, "graph", func(int) error { return retry.RequeueAfter(7 * time.Second) })
	job := q.awaitState(rivertype.JobStateScheduled)
	if job.Attempt != 0 || len(job.Errors) != 0 {
		t.Errorf("attempt %d, %d errors, want none", job.Attempt, len(job.Errors))
	}
	q.checkDue(job, 7*time.Second, 7*time.Second)
}

// TestHint waits as long as an error asks for.
func TestHint(t *testing.T) {
	q := onSQLite(t, "operation", func(int) error { return jobs.Overloaded{Wait: 2 * time.Minute} })
	q.checkDue(q.awaitFailure(1), 2*time.Minute, 2*time.Minute)
}
