package lint

var _ = register("RG350", "difference", "the documentation of a system and its code disagree about a policy", differences)

// differences are the notes of the compiled policy.
func differences(p *pass) []finding {
	var found []finding
	for _, note := range p.compiled.Notes {
		found = append(found, finding{at: p.policy.Pointer, key: true, message: note})
	}
	return found
}
