package errtree

import "reflect"

// listed returns the errors in a slice or a map of errors. Some clients return
// one as an error, which does not unwrap to them.
func listed(err error) []error {
	if !isList(err) {
		return nil
	}
	v := reflect.ValueOf(err)
	if v.Kind() != reflect.Map {
		return elements(v.Len(), v.Index)
	}
	values := v.MapRange()
	return elements(v.Len(), func(int) reflect.Value { values.Next(); return values.Value() })
}

// isList reports whether an error is a slice, an array or a map.
func isList(err error) bool {
	switch reflect.TypeOf(err).Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return true
	default:
		return false
	}
}

// elements returns the values among n that are errors.
func elements(n int, value func(int) reflect.Value) []error {
	var all []error
	for i := range n {
		v := value(i)
		if !v.CanInterface() {
			return nil
		}
		if err, ok := v.Interface().(error); ok && !isNil(v) {
			all = append(all, err)
		}
	}
	return all
}

func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		return v.IsNil()
	default:
		return false
	}
}

// Unfold returns an error that unwraps to what [Walk] visits, for [errors.Is] and
// [errors.As], which look into no slices and maps: err itself, unless there is
// one in its tree.
func Unfold(err error) error {
	if err == nil || !isList(err) && !unwraps(err) {
		return err
	}
	inside := Lists(err)
	if len(inside) == 0 {
		return err
	}
	return &unfolded{err, append([]error{err}, inside...)}
}

// Lists returns the errors that are in slices and maps in the tree of an error.
func Lists(err error) (inside []error) {
	walk(err, func(err error) bool {
		if !unwraps(err) {
			inside = append(inside, listed(err)...)
		}
		return false
	}, false)
	return inside
}

// unwraps reports whether an error says itself what it wraps.
func unwraps(err error) bool {
	switch err.(type) {
	case interface{ Unwrap() error }, interface{ Unwrap() []error }:
		return true
	default:
		return false
	}
}

// unfolded is an error with the errors in its slices and maps.
type unfolded struct {
	error
	all []error
}

// Unwrap returns the error, and the errors that its slices and maps hold.
func (u *unfolded) Unwrap() []error { return u.all }
