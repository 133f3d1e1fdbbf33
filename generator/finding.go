package generator

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"

	"github.com/retrygen/retrygen/schema"
)

// The rules that need the Go code around a spec.
const (
	rulePackageNotFound = "RG150"
	ruleNameNotFound    = "RG151"
	ruleWrongKind       = "RG152"
	ruleNotAccessible   = "RG153"
	ruleNameTaken       = "RG154"
	ruleMethodNotFound  = "RG155"
	ruleCannotRetry     = "RG156"
	ruleBrokenType      = "RG157"
	ruleWrongPackage    = "RG158"
	ruleReaderParameter = "RG250"
	ruleNoContext       = "RG251"
	ruleUndeclared      = "RG252"
	ruleLateReading     = "RG253"
	ruleLeftOut         = "RG254"
	ruleEngineLoss      = "RG260"
)

// report adds a finding about the spec: at the key of the member at pointer if
// key is set, else at its value.
func (r *resolver) report(rule string, pointer schema.Pointer, key bool, message, hint string) {
	pos := r.spec.Position(pointer)
	if key {
		pos = r.spec.KeyPosition(pointer)
	}
	severity := schema.Error
	if rule >= "RG2" {
		severity = schema.Warning
	}
	r.findings = append(r.findings, schema.Diagnostic{
		Pos: pos, Pointer: pointer, Rule: rule, Severity: severity, Message: message, Hint: hint,
	})
}

// declaredAt returns "declared at file:line:column" for an object of the
// user's own code, with the path relative to the spec.
func (r *resolver) declaredAt(object types.Object) string {
	return fmt.Sprintf("%s is declared at %s", object.Name(), r.shortPosition(object.Pos()))
}

// shortPosition returns a position with its path relative to the spec, if the
// file is in the same module.
func (r *resolver) shortPosition(pos token.Pos) string {
	position := r.load.fset.Position(pos)
	inModule, err := filepath.Rel(moduleRoot(r.place.dir), position.Filename)
	if err != nil || !filepath.IsLocal(inModule) {
		return position.String()
	}
	if short, err := filepath.Rel(r.place.dir, position.Filename); err == nil {
		position.Filename = filepath.ToSlash(short)
	}
	return position.String()
}
