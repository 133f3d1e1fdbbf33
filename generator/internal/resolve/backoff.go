package resolve

import (
	"fmt"
	"go/types"

	"github.com/retrygen/retrygen/schema"
)

// resolveBackoff returns the function that computes the waits of a policy, and
// the field of a backoff that has its type; nil if it cannot be used.
func (r *resolver) resolveBackoff(p *schema.Policy) (*types.Func, string) {
	at := p.Pointer.Key("backoff").Key("func")
	name := p.Backoff.Func
	object := r.lookup(name, at)
	if object == nil {
		return nil, ""
	}
	if f, ok := object.(*types.Func); ok {
		if field := backoffField(f.Signature()); field != "" {
			return f, field
		}
	}
	r.report(ruleWrongKind, at, false,
		fmt.Sprintf("%s is not a function of type func(int) time.Duration, func(int, uint64) time.Duration or func(time.Duration, uint64) time.Duration", name),
		r.declaredAt(object))
	return nil, ""
}

// backoffField returns the field of a backoff for functions with a signature, or
// "".
func backoffField(s *types.Signature) string {
	if s.TypeParams().Len() > 0 || s.Variadic() || s.Results().Len() != 1 || !isDuration(s.Results().At(0).Type()) {
		return ""
	}
	params := s.Params()
	isDraw := params.Len() == 2 && types.Identical(params.At(1).Type(), types.Typ[types.Uint64])
	isRetry := params.Len() > 0 && types.Identical(params.At(0).Type(), types.Typ[types.Int])
	switch {
	case params.Len() == 1 && isRetry:
		return "Delay"
	case isDraw && isRetry:
		return "Jitter"
	case isDraw && isDuration(params.At(0).Type()):
		return "Decorrelated"
	default:
		return ""
	}
}

// isDuration reports whether t is time.Duration.
func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Duration" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}
