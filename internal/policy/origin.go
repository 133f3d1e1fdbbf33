package policy

// Origin is the system of the file that a policy was read from, where the words
// of another system carry the policy. What is said about the policy names this
// system and its keys.
type Origin struct {
	// System is what people call the system, for example "gRPC".
	System string
	// Keys are the keys of the parameters, or other names for them.
	Keys map[Parameter]string
	// JitterHint says how to spread the waits, FixedHint how to write waits that
	// are meant not to grow. They may be empty.
	JitterHint, FixedHint string
}

// Words says in whose words the policy is written: the dialect and its reading,
// or the system of the file that it was read from.
func (p *Policy) Words() string {
	if p.Origin != nil {
		return p.Origin.System
	}
	return p.Dialect + ", " + string(p.Fidelity)
}
