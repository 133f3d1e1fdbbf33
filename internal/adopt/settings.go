// Package adopt proposes the policy that does what retries in Go code do.
package adopt

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/foreign"
)

// settings are what one retry in Go code sets.
type settings struct {
	// attempts is the limit, or 0 for none.
	attempts int
	// total bounds the time of all attempts and waits; 0 is no bound.
	total time.Duration
	// first is the first wait, factor what each further one is multiplied by, and
	// limit the longest wait, or 0 for none.
	first, limit time.Duration
	factor       float64
	// spread is the part by which a wait is drawn shorter or longer, and full says
	// that it is drawn from zero to the whole.
	spread float64
	full   bool
	losses []foreign.Loss
}

func (s *settings) lose(code foreign.Code, message string) {
	s.losses = append(s.losses, foreign.NewLoss(code, message))
}

// unlimited stands for no limit in dialects that need one.
const unlimited = math.MaxInt32

// longest returns the cap that the waits have, also where the code has none: the
// last wait that there can be.
func (s *settings) longest() time.Duration {
	if s.limit > 0 {
		return s.limit
	}
	if s.factor <= 1 {
		return s.first
	}
	const most = 24 * time.Hour
	if s.attempts == 0 {
		s.lose(foreign.L18, "the waits grow without a bound; the proposal caps them at 24h")
		return most
	}
	last := float64(s.first) * math.Pow(s.factor, float64(max(s.attempts-2, 0)))
	if last > float64(most) {
		s.lose(foreign.L18, "the waits grow beyond a day; the proposal caps them at 24h")
		return most
	}
	return max(time.Duration(last), s.first)
}

// lines returns the policy in the dialect that is nearest.
func (s *settings) lines() []string {
	var lines []string
	switch {
	case s.full:
		lines = s.exosphere()
	case s.spread > 0:
		lines = s.prodigy()
	default:
		lines = []string{
			"temporal:",
			"  initial_interval: " + s.first.String(),
			"  backoff_coefficient: " + number(max(s.factor, 1)),
			"  maximum_interval: " + s.longest().String(),
			fmt.Sprintf("  maximum_attempts: %d", s.attempts),
		}
	}
	if s.total > 0 {
		lines = append(lines, "total_timeout: "+s.total.String())
	}
	return lines
}

func (s *settings) exosphere() []string {
	retries := s.attempts - 1
	if s.attempts == 0 {
		retries = unlimited - 1
	}
	return []string{
		"exosphere:",
		fmt.Sprintf("  max_retries: %d", retries),
		"  strategy: EXPONENTIAL_FULL_JITTER",
		fmt.Sprintf("  backoff_factor: %d", s.first.Milliseconds()),
		"  exponent: " + number(s.factor),
		fmt.Sprintf("  max_delay: %d", s.longest().Milliseconds()),
	}
}

func (s *settings) prodigy() []string {
	attempts := s.attempts
	if attempts == 0 {
		attempts = unlimited
	}
	growth := "fixed"
	if s.factor > 1 {
		growth = "{exponential: {base: " + number(s.factor) + "}}"
	}
	return []string{
		"prodigy:",
		fmt.Sprintf("  attempts: %d", attempts),
		"  initial_delay: " + humantime(s.first),
		"  max_delay: " + humantime(s.longest()),
		"  backoff: " + growth,
		"  jitter: true",
		"  jitter_factor: " + number(s.spread),
	}
}

// number returns a number as YAML has it.
func number(x float64) string {
	text := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.9f", x), "0"), ".")
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// humantime returns a duration in Prodigy's words.
func humantime(d time.Duration) string {
	switch {
	case d%time.Second == 0:
		return fmt.Sprintf("%ds", d/time.Second)
	case d%time.Millisecond == 0:
		return fmt.Sprintf("%dms", d/time.Millisecond)
	default:
		return fmt.Sprintf("%dns", d)
	}
}
