package main

import (
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/audit"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

// completeSpecs completes the names of spec files.
func completeSpecs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeExplain completes a spec, and after it the names of its policies; or
// of the policies in the current directory.
func (t *tool) completeExplain(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if isRuleBegun(begun) || len(args) > 0 && isRule(args[0]) {
		return completeRules(begun), cobra.ShellCompDirectiveNoFileComp
	}
	specs, named := splitExplain(args)
	names, err := specNames(specs)
	if err != nil {
		return completeSpecs(nil, nil, begun)
	}
	var policies []string
	for _, name := range names {
		for _, p := range policiesOf(name) {
			if !slices.Contains(named, p.Name) && strings.HasPrefix(p.Name, begun) {
				policies = append(policies, cobra.CompletionWithDesc(p.Name, p.Description))
			}
		}
	}
	if len(args) == 0 {
		return policies, cobra.ShellCompDirectiveDefault
	}
	return policies, cobra.ShellCompDirectiveNoFileComp
}

func isRuleBegun(begun string) bool {
	return strings.HasPrefix(begun, "RG") || strings.HasPrefix(begun, "RA")
}

// completeRules completes the id of a rule.
func completeRules(begun string) []string {
	var ids []string
	for _, rule := range schema.Rules() {
		if strings.HasPrefix(rule.ID, begun) {
			ids = append(ids, cobra.CompletionWithDesc(rule.ID, rule.Summary))
		}
	}
	for _, rule := range audit.Rules() {
		if strings.HasPrefix(rule.ID, begun) {
			ids = append(ids, cobra.CompletionWithDesc(rule.ID, rule.Summary))
		}
	}
	return ids
}

// policiesOf returns the policies of a spec file, or none: completion keeps
// quiet about what it cannot read, and never waits for standard input.
func policiesOf(name string) []*schema.Policy {
	if name == standardInput {
		return nil
	}
	text, err := readSpec(name)
	if err != nil {
		return nil
	}
	s := &source{name: name, text: text}
	if s.loadFrom(); s.spec == nil {
		return nil
	}
	return s.spec.Policies
}
