package matcher

// Class matches a class of errors that every program knows: "timeout",
// "network", "server_error" (status 5xx, or a fault of the server) or
// "rate_limit" (status 429).
type Class struct {
	Entry
	Class string
	// Type is the type by which a system that lists types of errors names the
	// class, such as "TemporalTimeout:StartToClose"; empty if the spec names the
	// class itself.
	Type string
}

// Classes are the names of the classes.
var Classes = []string{"timeout", "network", "server_error", "rate_limit"}

// Terms returns the class, with the status codes that belong to it.
func (m Class) Terms() []Term {
	t := Term{At: m.Pointer, Kind: "class", Value: m.Class, Outcome: m.outcome(Unknown), Service: m.Service}
	switch m.Class {
	case "server_error":
		t.Statuses = Range{Low: 500, High: 599}
	case "rate_limit":
		t.Statuses = Range{Low: 429, High: 429}
		t.Outcome = m.outcome(NotSent)
	}
	return []Term{t}
}

// Condition returns the function of the runtime for the class.
func (m Class) Condition() Condition {
	switch m.Class {
	case "timeout":
		return Call{Func: "IsTimeout"}
	case "network":
		return Call{Func: "IsNetwork"}
	case "server_error":
		return Call{Func: "IsServerFault"}
	default: // rate_limit
		return StatusIn{[]Range{{Low: 429, High: 429}}}
	}
}

func (m Class) only(keep []bool) Matcher { return whole(m, keep) }

func (m Class) with(e Entry) Matcher {
	m.Entry = e
	return m
}
