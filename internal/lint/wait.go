package lint

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

const (
	// patience is how long a caller can be kept waiting between two attempts.
	patience = 5 * time.Minute
	// outage is how long a short outage lasts, such as the restart of a server
	// or the election of a leader.
	outage = 5 * time.Second
)

// longWait finds waits that no caller of a function expects.
func longWait(s *subject) []finding {
	longest := s.longest()
	for _, b := range s.timeBounds() {
		longest = min(longest, b.limit)
	}
	if longest <= patience {
		return nil
	}
	k := capKnob
	if _, written := s.locate(k); !written {
		k = firstKnob
	}
	return s.about(k,
		fmt.Sprintf("a caller can be kept waiting %s between two attempts", rounded(longest)),
		fmt.Sprintf("write %s or total_timeout; a retry that is due so late belongs into a queue", s.name(capKnob)))
}

// noWait finds retries that hammer: two or more without any wait.
func noWait(s *subject) []finding {
	if s.retries() < 2 || s.longest() > 0 {
		return nil
	}
	attempts := "attempts follow each other without end"
	if s.compiled.MaxAttempts > 0 {
		attempts = fmt.Sprintf("%d attempts follow each other", s.compiled.MaxAttempts)
	}
	return s.about(firstKnob, attempts+" without any wait", fmt.Sprintf("write %s", s.name(firstKnob)))
}

// shortOutage notes how little time the attempts cover.
func shortOutage(s *subject) []finding {
	if s.compiled.MaxAttempts <= 1 {
		return nil
	}
	var waits time.Duration
	for n := 1; n <= s.retries() && waits < outage; n++ {
		_, wait := s.bounds(n)
		waits = add(waits, wait)
	}
	if waits >= outage || s.retries() == horizon {
		return nil
	}
	within := "follow each other without a wait"
	if waits > 0 {
		within = fmt.Sprintf("start within %s, if they fail at once", rounded(waits))
	}
	return s.about(attemptsKnob,
		fmt.Sprintf("all %d attempts %s: an outage of %v fails the call", s.compiled.MaxAttempts, within, outage), "")
}

// nearZeroWait notes how likely full jitter draws a first wait of 10ms or less.
func nearZeroWait(s *subject) []finding {
	const near, likely = 10 * time.Millisecond, 10 // 1 in 10
	first := s.compiled.Backoff.Wait(1)
	if s.compiled.Backoff.Jitter != policy.Full || s.retries() == 0 || first <= 0 || first > likely*near {
		return nil
	}
	share := "every first retry follows"
	if first > near {
		share = fmt.Sprintf("1 in %d first retries follow", first/near)
	}
	return s.about(jitterKnob, fmt.Sprintf("%s within %v, because full jitter can draw a wait of almost nothing", share, near), "")
}

// customDelays compares Prodigy's own lists of delays with its attempts.
func customDelays(s *subject) []finding {
	b := &s.compiled.Backoff
	at := s.inBlock("backoff/custom/delays")
	if b.Growth != policy.List || !s.spec.Has(at) {
		return nil
	}
	listed, retries := len(b.Waits), s.compiled.MaxAttempts-1
	switch {
	case retries < 1 || listed == retries:
		return nil
	case listed > retries:
		return one(at, fmt.Sprintf("%s, and %s: the last ones are never used",
			count(listed, "delay is listed", "delays are listed"), count(retries, "retry is made", "retries are made")),
			fmt.Sprintf("raise attempts to %d, or shorten the list", listed+1))
	}
	return one(at, fmt.Sprintf("retry %d and later wait max_delay, %v: %s for %s",
		listed+1, b.Cap, count(listed, "delay is listed", "delays are listed"), count(retries, "retry", "retries")),
		"list a delay for every retry")
}
