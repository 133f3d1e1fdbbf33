package effect

import (
	"slices"

	"github.com/retrygen/retrygen/schema"
)

// children compares what two versions say about the clients that a client
// returns, by the methods that return them.
func (l *list) children(before, after *schema.Spec, subject string, old, now *schema.Children) {
	l.subject = subject
	if was, is := childrenWords(old), childrenWords(now); was != is {
		severity := Notable
		if now == nil {
			severity = Breaking
		}
		l.add(severity, "children", was, is)
	}
	if old == nil || now == nil {
		return
	}
	for _, accessor := range union(now.Accessors(), old.Accessors()) {
		l.child(before, after, subject+"."+accessor, childOf(old, accessor), childOf(now, accessor))
	}
}

// childrenWords says which methods return a client, apart from those that a
// mapping names.
func childrenWords(c *schema.Children) string {
	switch {
	case c == nil:
		return ""
	case c.IsAll:
		return "all"
	default:
		return "by name"
	}
}

// childOf returns what the children say about a method. What they do not name
// is returned as it is, unless they are all.
func childOf(c *schema.Children, accessor string) schema.Child {
	for _, child := range c.Named {
		if child.Accessor == accessor {
			return child
		}
	}
	return schema.Child{Accessor: accessor, IsNone: !c.IsAll}
}

func (l *list) child(before, after *schema.Spec, subject string, old, now schema.Child) {
	l.subject = subject
	switch {
	case old.IsNone && !now.IsNone:
		l.add(Breaking, "returns a client that retries", "no", "yes")
	case now.IsNone && !old.IsNone:
		l.add(Notable, "returns a client that retries", "yes", "no")
	}
	if old.Name != now.Name {
		l.add(Breaking, "name", orNone(old.Name), orNone(now.Name))
	}
	l.rules(before, after, subject, old.MethodRules, now.MethodRules)
	l.children(before, after, subject, old.Children, now.Children)
	l.subject = subject
	old.IsNone, old.HasPolicy = now.IsNone, now.HasPolicy // both show in the policy
	l.settings(old, now, "Accessor", "Pointer", "Name", "MethodRules", "Children")
}

// union returns the words of both lists, each once.
func union(a, b []string) []string {
	all := slices.Clone(a)
	for _, word := range b {
		if !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	return all
}
