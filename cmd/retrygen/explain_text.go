package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/retrygen/retrygen/policy"
)

func explainText(out io.Writer, policies []*policy.Policy, retries int) error {
	var text strings.Builder
	for i, p := range policies {
		if i > 0 {
			text.WriteString("\n")
		}
		explainOne(&text, p, rowsOf(p, retries))
	}
	if _, err := io.WriteString(out, text.String()); err != nil {
		return fmt.Errorf("print the explanation: %w", err)
	}
	return nil
}

func explainOne(text *strings.Builder, p *policy.Policy, rows int) {
	fmt.Fprintf(text, "%s: %s, %s\n", p.Name, p.Dialect, p.Fidelity)
	for line := range strings.Lines(p.Description) {
		fmt.Fprintf(text, "  %s\n", strings.TrimSuffix(line, "\n"))
	}
	for _, line := range limits(p) {
		fmt.Fprintf(text, "  %s\n", line)
	}
	text.WriteString("\n")
	waitTable(text, p, &p.Backoff, rows)
	if p.Throttling != nil {
		text.WriteString("\n  after a throttling error:\n")
		throttled := *p
		throttled.Backoff = *p.Throttling
		waitTable(text, &throttled, p.Throttling, rows)
	}
	if len(p.Notes) > 0 {
		text.WriteString("\n")
	}
	for _, note := range p.Notes {
		fmt.Fprintf(text, "  note: %s\n", note)
	}
}

// waitTable has a row for every retry. One that the limits rule out shows its
// wait all the same, but no sum.
func waitTable(text *strings.Builder, p *policy.Policy, s *policy.Schedule, rows int) {
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\tretry\tmin\tmean\tmax\tlongest so far\t\n")
	totals := p.Totals(rows)
	for i, mean := range s.Means(rows) {
		n := i + 1
		shortest, longest := s.Bounds(n)
		sum := "never"
		if n < len(totals) {
			sum = totals[n].Longest.String()
		}
		fmt.Fprintf(table, "\t%d\t%v\t%v\t%v\t%s\t\n", n, shortest, mean, longest, sum)
	}
	table.Flush() // writes to a strings.Builder, which cannot fail
}

// limits returns a line for each bound of the policy, and for what it retries.
func limits(p *policy.Policy) []string {
	lines := []string{"attempts: " + attempts(p.MaxAttempts)}
	if p.AttemptTimeout > 0 {
		lines = append(lines, fmt.Sprintf("each attempt: at most %v", p.AttemptTimeout))
	}
	if p.TotalTimeout > 0 {
		lines = append(lines, fmt.Sprintf("whole call: at most %v", p.TotalTimeout))
	}
	if b := p.WaitBudget; b != nil {
		end := "gives up before a wait that would pass it"
		if b.Truncate {
			end = "shortens the wait that would pass it, and tries once more"
		}
		lines = append(lines, fmt.Sprintf("all waits: at most %v; %s", b.Limit, end))
	}
	return append(lines, "asked for a delay: "+hint(p.Hint), "retries: "+retried(p))
}

func attempts(limit int) string {
	switch limit {
	case 0:
		return "unlimited"
	case 1:
		return "1, no retries"
	default:
		return fmt.Sprintf("at most %d, the first and %d retries", limit, limit-1)
	}
}

func hint(h policy.Hint) string {
	text := map[policy.HintMode]string{
		policy.HintReplaces: "waits that long instead",
		policy.HintIgnored:  "waits as ever",
		policy.HintAtLeast:  "waits at least that long",
		policy.HintClamped:  "waits that long, but no less than its own wait and no more than 5s more",
	}[h.Mode]
	if h.Max > 0 {
		text += fmt.Sprintf(", at most %v", h.Max)
	}
	return text
}

func retried(p *policy.Policy) string {
	text := map[policy.Verdict]string{
		policy.RetryAll:          "every error",
		policy.StopAll:           "no error",
		policy.RetryIfSafe:       "errors that say they are safe to retry",
		policy.RetryUnlessMarked: "every error but those that say they are not retryable",
	}[p.Otherwise]
	if len(p.Retry) > 0 {
		text = matchers(p.Retry)
	}
	if len(p.Stop) > 0 {
		text += "; never " + matchers(p.Stop)
	}
	return text
}
