package matcher

import (
	"slices"
)

// Code matches errors by a code of their service, which they answer to
// ErrorCode(), Code() or SQLErrorNumber(): a text or a number.
type Code struct {
	Entry
	Codes []Value
	// Field reads the code from a field or method of a type; nil asks any error
	// with one of the methods above.
	Field *Field
}

// Terms returns a term for each code.
func (m Code) Terms() []Term { return m.Field.at(m.terms("code", m.Codes, codeOutcome)) }

// Condition returns the test of the code.
func (m Code) Condition() Condition {
	return valueCondition("HasCode", m.Codes, m.Field, "ErrorCode", "Code", "SQLErrorNumber")
}

func (m Code) only(keep []bool) Matcher {
	if m.Codes = kept(m.Codes, keep); len(m.Codes) == 0 {
		return nil
	}
	return m
}

func (m Code) with(e Entry) Matcher {
	m.Entry = e
	return m
}

// throttlingCodes are the error codes that AWS SDKs count as throttling. A
// throttled request is not executed.
var throttlingCodes = []string{
	"BandwidthLimitExceeded", "EC2ThrottledException", "LimitExceededException", "PriorRequestNotComplete",
	"ProvisionedThroughputExceededException", "RequestLimitExceeded", "RequestThrottled", "RequestThrottledException",
	"SlowDown", "ThrottledException", "Throttling", "ThrottlingException", "TooManyRequestsException",
	"TransactionInProgressException",
}

func codeOutcome(code string) Outcome {
	if slices.Contains(throttlingCodes, code) {
		return NotSent
	}
	return Unknown
}

func decodeCode(i item) Matcher {
	return Code{Entry: i.entry, Codes: decodeValues(i.value), Field: i.field}
}
