package retry

import (
	"errors"
	"math"
	"reflect"
	"sync"
	"time"
)

// hintFields has the path of the field that holds the wait for each type of
// error that was seen, nil if the type has none.
var hintFields sync.Map // reflect.Type to []int

// plainText is the type of errors.New, which needs no look at the cache.
var plainText = reflect.TypeOf(errors.New(""))

// maxHintDepth is how deep in a struct the field may be: the error of
// Kubernetes has it in ErrStatus.Details.
const maxHintDepth = 3

// hintFieldOf returns the path of the field RetryAfter or RetryAfterSeconds of
// an error type, or nil.
func hintFieldOf(err error) []int {
	t := reflect.TypeOf(err)
	if t == plainText {
		return nil
	}
	if path, ok := hintFields.Load(t); ok {
		return path.([]int)
	}
	path := findHintField(t, maxHintDepth)
	hintFields.Store(t, path)
	return path
}

// findHintField searches a type, outer fields first.
func findHintField(t reflect.Type, depth int) []int {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		return nil
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && isHintField(f) {
			return []int{i}
		}
	}
	if depth == 1 {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() || f.Type.Kind() == reflect.Interface {
			continue // an error in it is wrapped, and visited by itself
		}
		if path := findHintField(f.Type, depth-1); path != nil {
			return append([]int{i}, path...)
		}
	}
	return nil
}

// isHintField reports whether a field holds a wait: RetryAfter of type
// time.Duration, or RetryAfterSeconds as a number.
func isHintField(f reflect.StructField) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch f.Name {
	case "RetryAfter":
		return t == reflect.TypeFor[time.Duration]()
	case "RetryAfterSeconds":
		return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 || t.Kind() == reflect.Float64 || t.Kind() == reflect.Float32
	}
	return false
}

// hintInField returns the wait in the field of err at a path, or 0.
func hintInField(err error, path []int) time.Duration {
	v := reflect.ValueOf(err)
	for _, i := range path {
		if v = reflect.Indirect(v); !v.IsValid() {
			return 0
		}
		v = v.Field(i)
	}
	if v = reflect.Indirect(v); !v.IsValid() {
		return 0
	}
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		return time.Duration(v.Int())
	case v.CanInt():
		return seconds(float64(v.Int()))
	case v.CanUint():
		return seconds(float64(v.Uint()))
	default:
		return seconds(v.Float())
	}
}

// seconds returns s seconds, at most the longest duration.
func seconds(s float64) time.Duration {
	if ns := s * float64(time.Second); ns < math.MaxInt64 {
		return time.Duration(ns)
	}
	return math.MaxInt64
}
