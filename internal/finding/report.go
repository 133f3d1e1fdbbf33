package finding

import "go/token"

// Report collects the findings about one file. The zero value is empty.
type Report struct {
	// Found are the findings so far.
	Found    List
	rejected map[Pointer]bool
}

// Add adds a finding about the value or key at p.
func (r *Report) Add(rule *Rule, pos token.Position, p Pointer, message, hint string) {
	r.Found = append(r.Found, New(rule, pos, p, message, hint))
}

// Reject adds a finding about the value at p as a whole, so that later stages
// do not look at it again.
func (r *Report) Reject(rule *Rule, pos token.Position, p Pointer, message, hint string) {
	r.Add(rule, pos, p, message, hint)
	r.MarkRejected(p)
}

// MarkRejected notes that a finding elsewhere is about the value at p as a
// whole.
func (r *Report) MarkRejected(p Pointer) {
	if r.rejected == nil {
		r.rejected = make(map[Pointer]bool)
	}
	r.rejected[p] = true
}

// IsRejected reports whether a finding is about the value at p, or one around
// it, as a whole.
func (r *Report) IsRejected(p Pointer) bool {
	for ok := true; ok; p, ok = p.Parent() {
		if r.rejected[p] {
			return true
		}
	}
	return false
}

// RejectedAlone reports whether a finding is about exactly the value at p as a
// whole.
func (r *Report) RejectedAlone(p Pointer) bool { return r.rejected[p] }
