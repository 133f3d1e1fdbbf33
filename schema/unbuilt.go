package schema

import "slices"

// unbuilt are the keys of the spec format that are not supported yet, by the
// definition of the JSON Schema that they belong to.
var unbuilt = map[string][]string{
	"":       {"runtime", "engines"},
	"policy": {"quota", "circuit_breaker", "from", "dialect", "nested", "engines"},
	"smithy": {"retry_quota"},
	"httpx":  {"allowed_methods", "retry_on_exceptions", "attempts_made", "elapsed_sleep", "validate_response"},
	"client": {"http"},
	"method": {"idempotency"},
}

// standIns are the keys among them that will stand for a key that is required
// now, so that no one is told to write what is to be read from elsewhere.
var standIns = map[string]string{"policy": "from", "client": "http"}

// hasStandIn reports whether the mapping has such a key.
func (v violation) hasStandIn() bool { return v.node.has(standIns[v.definition()]) }

// isUnbuilt reports whether a key that the schema around the violation does
// not have is one that is not supported yet.
func (v violation) isUnbuilt(name string) bool {
	return slices.Contains(unbuilt[v.definition()], name)
}

// definition returns the name of the definition that the violation is in; it
// is empty for the document.
func (v violation) definition() string {
	if len(v.path) > 2 && v.path[0] == "definitions" {
		return v.path[1]
	}
	return ""
}
