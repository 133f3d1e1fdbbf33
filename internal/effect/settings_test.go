package effect

import (
	"reflect"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// TestEveryFieldCounts changes one field after the other, and demands that the
// change is told, whatever fields are added in future.
func TestEveryFieldCounts(t *testing.T) {
	silent := map[string]string{
		"Name": "the key of the comparison", "Pointer": "a place in the file", "Notes": "follow from the rest",
		"System": "the name of the dialect", "Origin": "names for what the rest says",
		"Accessor": "the key of the comparison", "HasPolicy": "shows in the policy",
		"Wraps": "compared by client", "Methods": "compared by client",
	}
	compare := map[string]func(before, after any) []Change{
		"Policy": func(before, after any) []Change {
			l := &list{}
			l.policy(before.(*policy.Policy), after.(*policy.Policy))
			return l.changes
		},
		"Method": func(before, after any) []Change {
			l := &list{}
			spec := &schema.Spec{Policies: []*schema.Policy{{Name: "s", Dialect: &schema.Exosphere{}}}}
			l.method(spec, spec, *before.(*schema.Method), *after.(*schema.Method))
			return l.changes
		},
	}
	compare["Child"] = func(before, after any) []Change {
		l := &list{}
		spec := &schema.Spec{Policies: []*schema.Policy{{Name: "s", Dialect: &schema.Exosphere{}}}}
		l.child(spec, spec, "Child", *before.(*schema.Child), *after.(*schema.Child))
		return l.changes
	}
	policyBefore := policy.Policy{
		MaxAttempts: 3, Dialect: "temporal", Otherwise: policy.RetryUnlessMarked, Backoff: policy.Schedule{Cap: policy.Unlimited},
	}
	for _, before := range []any{&policyBefore, &schema.Method{}, &schema.Child{}} {
		kind := reflect.TypeOf(before).Elem()
		for i := range kind.NumField() {
			field := kind.Field(i)
			t.Run(kind.Name()+"/"+field.Name, func(t *testing.T) {
				after := reflect.New(kind)
				after.Elem().Set(reflect.ValueOf(before).Elem())
				fill(t, after.Elem().Field(i))
				got := compare[kind.Name()](before, after.Interface())
				isSilent := silent[field.Name] != "" && kind.Name()+field.Name != "ChildName"
				if told := len(got) > 0; told == isSilent {
					t.Errorf("changes %v; silent because: %q", got, silent[field.Name])
				}
			})
		}
	}
}

// fill sets a field to something else than it was.
func fill(t *testing.T, v reflect.Value) {
	switch v.Interface().(type) {
	case policy.Schedule:
		v.Set(reflect.ValueOf(policy.Schedule{First: time.Second, Cap: policy.Unlimited}))
		return
	case *policy.Schedule:
		v.Set(reflect.ValueOf(&policy.Schedule{First: time.Second, Cap: policy.Unlimited}))
		return
	case *schema.Children:
		v.Set(reflect.ValueOf(&schema.Children{IsAll: true}))
		return
	case []matcher.Matcher:
		v.Set(reflect.ValueOf([]matcher.Matcher{matcher.Class{Class: "timeout"}, matcher.Status{Ranges: []matcher.Range{{Low: 500, High: 502}}}}))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("s")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 7)
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
	case reflect.Float64:
		v.SetFloat(v.Float() + 7)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key)
		fill(t, value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { return nil }))
	default:
		t.Fatalf("no value for a field of kind %v", v.Kind())
	}
}
