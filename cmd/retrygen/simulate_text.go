package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/simulate"
)

// byPolicy returns the simulations of each policy.
func byPolicy(r *simulate.Report) [][]*simulate.Simulation {
	var groups [][]*simulate.Simulation
	for _, s := range r.Simulations {
		if s.Variant == simulate.AsWritten {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], s)
	}
	return groups
}

func simulateText(r *simulate.Report, m *simulate.Model) string {
	var text strings.Builder
	for _, line := range m.Words() {
		fmt.Fprintf(&text, "%s\n", line)
	}
	fmt.Fprintf(&text, "%s\n", seedWords(r))
	for _, group := range byPolicy(r) {
		fmt.Fprintf(&text, "\n%s (%s)\n", group[0].Policy, finding.Escape(group[0].Source))
		text.WriteString(simulationTable(r.Seeds.Count, group))
		for _, line := range summaries(group) {
			fmt.Fprintf(&text, "  %s\n", line)
		}
	}
	return text.String()
}

// seedWords says what stands behind the figures.
func seedWords(r *simulate.Report) string {
	if r.Seeds.Count == 1 {
		return fmt.Sprintf("seed %d", r.Seeds.First)
	}
	return fmt.Sprintf("%d seeds from %d; ± is half of the 95 %% interval of the mean", r.Seeds.Count, r.Seeds.First)
}

func simulationTable(seeds int, group []*simulate.Simulation) string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 3, ' ', 0)
	fmt.Fprint(table, "  ")
	for _, s := range group {
		fmt.Fprintf(table, "\t%s", simulate.VariantName(s.Variant))
	}
	fmt.Fprintln(table)
	for _, row := range simulate.Rows(seeds, group) {
		fmt.Fprintf(table, "  %s\t%s\n", row.Name, strings.Join(row.Cells, "\t"))
	}
	table.Flush() // writes to a strings.Builder, which cannot fail
	lines := strings.SplitAfter(text.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \n")
	}
	return strings.Join(lines, "\n")
}

// summaries returns the sentences about a policy and its other version.
func summaries(group []*simulate.Simulation) []string {
	var lines []string
	for _, s := range group {
		switch s.Variant {
		case simulate.AsWritten:
			lines = append(lines, s.Policy+": "+s.Summary)
		case simulate.Against:
			lines = append(lines, "against "+finding.Escape(s.Source)+": "+s.Summary)
		}
	}
	return lines
}

// simulateMarkdown has a section for every policy, for a review.
func simulateMarkdown(r *simulate.Report, m *simulate.Model) string {
	var text strings.Builder
	for _, group := range byPolicy(r) {
		if text.Len() > 0 {
			text.WriteString("\n")
		}
		fmt.Fprintf(&text, "### %s\n\n", group[0].Policy)
		for _, line := range summaries(group) {
			fmt.Fprintf(&text, "- **%s**\n", prose(line))
		}
		for _, line := range m.Words() {
			fmt.Fprintf(&text, "- %s\n", prose(line))
		}
		fmt.Fprintf(&text, "- %s\n\n|", seedWords(r))
		for _, s := range group {
			fmt.Fprintf(&text, " | %s", simulate.VariantName(s.Variant))
		}
		fmt.Fprintf(&text, " |\n|---%s|\n", strings.Repeat("|--:", len(group)))
		for _, row := range simulate.Rows(r.Seeds.Count, group) {
			fmt.Fprintf(&text, "| %s | %s |\n", row.Name, strings.Join(row.Cells, " | "))
		}
	}
	return text.String()
}
