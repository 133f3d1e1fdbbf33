package resolve

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

// The rules that need the Go code around a spec.
var (
	rulePackageNotFound = finding.Declare("RG150", "package-not-found", "a Go package that a spec names cannot be loaded")
	ruleNameNotFound    = finding.Declare("RG151", "go-name-not-found", "a package has no declaration with the name that a spec gives")
	ruleWrongKind       = finding.Declare("RG152", "wrong-kind", "a Go name is a declaration of another kind than its key asks for")
	ruleNotAccessible   = finding.Declare("RG153", "not-accessible", "a Go name cannot be used in the package of the output")
	ruleNameTaken       = finding.Declare("RG154", "go-name-taken", "a name of the output is declared elsewhere in its package")
	ruleMethodNotFound  = finding.Declare("RG155", "method-not-found", "a wrapped type does not have a method that a spec names")
	ruleAmbiguous       = finding.Declare("RG161", "ambiguous-pattern", "two patterns match a method equally well")
	ruleCannotRetry     = finding.Declare("RG156", "cannot-retry", "a method that has a policy cannot be retried")
	ruleBrokenType      = finding.Declare("RG157", "broken-type", "a wrapped type does not compile")
	ruleWrongPackage    = finding.Declare("RG158", "wrong-package", "the output directory holds another package than the spec says")
	ruleNeverMatches    = finding.Declare("RG159", "never-matches", "no error of what a client wraps can satisfy a matcher")
	ruleReaderParameter = finding.Declare("RG250", "reader-parameter", "a method passes through, because of what an attempt does with its parameters")
	ruleNoContext       = finding.Declare("RG251", "no-context", "a method that is to be bounded in time takes no context")
	ruleUndeclared      = finding.Declare("RG252", "undeclared-idempotency", "a method that creates something is retried, and nothing says that this is safe")
	ruleLeftOut         = finding.Declare("RG254", "left-out", "a method of a struct is left out, because the output cannot spell its types")
	ruleMayNeverMatch   = finding.Declare("RG255", "may-never-match", "a matcher asks errors for a method that the errors of the module do not have")
	ruleEngineLoss      = finding.Declare("RG260", "engine-loss", "an engine cannot keep what a policy says")
)

// report adds a finding about the spec: at the key of the member at pointer if
// key is set, else at its value.
func (r *resolver) report(rule *finding.Rule, pointer schema.Pointer, key bool, message, hint string) {
	r.findings = append(r.findings, r.spec.Finding(rule, pointer, key, message, hint))
}

// declaredAt returns "declared at file:line:column" for an object of the
// user's own code, with the path relative to the spec.
func (r *resolver) declaredAt(object types.Object) string {
	if object == nil {
		return "" // the view is partial, and the message is not printed
	}
	return fmt.Sprintf("%s is declared at %s", object.Name(), r.shortPosition(object.Pos()))
}

// shortPosition returns a position with its path relative to the spec, if the
// file is in the same module.
func (r *resolver) shortPosition(pos token.Pos) string { return r.PositionFrom(r.target.Dir, pos) }
