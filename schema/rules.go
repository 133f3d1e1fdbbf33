package schema

import "github.com/retrygen/retrygen/internal/finding"

// The rules that specs are checked by.
var (
	RuleOutputPath     = finding.Declare("RG115", "output-path", "the output is not a path that can be written to")
	RuleForeignFile    = finding.Declare("RG180", "foreign-file", "a file that a policy is to be read from cannot be read, or does not have it")
	RuleForeignPolicy  = finding.Declare("RG181", "foreign-policy", "a policy is not valid in the system that it is written for")
	RuleForeignFeature = finding.Declare("RG182", "foreign-feature", "a policy of another system says what no spec can say")
	RuleDryQuota       = finding.Declare("RG204", "dry-quota", "a quota is never filled again")
	RuleForeignDoubt   = finding.Declare("RG280", "foreign-doubt", "a policy probably does not do what was meant in the system that it is written for")
	RuleForeignLoss    = finding.Declare("RG281", "foreign-loss", "a part of a policy is lost or changed on the way from one system to another")
	RuleForeignNote    = finding.Declare("RG380", "foreign-note", "a policy of another system means something that is easily missed")
)
