package matcher

// Prefix matches errors whose text, or the text of an error that they wrap,
// begins with one of the prefixes, as Redis errors begin with "LOADING".
type Prefix struct {
	Entry
	Prefixes []Value
}

// Terms returns a term for each prefix.
func (m Prefix) Terms() []Term {
	return m.terms("prefix", m.Prefixes, func(string) Outcome { return Unknown })
}

// Condition returns the test of the text.
func (m Prefix) Condition() Condition {
	return Call{Gen: true, Func: "HasPrefix", Args: texts(m.Prefixes)}
}

func (m Prefix) only(keep []bool) Matcher {
	if m.Prefixes = kept(m.Prefixes, keep); len(m.Prefixes) == 0 {
		return nil
	}
	return m
}

func (m Prefix) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodePrefix(i item) Matcher {
	return Prefix{Entry: i.entry, Prefixes: decodeValues(i.value)}
}
