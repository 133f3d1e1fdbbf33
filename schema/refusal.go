package schema

// refusal is why a key cannot stand in a spec, and what to write instead.
type refusal struct{ message, hint string }

// foreign are known keys that cannot stand where they do, by the definition of
// the JSON Schema: keys of the source systems that hold the state of one call or
// objects of another language, and keys that stand elsewhere in a spec.
var foreign = map[string]map[string]refusal{
	"policy": {
		"engines": {"a policy does not name its engines: they name their policies", "write engines: {temporal: {policies: [NAME]}} beside policies"},
	},
	"httpx": {
		"retry_on_exceptions": {"retry_on_exceptions holds Python classes", "write errors: {retry: [timeout, network]} beside the httpx block"},
		"validate_response":   {"validate_response is a Python function", "write errors: {retry: [{func: NAME}]} beside the httpx block"},
		"attempts_made":       {"attempts_made is the state of one call, which begins at 0", "remove it"},
		"elapsed_sleep":       {"elapsed_sleep is the state of one call, which begins at 0", "remove it"},
	},
}

// refusalOf returns why a key that the schema does not have is refused, if it
// is a known one.
func (v violation) refusalOf(name string) (refusal, bool) {
	r, ok := foreign[v.definition()][name]
	return r, ok
}
