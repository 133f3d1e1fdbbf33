package matcher

// Label matches errors that answer true to HasErrorLabel(string) bool for one of
// the labels, as MongoDB's errors do.
type Label struct {
	Entry
	Labels []Value
}

// Terms returns a term for each label.
func (m Label) Terms() []Term {
	return m.terms("label", m.Labels, func(string) Outcome { return Unknown })
}

// Condition returns the test of the labels.
func (m Label) Condition() Condition { return Call{Func: "HasLabel", Args: texts(m.Labels)} }
