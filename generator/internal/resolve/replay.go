package resolve

import (
	"fmt"
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// usedUp returns what an attempt uses up or shows to others, so that a second
// one would find it empty, or half done; "" if nothing.
func usedUp(m *model.Method) string {
	if m.MovesBytes() {
		return "may move a part of its bytes before it fails"
	}
	for i, v := range m.Params {
		if isRewindable(v.Type) {
			continue
		}
		if effect := effectOf(v.Type); effect != "" && !(m.Variadic && i == len(m.Params)-1 && isOption(v.Type)) {
			return effect + " its parameter of type " + shortType(v.Type)
		}
		if field := readerField(v.Type); field != nil {
			return fmt.Sprintf("uses up %s of its parameter of type %s", field.Name(), shortType(v.Type))
		}
	}
	return ""
}

// effectOf returns what an attempt does with a parameter of type t that another
// attempt would do again; "" if nothing.
func effectOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		if u.Dir() == types.SendOnly {
			return "may send to"
		}
		return "uses up"
	case *types.Signature:
		return "may call"
	case *types.Slice:
		return effectOf(u.Elem())
	case *types.Array:
		return effectOf(u.Elem())
	}
	switch {
	case moves(t, "Read"):
		return "uses up"
	case moves(t, "Write"):
		return "may write to"
	}
	return ""
}

// isOption reports whether a variadic parameter is of functions that configure
// the call: each is given one thing to change, and no context.
func isOption(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	f, ok := s.Elem().Underlying().(*types.Signature)
	if !ok || f.Results().Len() > 1 {
		return false
	}
	if f.Params().Len() == 2 && isContext(f.Params().At(0).Type()) && isRequest(f.Params().At(1).Type()) {
		return true // it edits the request of each attempt
	}
	if f.Params().Len() != 1 {
		return false
	}
	configured := f.Params().At(0).Type()
	_, isPointer := configured.Underlying().(*types.Pointer)
	return (isPointer || types.IsInterface(configured)) && !isContext(configured)
}

// isRewindable reports whether a parameter of type t can be taken back to where
// it stood before an attempt.
func isRewindable(t types.Type) bool {
	object, _, _ := types.LookupFieldOrMethod(t, false, nil, "Seek")
	f, ok := object.(*types.Func)
	return ok && isSeek(f.Signature()) && (moves(t, "Read") || moves(t, "Write"))
}

// isSeek reports whether a method has the form of io.Seeker.
func isSeek(s *types.Signature) bool {
	return s.Params().Len() == 2 && s.Results().Len() == 2 &&
		types.Identical(s.Params().At(0).Type(), types.Typ[types.Int64]) &&
		types.Identical(s.Params().At(1).Type(), types.Typ[types.Int]) &&
		types.Identical(s.Results().At(0).Type(), types.Typ[types.Int64]) && model.IsError(s.Results().At(1).Type())
}

// prepareReplay decides what is done to the parameters of a retried method: what
// can be rewound is, and errors of a callback are distinguished from errors of the call.
func (r *methodResolver) prepareReplay(m *model.Method, entry schema.Method) {
	for i, v := range m.Params {
		if isRewindable(v.Type) && !entry.Replayable {
			m.Rewound = append(m.Rewound, i)
		}
		if s := callback(v.Type); s != nil && !r.namesErrors(entry.Policy) {
			m.Callbacks = append(m.Callbacks, newCallback(i, s))
		}
	}
}

// namesErrors reports whether a policy lists the errors to retry. Then its list
// decides about the errors of callbacks, too.
func (r *resolver) namesErrors(policy string) bool {
	p := r.spec.Policy(policy)
	return p != nil && p.Errors.Retry != nil
}

// callback returns the signature of a function that returns an error last, or
// nil.
func callback(t types.Type) *types.Signature {
	s, ok := t.Underlying().(*types.Signature)
	if !ok || s.Results().Len() == 0 || !model.IsError(s.Results().At(s.Results().Len()-1).Type()) {
		return nil
	}
	return s
}

func newCallback(param int, s *types.Signature) model.Callback {
	c := model.Callback{Param: param, Signature: s}
	for v := range s.Params().Variables() {
		c.Params = append(c.Params, model.NewVariable(v))
	}
	for v := range s.Results().Variables() {
		c.Results = append(c.Results, model.NewVariable(v))
	}
	return c
}

// shortType returns a type with its packages by name.
func shortType(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// moves reports whether a type has the method of io.Reader or io.Writer with the
// given name.
func moves(t types.Type, name string) bool {
	f := methodOf(t, name)
	if f == nil {
		return false
	}
	s := f.Signature()
	return s.Params().Len() == 1 && s.Results().Len() == 2 &&
		model.IsBytes(s.Params().At(0).Type()) && model.IsError(s.Results().At(1).Type())
}

// readerField returns the exported field of a struct, or of what a pointer
// points to, that holds a reader, as the body of an http.Request does; nil if
// there is none.
func readerField(t types.Type) *types.Var {
	s := structOf(t)
	if s == nil {
		return nil
	}
	for f := range s.Fields() {
		if _, isInterface := f.Type().Underlying().(*types.Interface); isInterface && f.Exported() && moves(f.Type(), "Read") {
			return f
		}
	}
	return nil
}
