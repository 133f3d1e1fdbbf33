package peers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// bug is one that others have had, where it was told, and the test that shows
// that it is not one of ours.
type bug struct {
	number int
	name   string
	where  string
	test   func(t *testing.T)
}

func bugs() []bug {
	return slices.Concat(delayBugs, hintBugs, contextBugs, quotaBugs, httpBugs, toolBugs)
}

// TestBugsOfOthers runs the tests under the names of the bugs.
func TestBugsOfOthers(t *testing.T) {
	for _, b := range bugs() {
		t.Run(fmt.Sprintf("%02d %s (%s)", b.number, b.name, b.where), b.test)
	}
}

// bugsKnown is the number of bugs in the catalogue.
const bugsKnown = 58

// TestEveryBugHasATest: none of the catalogue is left out.
func TestEveryBugHasATest(t *testing.T) {
	tested := map[int]bool{}
	for _, b := range bugs() {
		if tested[b.number] {
			t.Errorf("bug %d is there twice", b.number)
		}
		tested[b.number] = true
	}
	for n := 1; n <= bugsKnown; n++ {
		if !tested[n] {
			t.Errorf("bug %d has no test", n)
		}
	}
}

// onVirtualTime makes a test one that runs on virtual time.
func onVirtualTime(test func(t *testing.T)) func(*testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

var errDown = errors.New("down")

// store answers with its errors one after the other, and then with the last
// again and again.
type store struct {
	errs  []error
	calls int
	took  time.Duration
}

func (s *store) Get(ctx context.Context, key string) (string, error) {
	s.calls++
	select {
	case <-time.After(s.took):
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if err := s.errs[min(s.calls, len(s.errs))-1]; err != nil {
		return "", err
	}
	return "value of " + key, nil
}

// reason returns the reason of the RetryError in err.
func reason(err error) retry.Reason {
	if e, ok := errors.AsType[*retry.RetryError](err); ok {
		return e.Reason
	}
	return 0
}

// expect fails unless the conditions hold; what names each.
func expect(t *testing.T, what string, holds bool) {
	t.Helper()
	if !holds {
		t.Errorf("not so: %s", what)
	}
}

// contains reports whether the text has all parts.
func contains(text string, parts ...string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
}
