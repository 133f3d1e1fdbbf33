package conform

import "strconv"

// checkArray checks the keywords for arrays.
func (c *checker) checkArray(s map[string]any, at string, value []any, instance string) {
	if least, ok := s["minItems"].(float64); ok && len(value) < int(least) {
		c.fail(at, "/minItems", instance)
	}
	if most, ok := s["maxItems"].(float64); ok && len(value) > int(most) {
		c.fail(at, "/maxItems", instance)
	}
	tuple, isTuple := s["items"].([]any)
	for i, item := range value {
		below := instance + "/" + strconv.Itoa(i)
		switch {
		case isTuple && i < len(tuple):
			c.check(tuple[i], at+"/items/"+strconv.Itoa(i), item, below)
		case isTuple && s["additionalItems"] != false:
			c.check(s["additionalItems"], at+"/additionalItems", item, below)
		case !isTuple:
			c.check(s["items"], at+"/items", item, below)
		}
	}
	if isTuple && s["additionalItems"] == false && len(value) > len(tuple) {
		c.fail(at, "/additionalItems", instance)
	}
}
