package foreign

import "github.com/retrygen/retrygen/internal/finding"

// The rules about files of other systems.
var (
	FileRule    = finding.Declare("RG180", "foreign-file", "a file that a policy is to be read from cannot be read, or does not have it")
	PolicyRule  = finding.Declare("RG181", "foreign-policy", "a policy is not valid in the system that it is written for")
	FeatureRule = finding.Declare("RG182", "foreign-feature", "a policy of another system says what no spec can say")
	DoubtRule   = finding.Declare("RG280", "foreign-doubt", "a policy probably does not do what was meant in the system that it is written for")
	LossRule    = finding.Declare("RG281", "foreign-loss", "a part of a policy is lost or changed on the way from one system to another")
	NoteRule    = finding.Declare("RG380", "foreign-note", "a policy of another system means something that is easily missed")
)
