package matcher

import (
	"strings"
)

// SQLState matches errors by their SQLSTATE (ISO/IEC 9075), which they answer to
// SQLState() string.
type SQLState struct {
	Entry
	// States are five characters, or a prefix that ends in "*": "40001", "08*".
	States []Value
	// Field reads the state from a field of a type without such a method.
	Field *Field
}

// Terms returns a term for each state.
func (m SQLState) Terms() []Term {
	return m.Field.at(m.terms("sqlstate", m.States, sqlStateOutcome))
}

// Condition returns the test of the state.
func (m SQLState) Condition() Condition {
	return valueCondition("HasSQLState", m.States, m.Field, "SQLState")
}

func (m SQLState) only(keep []bool) Matcher {
	if m.States = kept(m.States, keep); len(m.States) == 0 {
		return nil
	}
	return m
}

func (m SQLState) with(e Entry) Matcher {
	m.Entry = e
	return m
}

// sqlStateOutcome returns the outcome that a state stands for. Class 40 is a
// rolled-back transaction, except for 40003, where the server does not know;
// 08001 and 08004 are connections that were never made.
func sqlStateOutcome(state string) Outcome {
	switch {
	case state == "40003", state == "40*", state == "4*":
		return Unknown
	case strings.HasPrefix(state, "40"):
		return Undone
	case state == "08001", state == "08004":
		return NotSent
	default:
		return Unknown
	}
}

func decodeSQLState(i item) Matcher {
	return SQLState{Entry: i.entry, States: decodeValues(i.value), Field: i.field}
}
