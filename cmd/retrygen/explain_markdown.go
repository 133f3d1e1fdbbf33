package main

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// explainMarkdown has a section for every policy, for a README or a review.
func explainMarkdown(accounts []account, o *explainOptions) string {
	var text strings.Builder
	for i := range accounts {
		if i > 0 {
			text.WriteString("\n")
		}
		explainSection(&text, &accounts[i], o)
	}
	return text.String()
}

func explainSection(text *strings.Builder, a *account, o *explainOptions) {
	p := a.policy
	fmt.Fprintf(text, "### %s\n\n", p.Name)
	if p.Description != "" {
		fmt.Fprintf(text, "%s\n\n", prose(p.Description))
	}
	fmt.Fprintf(text, "- %s\n", p.Words())
	for _, line := range limits(p) {
		fmt.Fprintf(text, "- %s\n", prose(line))
	}
	if p.BackoffFunc != nil {
		fmt.Fprintf(text, "- waits: %s\n", prose(ownWaits(p)))
	}
	for _, line := range outcome(a, o) {
		fmt.Fprintf(text, "- %s\n", line)
	}
	markdownTable(text, "before retry", a.waits)
	if a.throttling != nil {
		markdownTable(text, "after throttling, before retry", a.throttling)
	}
	if len(p.Notes) > 0 {
		text.WriteString("\n")
	}
	for _, note := range p.Notes {
		fmt.Fprintf(text, "- Note: %s\n", prose(note))
	}
}

func markdownTable(text *strings.Builder, title string, rows []waitRow) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(text, "\n| %s | min | mean | max | longest so far |\n|--:|--:|--:|--:|--:|\n", title)
	for _, row := range rows {
		fmt.Fprintf(text, "| %d | %v | %v | %v | %s |\n", row.retry, row.shortest, policy.Rounded(row.mean), row.most, row.sumSoFar())
	}
}

var markup = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"|", `\|`, "#", `\#`, "~", `\~`, "@", "&#64;", "!", `\!`, "\n", " ",
)

// prose makes text of a spec plain Markdown: no markup, and nobody is mentioned.
func prose(text string) string { return finding.EscapeLines(markup.Replace(strings.TrimSpace(text))) }
