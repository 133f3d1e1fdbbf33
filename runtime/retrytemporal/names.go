package retrytemporal

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

// Names returns the names under which the SDK registers activities, so that the
// compiler checks them: of a function its name, of a pointer to a struct the names
// of its exported methods, and a text as it is.
//
//	jobs.ChargeActivityInterceptor(retrytemporal.Names(Charge, (*Bank).Refund))
//
// Like the registration in the SDK, it panics if an activity is something else.
func Names(activities ...any) []string {
	var names []string
	for _, a := range activities {
		names = append(names, namesOf(a)...)
	}
	return names
}

func namesOf(activity any) []string {
	if name, ok := activity.(string); ok {
		return []string{name}
	}
	v := reflect.ValueOf(activity)
	switch {
	case v.Kind() == reflect.Func && !v.IsNil():
		name := runtime.FuncForPC(v.Pointer()).Name()
		return []string{strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "-fm")}
	case v.Kind() == reflect.Pointer && v.Type().Elem().Kind() == reflect.Struct:
		names := make([]string, v.NumMethod())
		for i := range names {
			names[i] = v.Type().Method(i).Name
		}
		return names
	default:
		panic(fmt.Sprintf("retrytemporal: %T is neither a function, nor a pointer to a struct, nor a name", activity))
	}
}
