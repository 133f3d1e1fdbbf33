package document

import "github.com/retrygen/retrygen/internal/finding"

// The rules that files are read by.
var (
	Internal     = finding.Declare("RG100", "internal", "retrygen contradicts itself, which is a bug in retrygen")
	Format       = finding.Declare("RG106", "format", "a text does not have the form that its key asks for")
	DuplicateKey = finding.Declare("RG107", "duplicate-key", "a key stands twice in one mapping")
	Encoding     = finding.Declare("RG120", "encoding", "a spec is not plain UTF-8 text, or hides characters from its readers")
	Syntax       = finding.Declare("RG121", "syntax", "a spec is not valid YAML or JSON")
	YAMLFeature  = finding.Declare("RG122", "yaml-feature", "a feature of YAML is used that specs do without")
	Scalar       = finding.Declare("RG123", "scalar", "a number, truth value or null is spelled in a way that readers take differently")
	Limit        = finding.Declare("RG124", "limit", "a spec is larger than any reasonable one")
)
