package retry

// Outcome says what happened to an operation when its error came back.
type Outcome uint8

// The outcomes.
const (
	Unknown Outcome = iota // it may have been carried out: the answer was lost
	NotSent                // nothing was executed
	Undone                 // it was rolled back
)

// String returns "unknown", "not sent" or "undone".
func (o Outcome) String() string {
	return [...]string{"unknown", "not sent", "undone"}[min(o, Undone)]
}

// OutcomeOf returns what err itself shows about its operation: [NotSent] if
// [IsNotSent] or [IsThrottling] reports true, or if err says that a retry is
// safe; else [Unknown].
func OutcomeOf(err error) Outcome {
	if IsNotSent(err) || IsThrottling(err) || IsRetrySafe(err) {
		return NotSent
	}
	return Unknown
}
