package effect

import (
	"slices"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// errors compares which errors are retried. It compares matchers by what the
// spec says; that two matchers of different kinds match the same error is not
// considered.
func (l *list) errors(before, after *policy.Policy) {
	was, is := before.Classifier(), after.Classifier()
	var more, fewer []matcher.Failure
	for _, f := range matcher.Failures(slices.Concat(is.Terms(), was.Terms())) {
		switch old, now := was.Verdict(f), is.Verdict(f); {
		case now.More(old):
			more = append(more, f)
		case old.More(now):
			fewer = append(fewer, f)
		}
	}
	if len(more) > 0 {
		l.add(Breaking, "newly retried", "", matcher.WordsOf(more))
	}
	if len(fewer) > 0 {
		l.add(Notable, "no longer retried", matcher.WordsOf(fewer), "")
	}
	if before.Otherwise != after.Otherwise {
		severity := Notable
		if after.Otherwise.More(before.Otherwise) {
			severity = Breaking
		}
		l.add(severity, "retries of all other errors", before.Otherwise.String(), after.Otherwise.String())
	}
}
