package jobs_test

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	jobs "github.com/retrygen/retrygen/examples/engines/river"
)

type sqliteTx = *sql.Tx

// workerVariable makes the test binary a worker for the database that it
// names: "sqlite:FILE" or the connection string of a PostgreSQL.
const workerVariable = "JOBS_WORKER"

// TestWorker is the worker of TestKilledWorker: a job fails twice and then
// succeeds.
func TestWorker(t *testing.T) {
	database := os.Getenv(workerVariable)
	if database == "" {
		t.Skip("it runs in the processes that TestKilledWorker starts")
	}
	worker := jobs.NewBriefWorker(&failing{fail: func(attempt int) error {
		if attempt <= 2 {
			return jobs.Unavailable{}
		}
		return nil
	}})
	if file, ok := strings.CutPrefix(database, "sqlite:"); ok {
		newClient(t, openSQLite(t, file), "brief", nil, worker)
	} else {
		newClient(t, openPostgres(t, database), "brief", nil, worker)
	}
	<-t.Context().Done() // it works until it is killed
}

// startWorker starts a worker in a process of its own.
func startWorker(t *testing.T, database string) *exec.Cmd {
	t.Helper()
	worker := exec.Command(os.Args[0], "-test.run=^TestWorker$", "-test.timeout=2m")
	worker.Env = append(os.Environ(), workerVariable+"="+database)
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
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		file := newSQLite(t)
		killWorkers(t, migrated(t, openSQLite(t, file)), "sqlite:"+file)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := newPostgres(t)
		killWorkers(t, migrated(t, openPostgres(t, url)), url)
	})
}

func killWorkers[Tx any](t *testing.T, driver riverdriver.Driver[Tx], database string) {
	client, err := river.NewClient(driver, &river.Config{Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	options := *jobs.BriefInsertOpts()
	options.Queue = "brief"
	inserted, err := client.Insert(t.Context(), jobs.Work{}, &options)
	if err != nil {
		t.Fatal(err)
	}
	q := &queue[Tx]{T: t, name: "brief", client: client, id: inserted.Job.ID}
	for attempt := 1; attempt <= 2; attempt++ {
		worker := startWorker(t, database)
		q.awaitFailure(attempt)
		if err := worker.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = worker.Wait() // it was killed
	}
	startWorker(t, database)
	job := q.awaitState(rivertype.JobStateCompleted)
	var failed []string
	for _, e := range job.Errors {
		failed = append(failed, fmt.Sprint(e.Attempt))
	}
	if got := strings.Join(failed, " "); job.Attempt != 3 || got != "1 2" {
		t.Errorf("attempts %s failed and attempt %d succeeded, want 1 2 and 3", got, job.Attempt)
	}
}

// TestWaits waits for real between the attempts.
func TestWaits(t *testing.T) {
	var begun []time.Time
	q := onSQLite(t, "brief", func(attempt int) error {
		begun = append(begun, time.Now())
		if attempt == 2 {
			return nil
		}
		return jobs.Unavailable{}
	})
	q.awaitState(rivertype.JobStateCompleted)
	q.worker.mu.Lock()
	defer q.worker.mu.Unlock()
	least := jobs.BriefPolicy().Delay(1)
	if wait := begun[1].Sub(begun[0]); wait < least-storedIn || wait > least+5*time.Second { // the machine may be busy
		t.Errorf("attempt 2 came after %v, want %v", wait, least)
	}
}
