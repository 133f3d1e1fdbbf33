package schema

import "github.com/retrygen/retrygen/internal/finding"

// The rules that specs are checked by.
var (
	RuleOutputPath = finding.Declare("RG115", "output-path", "the output is not a path that can be written to")
	RuleDryQuota   = finding.Declare("RG204", "dry-quota", "a quota is never filled again")
)
