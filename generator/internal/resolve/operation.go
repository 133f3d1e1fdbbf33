package resolve

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/schema"
)

// addOperations gives the methods of a client what the model that they were
// generated from says of their operations, unless the spec names them. It reports
// the operations that no method carries out, and the methods of no operation.
func (r *methodResolver) addOperations(methods []*types.Func) {
	rules := r.rules.MethodRules
	if len(rules.Operations) == 0 {
		return
	}
	twin := *rules
	twin.Methods = slices.Clone(rules.Methods)
	found := make([]bool, len(rules.Operations))
	var unknown []string
	for _, f := range methods {
		i := operationOf(rules.Operations, f.Name())
		if i >= 0 {
			found[i] = true
		}
		if named, _ := schema.MatchMethod(r.rules.methodNames(), f.Name()); named >= 0 {
			continue
		}
		if i < 0 {
			unknown = append(unknown, f.Name())
		}
		twin.Methods = append(twin.Methods, r.operationEntry(f.Name(), i))
	}
	r.rules.MethodRules = &twin
	r.reportOperations(found, unknown)
}

// operationEntry returns what the spec would say of a method that carries out an
// operation of the model, or none. One that is not safe makes one attempt.
func (r *methodResolver) operationEntry(method string, operation int) schema.Method {
	entry := schema.Method{Name: method, Pointer: r.rules.at.Key("from").Key("openapi")}
	if operation < 0 {
		return entry
	}
	op := r.rules.Operations[operation]
	isSafe := op.IsSafe
	if said := r.rules.idempotency(method); said != nil {
		isSafe = said.Idempotency != "unsafe"
	}
	if !isSafe {
		return entry
	}
	entry.Policy = op.Policy
	if op.SaysNothing {
		entry.Policy = r.rules.Policy
	}
	if op.IsSafe && entry.Policy != "" {
		entry.Idempotency = "safe"
	}
	return entry
}

// reportOperations reports what of a model and its client does not fit together.
func (r *methodResolver) reportOperations(found []bool, unknown []string) {
	var lost []string
	for i, op := range r.rules.Operations {
		if !found[i] {
			lost = append(lost, op.ID)
		}
	}
	at := r.rules.at.Key("from").Key("openapi")
	if len(lost) > 0 {
		r.report(foreign.LossRule, at, false, fmt.Sprintf("L15: no method of %s carries out %d operations of the model: %s", r.rules.target, len(lost), firstNames(lost)),
			"generate the client again, or wrap the type that has them")
	}
	if len(unknown) > 0 {
		r.report(foreign.LossRule, at, false, fmt.Sprintf("L15: %d methods of %s carry out no operation of the model, and pass through: %s", len(unknown), r.rules.target, firstNames(unknown)),
			"name them in methods")
	}
}

func firstNames(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// operationOf returns the index of the operation that a method carries out, or −1.
// Generators write the id in the capitals of Go (oapi-codegen, ogen, go-swagger);
// oapi-codegen also writes methods that take any body, or return a response that
// has been read.
func operationOf(operations []schema.Operation, method string) int {
	name, best := folded(method), -1
	for i, op := range operations {
		id := folded(op.ID)
		rest, ok := strings.CutPrefix(name, id)
		if !ok || id == "" || !isDouble(rest) {
			continue
		}
		if best < 0 || len(id) > len(folded(operations[best].ID)) {
			best = i
		}
	}
	return best
}

// isDouble reports whether what stands behind the id of an operation makes the
// name of another method for it: WithBody, WithFormdataBody, WithResponse, or a
// body and then the response.
func isDouble(rest string) bool {
	rest = strings.TrimSuffix(rest, "withresponse")
	return rest == "" || strings.HasPrefix(rest, "with") && strings.HasSuffix(rest, "body")
}

// folded returns the letters and digits of a name, in lower case.
func folded(name string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			return c
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		}
		return -1
	}, name)
}

// answer returns how the first result of a method says that a call failed whose
// error is nil. Methods that are generated from a model return responses of any
// status without an error.
func (r *methodResolver) answer(m *model.Method) model.Answer {
	if len(r.rules.Operations) == 0 || len(m.Results) != 2 || !m.HasErrorLast() {
		return model.NoAnswer
	}
	t := m.Results[0].Type
	pointer, ok := t.(*types.Pointer)
	if !ok {
		return model.NoAnswer
	}
	if named, ok := pointer.Elem().(*types.Named); ok && named.Obj().Name() == "Response" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "net/http" {
		return model.ResponseAnswer
	}
	f := methodOf(t, "StatusCode")
	if f == nil || f.Signature().Params().Len() != 0 || f.Signature().Results().Len() != 1 ||
		!types.Identical(f.Signature().Results().At(0).Type(), types.Typ[types.Int]) {
		return model.NoAnswer
	}
	return model.StatusAnswer
}
