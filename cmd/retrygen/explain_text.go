package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

func printText(out io.Writer, text string) error {
	if _, err := io.WriteString(out, text); err != nil {
		return fmt.Errorf("print the explanation: %w", err)
	}
	return nil
}

func explainText(accounts []account, o *explainOptions, s screen) string {
	var text strings.Builder
	for i := range accounts {
		if i > 0 {
			text.WriteString("\n")
		}
		explainOne(&text, &accounts[i], o, s)
	}
	return text.String()
}

func explainOne(text *strings.Builder, a *account, o *explainOptions, s screen) {
	p := a.policy
	fmt.Fprintf(text, "%s: %s\n", p.Name, p.Words())
	for line := range strings.Lines(p.Description) {
		fmt.Fprintf(text, "  %s\n", finding.Escape(strings.TrimSuffix(line, "\n")))
	}
	for _, line := range limits(p) {
		fmt.Fprintf(text, "  %s\n", line)
	}
	text.WriteString("\n")
	longest := longestOf(a.waits, a.throttling)
	if p.BackoffFunc == nil {
		waitTable(text, a.waits, longest, s)
	} else {
		fmt.Fprintf(text, "  waits: %s\n", ownWaits(p))
	}
	if a.throttling != nil {
		text.WriteString("\n  after a throttling error:\n")
		waitTable(text, a.throttling, longest, s)
	}
	text.WriteString("\n")
	for _, line := range outcome(a, o) {
		fmt.Fprintf(text, "  %s\n", line)
	}
	for _, note := range p.Notes {
		fmt.Fprintf(text, "  note: %s\n", note)
	}
}

// ownWaits says which function of the user's computes the waits.
func ownWaits(p *policy.Policy) string {
	text := fmt.Sprintf("the Go function %s computes them", p.BackoffFunc)
	if p.Backoff.Cap < policy.Unlimited {
		text += fmt.Sprintf("; they are cut to %v", p.Backoff.Cap)
	}
	return text
}

// outcome returns a line for the total, and one for each forecast.
func outcome(a *account, o *explainOptions) []string {
	var lines []string
	if a.retries > 0 {
		lines = append(lines, totalLine(a))
	}
	for _, f := range a.forecasts(o) {
		lines = append(lines, f.question+": "+f.answer)
	}
	return lines
}

func totalLine(a *account) string {
	if a.total.Shortest == a.total.Longest {
		return fmt.Sprintf("total wait of a call that fails %d times: always %v", a.retries+1, a.total.Longest)
	}
	p50, p90, p99 := a.quantiles()
	return fmt.Sprintf("total wait of a call that fails %d times: p50 %v, p90 %v, p99 %v, max %v",
		a.retries+1, policy.Rounded(p50), policy.Rounded(p90), policy.Rounded(p99), a.total.Longest)
}

// waitTable has a row for every retry. One that the limits rule out shows its
// wait all the same, but no sum.
func waitTable(text *strings.Builder, rows []waitRow, longest time.Duration, s screen) {
	lines := strings.Split(numberTable(rows), "\n")
	scale := barScale{width: min(s.width-len(lines[0])-2, widestBar), end: longest, ascii: s.ascii}
	if scale.width < narrowestBar || len(rows) == 0 {
		scale.width = 0
	}
	for i, line := range lines[:len(lines)-1] {
		bar := scale.title()
		if i > 0 {
			bar = scale.bar(rows[i-1])
		}
		text.WriteString(strings.TrimRight(line+"  "+bar, " ") + "\n")
	}
}

func numberTable(rows []waitRow) string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\tretry\tmin\tmean\tmax\tlongest so far\t\n")
	for _, row := range rows {
		fmt.Fprintf(table, "\t%d\t%v\t%v\t%v\t%s\t\n", row.retry, row.shortest, policy.Rounded(row.mean), row.most, row.sumSoFar())
	}
	table.Flush() // writes to a strings.Builder, which cannot fail
	return text.String()
}

func (r waitRow) sumSoFar() string {
	if r.never {
		return "never"
	}
	return r.sum.String()
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
	if words := policy.QuotaWords(p.Quota); words != "" {
		lines = append(lines, "quota: "+words)
	}
	if words := policy.BreakerWords(p.Breaker); words != "" {
		lines = append(lines, "circuit breaker: "+words)
	}
	lines = append(lines, "requested delay: "+p.Hint.String(), "retries: "+retried(p))
	return append(lines, outcomes(p)...)
}

// outcomeWords say what each outcome means for the operation.
var outcomeWords = []struct {
	outcome matcher.Outcome
	words   string
}{
	{matcher.NotSent, "nothing was executed"},
	{matcher.Undone, "what was executed was rolled back"},
	{matcher.Unknown, "it may have been executed, so unsafe methods are not retried"},
}

// outcomes returns a line for each outcome of the errors that the policy lists as
// retried: the errors of services by their names, and not by their tables.
func outcomes(p *policy.Policy) []string {
	var lines []string
	terms := matcher.Terms(p.Retry)
	for _, o := range outcomeWords {
		var listed []matcher.Term
		for _, t := range terms {
			if t.Outcome == o.outcome {
				t.Service = ""
				listed = append(listed, t)
			}
		}
		if len(listed) > 0 {
			lines = append(lines, fmt.Sprintf("outcome %s (%s): %s", o.outcome, o.words, matcher.Words(listed)))
		}
	}
	return lines
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

func retried(p *policy.Policy) string {
	text := p.Otherwise.String()
	if len(p.Retry) > 0 {
		text = matcher.Describe(p.Retry)
	}
	if words := final(p); words != "" {
		text += "; never " + words
	}
	return text
}

// final returns what is never retried.
func final(p *policy.Policy) string {
	var listed []matcher.Term
	var words []string
	for _, t := range matcher.Terms(p.Stop) {
		phrase := "what is final for " + t.Service
		switch {
		case t.Service == "":
			listed = append(listed, t)
		case !slices.Contains(words, phrase):
			words = append(words, phrase)
		}
	}
	if len(listed) > 0 {
		words = append([]string{matcher.Words(listed)}, words...)
	}
	return strings.Join(words, ", ")
}
