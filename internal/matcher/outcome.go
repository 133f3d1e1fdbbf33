package matcher

// Outcome says what happened to the operation when its error came back.
type Outcome uint8

const (
	// Unknown means that the operation may have been carried out: the answer
	// was lost, as after a timeout or a connection reset.
	Unknown Outcome = iota
	// NotSent means that nothing was executed: the connection was refused, or
	// the server turned the request away.
	NotSent
	// Undone means that the operation was rolled back, as after a deadlock.
	Undone
)

// Outcomes are the outcomes as a spec spells them, in the order of their values.
var Outcomes = []string{"unknown", "not_sent", "undone"}

// String returns "unknown", "not_sent" or "undone".
func (o Outcome) String() string { return Outcomes[o] }

// IsSafe reports whether a retry cannot carry out the operation twice.
func (o Outcome) IsSafe() bool { return o != Unknown }
