package upload_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"

	"github.com/retrygen/retrygen/examples/upload"
)

// busyStore fails the first attempts of each part.
type busyStore struct {
	failures int
	denies   int // the part that it never accepts, if not 0

	mu       sync.Mutex
	attempts map[int]int
	complete bool
}

var errDenied = errors.New("denied")

func (s *busyStore) PutPart(_ context.Context, _ string, number int, _ []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attempts == nil {
		s.attempts = map[int]int{}
	}
	s.attempts[number]++
	switch {
	case number > 0 && number == s.denies:
		return errDenied
	case s.attempts[number] <= s.failures:
		return upload.ErrBusy
	}
	return nil
}

func (s *busyStore) Complete(context.Context, string, int) error {
	s.complete = true
	return nil
}

func Example() {
	store := &busyStore{failures: 2}
	quota := retry.NewQuota(retry.AWS2026Quota())
	client := upload.NewRetryingStore(store, retry.WithQuota(quota))
	err := upload.Upload(context.Background(), client, store, "film", make([][]byte, 3), 2)
	fmt.Println(err, store.complete, len(store.attempts), store.attempts[2])
	// Of 6 retries the 3 that succeeded are paid back.
	fmt.Println(quota.Tokens())
	// Output:
	// <nil> true 3 3
	// 459
}

func TestUploadEnds(t *testing.T) {
	for name, c := range map[string]struct {
		store *busyStore
		limit time.Duration
		want  error
	}{
		"denied":   {&busyStore{denies: 1}, time.Hour, errDenied},
		"busy":     {&busyStore{failures: 9}, time.Hour, upload.ErrBusy},
		"deadline": {&busyStore{failures: 9}, time.Nanosecond, context.DeadlineExceeded},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), c.limit)
			defer cancel()
			time.Sleep(time.Microsecond)
			store := c.store
			client := upload.NewRetryingStore(store)
			if err := upload.Upload(ctx, client, store, "film", make([][]byte, 5), 2); !errors.Is(err, c.want) || store.complete {
				t.Errorf("%s: %v, complete: %v", name, err, store.complete)
			}
		})
	}
}
