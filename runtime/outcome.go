package retry

// OutcomeOf returns what err itself shows about its operation: [NotSent] if
// [IsNotSent] or [IsThrottling] reports true, or if err says that a retry is
// safe; else [Unknown].
func OutcomeOf(err error) Outcome {
	if IsNotSent(err) || IsThrottling(err) || IsRetrySafe(err) {
		return NotSent
	}
	return Unknown
}
