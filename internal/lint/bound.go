package lint

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/internal/policy"
)

// noBound finds policies that retry for ever.
func noBound(s *subject) []finding {
	if s.compiled.MaxAttempts > 0 || len(s.timeBounds()) > 0 {
		return nil
	}
	return s.about(attemptsKnob, "nothing bounds a call: neither attempts nor time",
		fmt.Sprintf("write %s or total_timeout", s.name(attemptsKnob)))
}

// noAttemptTimeout finds policies under which an attempt that hangs is never
// given up for the next one.
func noAttemptTimeout(s *subject) []finding {
	if s.compiled.AttemptTimeout > 0 || s.compiled.MaxAttempts == 1 || s.everyMethodHasTimeout() || slices.Contains(s.code.WithoutContext, s.policy.Name) {
		return nil
	}
	message := "nothing ends an attempt that hangs: the call hangs with it"
	if s.compiled.TotalTimeout > 0 {
		message = fmt.Sprintf("an attempt that hangs takes all %v of the call, and is never retried", s.compiled.TotalTimeout)
	}
	return []finding{{at: s.policy.Pointer, key: true, message: message, hint: "write attempt_timeout"}}
}

// everyMethodHasTimeout reports whether clients use the policy, and only for
// methods with an attempt timeout of their own.
func (s *subject) everyMethodHasTimeout() bool {
	used := false
	for _, c := range s.spec.Clients {
		if c.Policy == s.policy.Name || s.isUsedByHTTP(c) {
			return false // for methods that the spec does not name
		}
		for _, m := range c.Methods {
			if m.Policy != s.policy.Name {
				continue
			}
			used = true
			if m.AttemptTimeout == 0 {
				return false
			}
		}
	}
	return used
}

// ignoredHint finds policies that retry a busy server, and do not listen to it.
func ignoredHint(s *subject) []finding {
	if s.compiled.Hint.Mode != policy.HintIgnored || s.retries() == 0 || !s.retriesBusy() {
		return nil
	}
	for _, at := range []string{"retry_after/respect", "httpx/respect_retry_after_header"} {
		if p := s.inPolicy(at); s.spec.Has(p) {
			return one(p, "a server that is busy is retried, and its word on when is ignored",
				"respect it, and bound it with retry_after: {max: 20s}")
		}
	}
	return nil
}

// unboundedHint notes that a server may ask for a delay of any length.
func unboundedHint(s *subject) []finding {
	mode := s.compiled.Hint.Mode
	open := mode == policy.HintReplaces || mode == policy.HintAtLeast
	if !open || s.compiled.Hint.Max > 0 || len(s.timeBounds()) > 0 || s.retries() == 0 {
		return nil
	}
	return []finding{{at: s.policy.Pointer, key: true,
		message: "a server may ask for a delay of any length, and the call waits for it",
		hint:    "write retry_after: {max: 20s}, or total_timeout"}}
}

// differences are the notes of the compiled policy.
func differences(s *subject) []finding {
	var found []finding
	for _, note := range s.compiled.Notes {
		found = append(found, finding{at: s.policy.Pointer, key: true, message: note})
	}
	return found
}
