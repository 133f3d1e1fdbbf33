package matcher

// Label matches errors that answer true to HasErrorLabel(string) bool for one of
// the labels, as MongoDB's errors do.
type Label struct {
	Entry
	Labels []Value
	// Field is a field of a type with a list of labels; nil asks any error that
	// has the method.
	Field *Field
}

// Terms returns a term for each label.
func (m Label) Terms() []Term {
	return m.Field.at(m.terms("label", m.Labels, func(string) Outcome { return Unknown }))
}

// Condition returns the test of the labels.
func (m Label) Condition() Condition {
	return valueCondition("HasLabel", m.Labels, m.Field, "HasErrorLabel")
}

func (m Label) only(keep []bool) Matcher {
	if m.Labels = kept(m.Labels, keep); len(m.Labels) == 0 {
		return nil
	}
	return m
}

func (m Label) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodeLabel(i item) Matcher {
	return Label{Entry: i.entry, Labels: decodeValues(i.value), Field: i.field}
}
