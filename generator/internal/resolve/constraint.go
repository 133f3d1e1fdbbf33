package resolve

import (
	"fmt"
	"go/types"
	"path/filepath"

	"github.com/retrygen/retrygen/internal/buildtag"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

var ruleConstrained = finding.Declare("RG258", "build-constraint", "the output is built where something that it uses is not")

// checkConstraint reports a declaration that some builds which have the output do
// not have.
func (r *resolver) checkConstraint(object types.Object, pointer schema.Pointer) {
	if object.Pkg() == nil {
		return
	}
	declared := r.ConstraintOf(object)
	if buildtag.Implies(r.spec.Build, declared) {
		return
	}
	r.report(ruleConstrained, pointer, false,
		fmt.Sprintf("%s is declared under the build constraint %s, and the output is built without it", object.Name(), declared),
		"write "+r.buildKey(declared))
}

// buildKey returns how a spec asks for a constraint besides its own.
func (r *resolver) buildKey(e buildtag.Expr) string {
	return fmt.Sprintf("build: %q at the top of the spec", buildtag.And(r.spec.Build, e))
}

// constraintHint says under which constraint a directory declares a name that
// this build does not have; "" if it does not declare it.
func (r *resolver) constraintHint(dir, name string) string {
	if dir == "" {
		return ""
	}
	for _, file := range r.Declaring(dir, name) {
		if file.Build != nil {
			return fmt.Sprintf("%s declares it under the build constraint %s: write %s", filepath.Base(file.Name), file.Build, r.buildKey(file.Build))
		}
	}
	return ""
}
