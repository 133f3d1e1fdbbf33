package jobs_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	jobs "github.com/retrygen/retrygen/examples/engines/asynq"
)

// workerVariable makes the test binary a worker for the Redis at its address.
const workerVariable = "JOBS_WORKER"

// TestMain runs a worker, or the tests.
func TestMain(m *testing.M) {
	if addr := os.Getenv(workerVariable); addr != "" {
		work(addr)
		return
	}
	os.Exit(m.Run())
}

// work works for ever: a task fails twice and then succeeds, and every attempt
// leaves its number in a list.
func work(addr string) {
	client := redis.NewClient(&redis.Options{Addr: addr})
	server := asynq.NewServer(asynq.RedisClientOpt{Addr: addr}, asynq.Config{
		Concurrency: 1, LogLevel: asynq.FatalLevel, RetryDelayFunc: jobs.GraphRetryDelay(),
		TaskCheckInterval: 10 * time.Millisecond, DelayedTaskCheckInterval: 100 * time.Millisecond,
	})
	handler := asynq.HandlerFunc(func(ctx context.Context, _ *asynq.Task) error {
		retried, _ := asynq.GetRetryCount(ctx)
		client.RPush(ctx, "attempts", retried+1)
		if retried < 2 {
			return jobs.Unavailable{}
		}
		return nil
	})
	if err := server.Start(jobs.GraphHandler(handler)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	select {}
}

// startWorker starts a worker in a process of its own.
func startWorker(t *testing.T, addr string) *exec.Cmd {
	t.Helper()
	worker := exec.Command(os.Args[0])
	worker.Env = append(os.Environ(), workerVariable+"="+addr)
	worker.Stderr = os.Stderr
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = worker.Process.Kill()
		_ = worker.Wait()
	})
	return worker
}

// TestKilledWorker kills the worker after each failed attempt, and demands
// that the next worker makes the next attempt.
func TestKilledWorker(t *testing.T) {
	onRedis(t, func(t *testing.T, addr string) {
		client := asynq.NewClient(asynq.RedisClientOpt{Addr: addr})
		defer client.Close()
		info, err := client.Enqueue(asynq.NewTask("work", nil, append(jobs.GraphTaskOptions(), asynq.Retention(time.Hour))...))
		if err != nil {
			t.Fatal(err)
		}
		inspector := asynq.NewInspector(asynq.RedisClientOpt{Addr: addr})
		defer inspector.Close()
		for retried := range 2 {
			worker := startWorker(t, addr)
			awaitTask(t, inspector, info.ID, asynq.TaskStateRetry, retried+1)
			if err := worker.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = worker.Wait() // it was killed
		}
		startWorker(t, addr)
		awaitTask(t, inspector, info.ID, asynq.TaskStateCompleted, 2)
		list := redis.NewClient(&redis.Options{Addr: addr})
		defer list.Close()
		if attempts := list.LRange(t.Context(), "attempts", 0, -1).Val(); !slices.Equal(attempts, []string{"1", "2", "3"}) {
			t.Errorf("attempts %q were made, want 1, 2 and 3", attempts)
		}
	})
}

// awaitTask waits until a task is in a state after so many retries.
func awaitTask(t *testing.T, inspector *asynq.Inspector, id string, state asynq.TaskState, retried int) {
	t.Helper()
	for range 1500 {
		info, err := inspector.GetTaskInfo("default", id)
		if err == nil && info.State == state && info.Retried == retried {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the task is not in state %v after %d retries", state, retried)
}
