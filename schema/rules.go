package schema

import (
	"slices"
	"strings"
)

// Rule is something that a spec, or the Go code that it names, is checked for.
type Rule struct {
	// ID is the stable id: RG1xx are errors, RG2xx judgements, RG3xx notes.
	ID string
	// Name is the rule in a word or two, joined by hyphens.
	Name string
	// Summary is one sentence without a period.
	Summary string
}

// The ids of the rules.
const (
	RuleInternal       = "RG100"
	RuleUnknownKey     = "RG101"
	RuleMissingKey     = "RG102"
	RuleWrongType      = "RG103"
	RuleOutOfRange     = "RG104"
	RuleChoice         = "RG105"
	RuleFormat         = "RG106"
	RuleDuplicateKey   = "RG107"
	RuleExactlyOne     = "RG108"
	RuleNotSupported   = "RG109"
	RuleUnknownName    = "RG110"
	RuleNameTaken      = "RG111"
	RuleContradiction  = "RG112"
	RuleNoEffect       = "RG113"
	RuleEmpty          = "RG114"
	RuleOutputPath     = "RG115"
	RuleEncoding       = "RG120"
	RuleSyntax         = "RG121"
	RuleYAMLFeature    = "RG122"
	RuleScalar         = "RG123"
	RuleLimit          = "RG124"
	RuleForeignFile    = "RG180"
	RuleForeignPolicy  = "RG181"
	RuleForeignFeature = "RG182"
	RuleUnusedBound    = "RG201"
	RuleUnmatchedError = "RG202"
	RuleUnusedField    = "RG203"
	RuleDryQuota       = "RG204"
	RuleForeignDoubt   = "RG280"
	RuleForeignLoss    = "RG281"
	RuleTooMany        = "RG301"
	RuleUnusedExponent = "RG302"
	RuleDifference     = "RG350"
	RuleForeignNote    = "RG380"
)

var rules = []Rule{
	{RuleInternal, "internal", "retrygen contradicts itself, which is a bug in retrygen"},
	{RuleUnknownKey, "unknown-key", "a key has no meaning where it stands"},
	{RuleMissingKey, "missing-key", "a key that is required is missing"},
	{RuleWrongType, "wrong-type", "a value has another type than its key asks for"},
	{RuleOutOfRange, "out-of-range", "a number or a duration is below or above what its key allows"},
	{RuleChoice, "choice", "a value is none of the words that its key allows"},
	{RuleFormat, "format", "a text does not have the form that its key asks for"},
	{RuleDuplicateKey, "duplicate-key", "a key stands twice in one mapping"},
	{RuleExactlyOne, "exactly-one", "of several keys that exclude each other, none or more than one is given"},
	{RuleNotSupported, "not-supported", "a key is known, and cannot stand in a spec"},
	{RuleUnknownName, "unknown-name", "a policy is named that does not exist"},
	{RuleNameTaken, "name-taken", "two names give the same Go name, or a name is reserved"},
	{RuleContradiction, "contradiction", "two values of a policy contradict each other"},
	{RuleNoEffect, "no-effect", "a value can have no effect"},
	{RuleEmpty, "empty", "a list or mapping that needs a member is empty"},
	{RuleOutputPath, "output-path", "the output is not a path that can be written to"},
	{RuleEncoding, "encoding", "a spec is not plain UTF-8 text, or hides characters from its readers"},
	{RuleSyntax, "syntax", "a spec is not valid YAML or JSON"},
	{RuleYAMLFeature, "yaml-feature", "a feature of YAML is used that specs do without"},
	{RuleScalar, "scalar", "a number, truth value or null is spelled in a way that readers take differently"},
	{RuleLimit, "limit", "a spec is larger than any reasonable one"},
	{"RG150", "package-not-found", "a Go package that a spec names cannot be loaded"},
	{"RG151", "go-name-not-found", "a package has no declaration with the name that a spec gives"},
	{"RG152", "wrong-kind", "a Go name is a declaration of another kind than its key asks for"},
	{"RG153", "not-accessible", "a Go name cannot be used in the package of the output"},
	{"RG154", "go-name-taken", "a name of the output is declared elsewhere in its package"},
	{"RG155", "method-not-found", "a wrapped type does not have a method that a spec names"},
	{"RG156", "cannot-retry", "a method that has a policy cannot be retried"},
	{"RG157", "broken-type", "a wrapped type does not compile"},
	{"RG158", "wrong-package", "the output directory holds another package than the spec says"},
	{RuleForeignFile, "foreign-file", "a file that a policy is to be read from cannot be read, or does not have it"},
	{RuleForeignPolicy, "foreign-policy", "a policy is not valid in the system that it is written for"},
	{RuleForeignFeature, "foreign-feature", "a policy of another system says what no spec can say"},
	{RuleUnusedBound, "unused-bound", "a bound is set on something that is turned off"},
	{RuleUnmatchedError, "unmatched-error", "an error type is listed that is never compared"},
	{RuleUnusedField, "unused-field", "a field decides nothing, because of another one"},
	{RuleDryQuota, "dry-quota", "a quota is never filled again"},
	{"RG250", "reader-parameter", "a method passes through, because an attempt uses up one of its parameters"},
	{"RG251", "no-context", "a method that is to be bounded in time takes no context"},
	{"RG252", "undeclared-idempotency", "a method that creates something is retried, and nothing says that this is safe"},
	{"RG253", "late-reading", "the timeout of an attempt ends what its caller reads later"},
	{"RG254", "left-out", "a method of a struct is left out, because the output cannot spell its types"},
	{"RG260", "engine-loss", "an engine cannot keep what a policy says"},
	{RuleForeignDoubt, "foreign-doubt", "a policy probably does not do what was meant in the system that it is written for"},
	{RuleForeignLoss, "foreign-loss", "a part of a policy is lost or changed on the way from one system to another"},
	{RuleTooMany, "too-many", "there are more findings than are shown"},
	{RuleUnusedExponent, "unused-exponent", "an exponent stands beside a strategy that does not use it"},
	{RuleDifference, "difference", "the documentation of a system and its code disagree about a policy"},
	{RuleForeignNote, "foreign-note", "a policy of another system means something that is easily missed"},
}

// Rules returns every rule, ordered by id.
func Rules() []Rule {
	all := slices.Concat(rules, judgements)
	slices.SortFunc(all, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// severityOf returns the severity of the rule with the given id, which its
// first digit tells.
func severityOf(id string) Severity {
	switch id[:3] {
	case "RG2":
		return Warning
	case "RG3":
		return Note
	default:
		return Error
	}
}
