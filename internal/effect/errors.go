package effect

import (
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// errors compares which errors are retried. Matchers are told apart by their
// words: that two of them can match the same error is not looked into.
func (l *list) errors(before, after *policy.Policy) {
	was, is := fatesOf(before), fatesOf(after)
	var more, fewer []atom
	for _, a := range union(was, is) {
		switch old, now := was.fate(a), is.fate(a); {
		case now > old:
			more = append(more, a)
		case now < old:
			fewer = append(fewer, a)
		}
	}
	if len(more) > 0 {
		l.add(Breaking, "newly retried", "", words(more))
	}
	if len(fewer) > 0 {
		l.add(Notable, "no longer retried", words(fewer), "")
	}
	if was.others != is.others {
		severity := Notable
		if is.others > was.others {
			severity = Breaking
		}
		l.add(severity, "retries of all other errors", before.Otherwise.String(), after.Otherwise.String())
	}
}

// atom is a matcher of which no part can change alone: one status, one code.
type atom struct {
	status int    // or 0
	code   string // of gRPC, or ""
	word   string // of any other matcher
}

func atomsOf(matchers []schema.Matcher) []atom {
	var atoms []atom
	for _, m := range matchers {
		switch m := m.(type) {
		case schema.StatusMatcher:
			for _, r := range m.Ranges {
				for status := r.Low; status <= r.High; status++ {
					atoms = append(atoms, atom{status: status})
				}
			}
		case schema.GRPCMatcher:
			for _, code := range m.Codes {
				atoms = append(atoms, atom{code: code})
			}
		default:
			atoms = append(atoms, atom{word: policy.Word(m)})
		}
	}
	return atoms
}

// fate is what becomes of an error: the higher, the more often it is retried.
type fate uint8

const (
	stopped fate = iota
	ifSafe
	unlessMarked
	retried
)

// fates are the fates of errors under a policy.
type fates struct {
	stop, retry []atom
	others      fate
}

func fatesOf(p *policy.Policy) fates {
	f := fates{stop: atomsOf(p.Stop), retry: atomsOf(p.Retry)}
	switch p.Otherwise {
	case policy.RetryAll:
		f.others = retried
	case policy.RetryUnlessMarked:
		f.others = unlessMarked
	case policy.RetryIfSafe:
		f.others = ifSafe
	default:
		f.others = stopped
	}
	return f
}

func (f *fates) fate(a atom) fate {
	switch {
	case slices.Contains(f.stop, a):
		return stopped
	case slices.Contains(f.retry, a):
		return retried
	default:
		return f.others
	}
}

// union returns the atoms of both, each once, in their order.
func union(was, is fates) []atom {
	var atoms []atom
	seen := map[atom]bool{}
	for _, a := range slices.Concat(is.stop, is.retry, was.stop, was.retry) {
		if !seen[a] {
			seen[a] = true
			atoms = append(atoms, a)
		}
	}
	return atoms
}

// words puts atoms together again: statuses to ranges, then codes, then others.
func words(atoms []atom) string {
	var statuses []int
	var codes, texts []string
	for _, a := range atoms {
		switch {
		case a.status > 0:
			statuses = append(statuses, a.status)
		case a.code != "":
			codes = append(codes, a.code)
		default:
			texts = append(texts, a.word)
		}
	}
	if len(codes) > 0 {
		slices.Sort(codes)
		texts = slices.Insert(texts, 0, policy.Word(schema.GRPCMatcher{Codes: codes}))
	}
	if len(statuses) > 0 {
		texts = slices.Insert(texts, 0, policy.Word(schema.StatusMatcher{Ranges: rangesOf(statuses)}))
	}
	return strings.Join(texts, ", ")
}

func rangesOf(statuses []int) []schema.StatusRange {
	slices.Sort(statuses)
	var ranges []schema.StatusRange
	for _, status := range statuses {
		if last := len(ranges) - 1; last >= 0 && ranges[last].High == status-1 {
			ranges[last].High = status
		} else {
			ranges = append(ranges, schema.StatusRange{Low: status, High: status})
		}
	}
	return ranges
}
