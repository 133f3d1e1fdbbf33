package retrytest

import (
	"context"
	"reflect"
	"testing"
)

// Func is the script of a function, see [NewFunc]. It has the steps of a [Method];
// Then takes the results of the function without its error.
type Func = Method[func(results ...any)]

// NewFunc returns a double of a function, such as an activity, the handler of a job
// or an interceptor, and its script. Calls without a script go to real; if real is nil,
// such a call fails the test. CannotFail and NoContext of the description follow from
// the type of the function, whose first parameter is the context if it has one.
//
//	charge, faults := retrytest.NewFunc(t, Charge, retrytest.Config{Name: "Charge", Policy: ChargePolicy()})
//	faults.Fail(2, retrytest.Status(503))
//
// The modules of the engines have such doubles as their engines take them: see the
// packages temporalfake, grpcfake, connectfake, riverfake and asynqfake.
func NewFunc[F any](t testing.TB, real F, c Config) (F, *Func) {
	t.Helper()
	target, signature := reflect.ValueOf(real), reflect.TypeFor[F]()
	if signature.Kind() != reflect.Func {
		t.Fatalf("%s is a %s, and not a function", c.Name, signature)
	}
	results := signature.NumOut()
	c.NoContext = signature.NumIn() == 0 || signature.In(0) != reflect.TypeFor[context.Context]()
	c.CannotFail = c.ErrorMethod == "" && (results == 0 || signature.Out(results-1) != errorType)
	fake := New(t, c.Name, !target.IsNil())
	fake.isFunc = true
	script := newScript(fake, c)
	double := reflect.MakeFunc(signature, func(args []reflect.Value) []reflect.Value {
		return run(script, target, args)
	})
	faults := &Func{Script: script}
	faults.Then = func(results ...any) {
		t.Helper()
		thenResults(script, signature, results)
	}
	return double.Interface().(F), faults
}

// run makes an attempt of a function.
func run(s *Script, target reflect.Value, args []reflect.Value) []reflect.Value {
	var ctx context.Context
	if !s.config.NoContext {
		ctx, _ = args[0].Interface().(context.Context)
	}
	attempt := s.Begin(ctx)
	results := make([]reflect.Value, target.Type().NumOut())
	for i := range results {
		results[i] = reflect.New(target.Type().Out(i)).Elem()
	}
	if attempt.Calls() {
		for i, result := range callOf(target)(args) {
			results[i].Set(result)
		}
	}
	endWith(attempt, results)
	return results
}

// callOf returns how a function is called with the arguments that
// [reflect.MakeFunc] gives its double.
func callOf(f reflect.Value) func([]reflect.Value) []reflect.Value {
	if f.Type().IsVariadic() {
		return f.CallSlice
	}
	return f.Call
}

// thenResults adds a step that returns results, if they are results of a function with
// the signature.
func thenResults(s *Script, signature reflect.Type, results []any) {
	s.fake.t.Helper()
	want := signature.NumOut()
	if !s.config.CannotFail && s.config.ErrorMethod == "" {
		want-- // the error
	}
	if len(results) != want {
		s.fake.errorf("Then: %s wants %d results without its error, got %d", s.config.Name, want, len(results))
		return
	}
	for i, result := range results {
		if t := signature.Out(i); !isAssignable(result, t) {
			s.fake.errorf("Then: result %d of %s has type %s, got %T", i+1, s.config.Name, t, result)
			return
		}
	}
	s.add(&step{kind: then, left: 1, results: results, place: caller()})
}

// isAssignable reports whether a value can be a result of a type.
func isAssignable(value any, t reflect.Type) bool {
	if value == nil {
		return isNil(reflect.Zero(t))
	}
	return reflect.TypeOf(value).AssignableTo(t)
}
