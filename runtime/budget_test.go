package retry_test

import (
	"errors"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

// TestNothingLeftForAWait: a budget below zero allows no wait, not even none. A
// budget that is cut to allows no retry then; one that stops does.
func TestNothingLeftForAWait(t *testing.T) {
	for truncate, attempts := range map[bool]int{true: 1, false: 3} {
		s := newScript(errDown)
		config := retry.Config{MaxAttempts: 3, WaitBudget: retry.WaitBudget{Limit: -1, Truncate: truncate}}
		if err := plainFirst(t.Context(), retry.New(config), s.call); len(s.at) != attempts || !errors.Is(err, errDown) {
			t.Errorf("truncate %v: %d attempts, want %d: %v", truncate, len(s.at), attempts, err)
		}
	}
}
