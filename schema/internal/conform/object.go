package conform

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// checkObject checks the keywords for objects.
func (c *checker) checkObject(s map[string]any, at string, value map[string]any, instance string) {
	if least, ok := s["minProperties"].(float64); ok && len(value) < int(least) {
		c.fail(at, "/minProperties", instance)
	}
	required, _ := s["required"].([]any)
	if slices.ContainsFunc(required, func(name any) bool { return !has(value, name) }) {
		c.fail(at, "/required", instance)
	}
	dependencies, _ := s["dependencies"].(map[string]any)
	hasExtra := false
	for _, name := range slices.Sorted(maps.Keys(value)) {
		below := instance + "/" + escape(name)
		if names, ok := s["propertyNames"]; ok {
			c.check(names, at+"/propertyNames", name, below)
		}
		if !c.checkProperty(s, at, name, value[name], below) {
			hasExtra = true
		}
		if needed, ok := dependencies[name]; ok {
			c.checkDependency(needed, at+"/dependencies/"+escape(name), value, instance)
		}
	}
	if hasExtra {
		c.fail(at, "/additionalProperties", instance)
	}
}

// checkProperty checks the value of a property, and reports whether the object
// may have it.
func (c *checker) checkProperty(s map[string]any, at, name string, value any, instance string) bool {
	properties, _ := s["properties"].(map[string]any)
	if property, ok := properties[name]; ok {
		c.check(property, at+"/properties/"+escape(name), value, instance)
		return true
	}
	extra, ok := s["additionalProperties"]
	if ok && extra != false {
		c.check(extra, at+"/additionalProperties", value, instance)
	}
	return extra != false
}

// checkDependency checks what has to hold where a property is there.
func (c *checker) checkDependency(needed any, at string, value map[string]any, instance string) {
	names, ok := needed.([]any)
	if !ok {
		c.check(needed, at, value, instance)
		return
	}
	for i, name := range names {
		if !has(value, name) {
			c.fail(at, "/"+strconv.Itoa(i), instance)
		}
	}
}

// has reports whether an object has the property that a schema names.
func has(value map[string]any, name any) bool {
	text, _ := name.(string)
	_, ok := value[text]
	return ok
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// escape returns a key as a token of a JSON pointer.
func escape(key string) string { return escaper.Replace(key) }
