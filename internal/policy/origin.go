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
	// Documents is what the documentation of the system says about waits where
	// its code differs; the words that carry a policy follow it. Implemented
	// makes the policy follow the code, and returns what the code does. They
	// are empty and nil where the two agree.
	Documents   string
	Implemented func(*Policy) (code string)
}

// Follow lets a policy of the origin follow the documentation of its system, or
// its code.
func (o *Origin) Follow(p *Policy, f Fidelity) {
	if o == nil || o.Implemented == nil || p.BackoffFunc != nil {
		return
	}
	twin, followed := *p, "documentation"
	if f == Implemented {
		followed = "code"
		o.Implemented(p)
	}
	p.Note("%s documents %s, but its code %s; this policy follows the %s", o.System, o.Documents, o.Implemented(&twin), followed)
}

// Words says in whose words the policy is written: the dialect and its reading,
// or the system of the file that it was read from.
func (p *Policy) Words() string {
	if p.Origin != nil {
		return p.Origin.System
	}
	return p.Dialect + ", " + string(p.Fidelity)
}
