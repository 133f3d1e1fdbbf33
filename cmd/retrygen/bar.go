package main

import (
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

// The widths of a bar, in characters. A terminal with no room for the
// narrowest gets none.
const (
	narrowestBar = 10
	widestBar    = 60
)

// barScale is the common scale of the bars of a policy: from zero to end.
type barScale struct {
	width int
	end   time.Duration
	ascii bool
}

// bar draws a wait: from the shortest to the longest, with the mean marked.
func (s barScale) bar(row waitRow) string {
	if s.width == 0 {
		return ""
	}
	span, mean := "░", "█"
	if s.ascii {
		span, mean = "-", "#"
	}
	from, middle, to := s.place(row.shortest), s.place(row.mean), s.place(row.most)
	return strings.Repeat(" ", from) + strings.Repeat(span, middle-from) + mean + strings.Repeat(span, to-middle)
}

// place returns the character that a wait ends in.
func (s barScale) place(wait time.Duration) int {
	if s.end == 0 {
		return 0
	}
	return min(int(float64(wait)/float64(s.end)*float64(s.width)), s.width-1)
}

// title labels the ends of the scale.
func (s barScale) title() string {
	end := policy.Rounded(s.end).String()
	if s.width < len("0s ")+len(end) {
		return ""
	}
	return "0s" + strings.Repeat(" ", s.width-len("0s")-len(end)) + end
}
