package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/effect"
	"github.com/retrygen/retrygen/internal/finding"
)

// specDiff is the changes of one spec.
type specDiff struct {
	name    string
	changes []effect.Change
}

// atLeast reports whether there is a change of that severity or a heavier one.
func (d specDiff) atLeast(least effect.Severity) bool {
	return slices.ContainsFunc(d.changes, func(c effect.Change) bool { return c.Severity >= least })
}

func (t *tool) printDiffs(diffs []specDiff, format string) error {
	diffs = slices.DeleteFunc(diffs, func(d specDiff) bool { return len(d.changes) == 0 })
	switch format {
	case "json":
		return finding.WriteJSON(t.stdout, jsonDiffs(diffs))
	case "markdown":
		return printText(t.stdout, markdownDiffs(diffs))
	default:
		return printText(t.stdout, textDiffs(diffs))
	}
}

const nothingChanged = "no difference in effect\n"

func textDiffs(diffs []specDiff) string {
	if len(diffs) == 0 {
		return nothingChanged
	}
	var text strings.Builder
	for _, d := range diffs {
		fmt.Fprintf(&text, "%s\n", finding.Escape(d.name))
		for _, c := range d.changes {
			fmt.Fprintf(&text, "  %-8s  %s: %s\n", c.Severity, finding.Escape(c.Subject), finding.Escape(inWords(c)))
		}
	}
	return text.String()
}

func inWords(c effect.Change) string {
	switch {
	case c.Old == "" && c.New == "":
		return c.Aspect
	case c.Old == "":
		return c.Aspect + ": " + oneLine(c.New)
	case c.New == "":
		return c.Aspect + ": " + oneLine(c.Old)
	default:
		return fmt.Sprintf("%s: %s -> %s", c.Aspect, oneLine(c.Old), oneLine(c.New))
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// markdownDiffs is made for the comment on a pull request: the heaviest change
// in the first line, then a table for each spec.
func markdownDiffs(diffs []specDiff) string {
	if len(diffs) == 0 {
		return "**retrygen**: " + nothingChanged
	}
	var text strings.Builder
	fmt.Fprintf(&text, "**retrygen**: %s\n", countBySeverity(diffs))
	for _, d := range diffs {
		fmt.Fprintf(&text, "\n#### %s\n\n| severity | what | change | old | new |\n|---|---|---|---|---|\n", prose(d.name))
		for _, c := range d.changes {
			fmt.Fprintf(&text, "| %s | %s | %s | %s | %s |\n", emphasis(c.Severity), prose(c.Subject), prose(c.Aspect), prose(c.Old), prose(c.New))
		}
	}
	return text.String()
}

func emphasis(s effect.Severity) string {
	if s == effect.Breaking {
		return "**" + s.String() + "**"
	}
	return s.String()
}

// countBySeverity returns, for example, "2 breaking, 1 cosmetic changes".
func countBySeverity(diffs []specDiff) string {
	count := map[effect.Severity]int{}
	total := 0
	for _, d := range diffs {
		for _, c := range d.changes {
			count[c.Severity]++
			total++
		}
	}
	var parts []string
	for _, s := range []effect.Severity{effect.Breaking, effect.Notable, effect.Cosmetic} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	if total == 1 {
		return parts[0] + " change"
	}
	return strings.Join(parts, ", ") + " changes"
}

// jsonChange is a change of diff --format json.
type jsonChange struct {
	Spec     string `json:"spec"`
	Severity string `json:"severity"`
	Subject  string `json:"subject"`
	Aspect   string `json:"aspect"`
	Old      string `json:"old"`
	New      string `json:"new"`
}

func jsonDiffs(diffs []specDiff) any {
	changes := []jsonChange{}
	for _, d := range diffs {
		for _, c := range d.changes {
			changes = append(changes, jsonChange{d.name, c.Severity.String(), c.Subject, c.Aspect, c.Old, c.New})
		}
	}
	return map[string]any{"version": finding.JSONVersion, "changes": changes}
}
