package effect

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// settings compares the fields of two structs of one type that have no rule of
// their own, so that no change goes unseen. To turn one off is breaking: it can
// be a protection.
func (l *list) settings(before, after any, known ...string) {
	old, now := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range old.NumField() {
		field := old.Type().Field(i)
		if !field.IsExported() || slices.Contains(known, field.Name) {
			continue
		}
		was, is := old.Field(i), now.Field(i)
		if reflect.DeepEqual(was.Interface(), is.Interface()) {
			continue
		}
		severity := Notable
		if is.IsZero() {
			severity = Breaking
		}
		l.add(severity, spaced(field.Name), setting(was), setting(is))
	}
}

// setting returns a value as people read it.
func setting(v reflect.Value) string {
	if v.IsZero() {
		return "none"
	}
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return strings.Trim(fmt.Sprintf("%+v", v.Interface()), "{}")
}

// spaced turns "OnFailure" into "on failure".
func spaced(name string) string {
	var text strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			text.WriteByte(' ')
		}
		text.WriteRune(unicode.ToLower(r))
	}
	return text.String()
}
