package finding

import (
	"cmp"
	"fmt"
	"slices"
)

// MaxShown bounds the findings that are shown about one spec.
const MaxShown = 20

// TooMany stands for findings that are not shown.
var TooMany = Declare("RG301", "too-many", "there are more findings than are shown")

// Limited returns the findings in order. If there are more than [MaxShown], it
// returns the first of them, errors before others, and a note that counts the
// rest.
func (l List) Limited() List {
	l.Sort()
	more := len(l) - MaxShown
	if more <= 0 {
		return l
	}
	slices.SortStableFunc(l, func(a, b Finding) int { return cmp.Compare(a.Severity, b.Severity) })
	next := l[MaxShown].Pos
	l = l[:MaxShown:MaxShown]
	l.Sort()
	return append(l, New(TooMany, next, "", fmt.Sprintf("there are %d more findings", more), "correct these first"))
}
