package resolve

import (
	"fmt"
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

var ruleErrorMethod = finding.Declare("RG163", "error-method", "no result has the method that is said to return its error")

// errorMethods are the methods of results that have the error of their call,
// where the spec names none.
var errorMethods = []string{"Err", "FirstErr"}

// findError decides where the error of a method's calls is: in its last result,
// in a method of a result, or in what an iterator yields. It returns why no
// policy can apply to the method; "" if one can.
func (r *methodResolver) findError(m *model.Method, entry schema.Method) string {
	last := len(m.Results) - 1
	if last >= 0 && model.IsError(m.Results[last].Type) {
		return ""
	}
	if r.answers(m, r.rules, entry.Error, entry.Pointer) {
		return ""
	}
	for rules := r.rules; rules != nil; rules = rules.parent {
		if r.answers(m, rules, rules.Error, rules.at) {
			return ""
		}
	}
	return r.findDefaultError(m)
}

// answers takes over the method of results that the spec names at a pointer, and
// reports whether a result has it.
func (r *methodResolver) answers(m *model.Method, rules *methodRules, name string, at schema.Pointer) bool {
	found := resultsWith(m, name)
	if name == "" || len(found) == 0 {
		return false
	}
	m.ErrorMethod, m.ErrorResult = name, found[0]
	for ; rules != nil; rules = rules.parent {
		if rules.answered == nil {
			rules.answered = map[schema.Pointer]bool{}
		}
		rules.answered[at] = true
	}
	return true
}

// findDefaultError is findError where the spec names no method that a result has.
func (r *methodResolver) findDefaultError(m *model.Method) string {
	if len(m.Results) == 1 && isErrorIterator(m.Results[0].Type) {
		m.IsIterator = true
		return ""
	}
	for _, name := range errorMethods {
		found := resultsWith(m, name)
		if len(found) > 1 || len(found) == 1 && m.ErrorMethod != "" {
			m.ErrorMethod = ""
			return "several methods of its results may have its error"
		}
		if len(found) == 1 {
			m.ErrorMethod, m.ErrorResult = name, found[0]
		}
	}
	if m.ErrorMethod != "" {
		return ""
	}
	return "it does not return an error last"
}

// resultsWith returns the indices of the results that have a method with the
// given name that returns an error and takes nothing.
func resultsWith(m *model.Method, name string) []int {
	var found []int
	for i, v := range m.Results {
		f := methodOf(v.Type, name)
		if f == nil || isContext(v.Type) {
			continue
		}
		s := f.Signature()
		if s.Params().Len() == 0 && s.Results().Len() == 1 && model.IsError(s.Results().At(0).Type()) {
			found = append(found, i)
		}
	}
	return found
}

// isErrorIterator reports whether a function can be ranged over, and yields
// errors with its values.
func isErrorIterator(t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	if !ok || !isIterator(s) {
		return false
	}
	yield := s.Params().At(0).Type().Underlying().(*types.Signature)
	return yield.Params().Len() == 2 && model.IsError(yield.Params().At(1).Type())
}

// checkErrorMethods reports the methods of results that the spec names and no
// result has.
func (r *resolver) checkErrorMethods(rules *methodRules) {
	r.checkErrorMethod(rules, rules.Error, rules.at)
	for _, m := range rules.Methods {
		r.checkErrorMethod(rules, m.Error, m.Pointer)
	}
}

func (r *resolver) checkErrorMethod(rules *methodRules, name string, at schema.Pointer) {
	if name == "" || rules.answered[at] {
		return
	}
	r.report(ruleErrorMethod, at.Key("error"), false,
		fmt.Sprintf("no method that follows a policy and returns no error has a result with a method %s() error", name),
		"name the method of the result that has the error, or leave error out")
}
