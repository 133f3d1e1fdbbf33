package foreign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Object is a JSON object whose keys keep their order.
type Object []Field

// Field is a member of an [Object].
type Field struct {
	Name  string
	Value any
}

// MarshalJSON writes the fields in order.
func (o Object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := plain(f.Name)
		if err != nil {
			return nil, err
		}
		value, err := plain(f.Value)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// plain returns the JSON of a value without the escapes that HTML needs.
func plain(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
}

// ReadObject reads a JSON object, and the objects in it as values of type Object.
// Numbers stay as they are written.
func ReadObject(text []byte) (Object, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err := readValue(decoder)
	if err != nil {
		return nil, err
	}
	o, ok := value.(Object)
	if !ok {
		return nil, fmt.Errorf("the JSON is no object")
	}
	return o, nil
}

func readValue(decoder *json.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return readMembers(decoder)
	case json.Delim('['):
		return readItems(decoder)
	default:
		return token, nil
	}
}

func readMembers(decoder *json.Decoder) (any, error) {
	o := Object{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		value, err := readValue(decoder)
		if err != nil {
			return nil, err
		}
		o = append(o, Field{fmt.Sprint(name), value})
	}
	_, err := decoder.Token()
	return o, err
}

func readItems(decoder *json.Decoder) (any, error) {
	items := []any{}
	for decoder.More() {
		value, err := readValue(decoder)
		if err != nil {
			return nil, err
		}
		items = append(items, value)
	}
	_, err := decoder.Token()
	return items, err
}

// Get returns the value of a field, or nil.
func (o Object) Get(name string) any {
	if i := o.index(name); i >= 0 {
		return o[i].Value
	}
	return nil
}

// Object returns the object in a field, or nil.
func (o Object) Object(name string) Object {
	value, _ := o.Get(name).(Object)
	return value
}

// With returns the object with a field that has the value, in the place that it
// had or last.
func (o Object) With(name string, value any) Object {
	if i := o.index(name); i >= 0 {
		twin := slices.Clone(o)
		twin[i].Value = value
		return twin
	}
	return append(o[:len(o):len(o)], Field{name, value})
}

// Without returns the object without the fields.
func (o Object) Without(names ...string) Object {
	return slices.DeleteFunc(slices.Clone(o), func(f Field) bool { return slices.Contains(names, f.Name) })
}

func (o Object) index(name string) int {
	return slices.IndexFunc(o, func(f Field) bool { return f.Name == name })
}

// Indented returns JSON for people.
func Indented(o Object) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(o); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
