package retrytest

import (
	"reflect"
)

var errorType = reflect.TypeFor[error]()

// setError gives the results the error of the attempt, and else their zero values.
func setError(a *Attempt, values []reflect.Value, err error) {
	a.script.fake.t.Helper()
	for _, v := range values {
		v.SetZero()
	}
	c := a.script.config
	switch last := len(values) - 1; {
	case c.CannotFail:
	case c.ErrorMethod != "":
		if !putError(values[c.ErrorResult], err) || askError(values[c.ErrorResult], c.ErrorMethod) == nil {
			a.script.fake.errorf("%s: %s: no %s can be made whose %s() is an error; write Then with such a result",
				a.step.place, a.script.name(), values[c.ErrorResult].Type(), c.ErrorMethod)
		}
	case isIterator(values[last].Type()):
		values[last].Set(failingIterator(values[last].Type(), err))
	default:
		values[last].Set(reflect.ValueOf(&err).Elem())
	}
}

// errorIn returns the error of the call that is in its results.
func errorIn(a *Attempt, values []reflect.Value) error {
	c := a.script.config
	switch {
	case c.CannotFail:
		return nil
	case c.ErrorMethod != "":
		return askError(values[c.ErrorResult], c.ErrorMethod)
	default:
		err, _ := values[len(values)-1].Interface().(error)
		return err
	}
}

// askError returns what a result answers to a method that returns an error.
func askError(result reflect.Value, method string) error {
	if isNil(result) {
		return nil
	}
	f := result.MethodByName(method)
	if !f.IsValid() && result.CanAddr() {
		f = result.Addr().MethodByName(method)
	}
	if !f.IsValid() {
		return nil
	}
	err, _ := f.Call(nil)[0].Interface().(error)
	return err
}

// putError makes a result that has an error: by its method SetErr, or by a field of
// type error. It reports false if the type has neither.
func putError(result reflect.Value, err error) bool {
	switch t := result.Type(); {
	case t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct:
		result.Set(reflect.New(t.Elem()))
		return setErr(result, err) || putField(result.Elem(), err)
	case t.Kind() == reflect.Struct:
		return putField(result, err)
	case t.Kind() == reflect.Slice:
		item := reflect.New(t.Elem()).Elem()
		if !putError(item, err) {
			return false
		}
		result.Set(reflect.Append(reflect.Zero(t), item))
		return true
	case t.Kind() == reflect.Interface && t == reflect.TypeFor[interface{ Err() error }]():
		result.Set(reflect.ValueOf(failedResult{err}))
		return true
	}
	return false
}

// failedResult is a result that has nothing but an error.
type failedResult struct{ err error }

// Err returns the error.
func (r failedResult) Err() error { return r.err }

// setErr calls the method SetErr of a result.
func setErr(result reflect.Value, err error) bool {
	setter, ok := result.Interface().(interface{ SetErr(error) })
	if ok {
		setter.SetErr(err)
	}
	return ok
}

// putField sets the first exported field of type error of a struct.
func putField(s reflect.Value, err error) bool {
	for f := range s.Type().Fields() {
		if f.IsExported() && f.Type == errorType {
			s.FieldByIndex(f.Index).Set(reflect.ValueOf(&err).Elem())
			return true
		}
	}
	return false
}

// isIterator reports whether t is an iterator that yields errors.
func isIterator(t reflect.Type) bool {
	if t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 0 {
		return false
	}
	yield := t.In(0)
	return yield.Kind() == reflect.Func && yield.NumIn() == 2 && yield.In(1) == errorType &&
		yield.NumOut() == 1 && yield.Out(0).Kind() == reflect.Bool
}

// failingIterator returns an iterator that yields an error.
func failingIterator(t reflect.Type, err error) reflect.Value {
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		args[0].Call([]reflect.Value{reflect.Zero(t.In(0).In(0)), reflect.ValueOf(&err).Elem()})
		return nil
	})
}

// watchIterator lets the attempt end with the first element of the iterator that it
// returns, and reports whether it returns one.
func watchIterator(a *Attempt, values []reflect.Value) bool {
	c := a.script.config
	if c.CannotFail || c.ErrorMethod != "" || len(values) == 0 {
		return false
	}
	last := values[len(values)-1]
	if !isIterator(last.Type()) || last.IsNil() {
		return false
	}
	inner := reflect.ValueOf(last.Interface())
	last.Set(reflect.MakeFunc(last.Type(), func(args []reflect.Value) []reflect.Value {
		yield := reflect.MakeFunc(args[0].Type(), func(element []reflect.Value) []reflect.Value {
			err, _ := element[1].Interface().(error)
			a.close(err)
			return args[0].Call(element)
		})
		inner.Call([]reflect.Value{yield})
		a.close(nil)
		return nil
	}))
	return true
}

// discard closes what an attempt has returned and nobody will see.
func discard(values []reflect.Value) {
	for _, v := range values {
		if isNil(v) {
			continue
		}
		switch result := v.Interface().(type) {
		case interface{ Close() error }:
			result.Close()
		case interface{ Close() }:
			result.Close()
		}
		if isIterator(v.Type()) {
			drain(v)
		}
	}
}

// drain takes the first element of an iterator, so that its call is made.
func drain(iterator reflect.Value) {
	yield := reflect.MakeFunc(iterator.Type().In(0), func([]reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(false)}
	})
	reflect.ValueOf(iterator.Interface()).Call([]reflect.Value{yield})
}

// isNil reports whether a value is nil.
func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return v.IsNil()
	default:
		return false
	}
}
