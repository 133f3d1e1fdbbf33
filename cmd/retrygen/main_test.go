package main

import (
	"bytes"
	"strings"
	"testing"
)

// broken is an input that fails as only a mistake of ours would.
type broken struct{}

func (broken) Read([]byte) (int, error) { panic(strings.Repeat("boom ", 1000)) }

// TestAMistakeOfOurOwn: a panic ends in one line that names the spec, not in a
// stack of goroutines.
func TestAMistakeOfOurOwn(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run([]string{"vet", "-"}, broken{}, &stdout, &stderr); code != exitInternal {
		t.Errorf("exit code %d, want %d", code, exitInternal)
	}
	text := stderr.String()
	if !strings.HasPrefix(text, `retrygen: internal error in ["vet" "-"]: boom `) ||
		strings.Count(text, "\n") != 1 || len(text) > 400 || stdout.Len() > 0 {
		t.Errorf("printed %q and %q", stdout.String(), text)
	}
}
