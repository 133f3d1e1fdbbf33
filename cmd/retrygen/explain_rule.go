package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/retrygen/retrygen/docs/rules"
	"github.com/retrygen/retrygen/schema"
)

// isRule reports whether an argument has the form of the id of a rule. A policy
// of such a name is explained after the spec that it is in:
// "retrygen explain . RG210".
func isRule(arg string) bool { return regexp.MustCompile(`^(?i:rg|ra)[0-9]{3}$`).MatchString(arg) }

// explainRules prints the pages of rules.
func (t *tool) explainRules(ids []string) error {
	pages := make([]string, len(ids))
	for i, id := range ids {
		page, ok := rules.Text(strings.ToUpper(id))
		if !ok {
			return unknownRule(id)
		}
		pages[i] = page
	}
	if _, err := io.WriteString(t.stdout, strings.Join(pages, "\n")); err != nil {
		return fmt.Errorf("print the rule: %w", err)
	}
	return nil
}

func unknownRule(id string) error {
	var known []string
	for _, rule := range schema.Rules() {
		known = append(known, rule.ID)
	}
	known = append(known, auditIDs()...)
	return fmt.Errorf("no rule %q; there are %s", id, strings.Join(known, ", "))
}
