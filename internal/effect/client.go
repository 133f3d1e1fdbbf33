package effect

import (
	"slices"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/schema"
)

func (l *list) clients(before, after *schema.Spec) {
	for _, c := range after.Clients {
		l.subject = "client " + c.Name
		if old := clientOf(before, c.Name); old != nil {
			l.client(before, after, old, c)
		} else {
			l.add(Notable, "added", "", "wraps "+wraps(c))
		}
	}
	for _, c := range before.Clients {
		if clientOf(after, c.Name) == nil {
			l.subject = "client " + c.Name
			l.add(Breaking, "removed", "wraps "+wraps(c), "")
		}
	}
}

func clientOf(spec *schema.Spec, name string) *schema.Client {
	i := slices.IndexFunc(spec.Clients, func(c *schema.Client) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return spec.Clients[i]
}

// client compares the methods that either version names, and all others, which
// follow the policy of the client.
func (l *list) client(before, after *schema.Spec, old, now *schema.Client) {
	if was, is := wraps(old), wraps(now); was != is {
		l.add(Breaking, "wraps", was, is)
	}
	l.settings(*old, *now, "Name", "Pointer", "Wraps", "MethodRules", "Children", "HTTP", "Operation")
	if old.Operation != now.Operation {
		l.add(Notable, "operation", orNone(old.Operation), orNone(now.Operation))
	}
	if old.HTTP != nil && now.HTTP != nil {
		l.http(before, after, old.HTTP, now.HTTP, now.Name)
	}
	if old.HTTP != nil || now.HTTP != nil {
		return
	}
	l.rules(before, after, now.Name, old.MethodRules, now.MethodRules)
	l.children(before, after, now.Name, old.Children, now.Children)
}

// rules compares what two versions say about methods.
func (l *list) rules(before, after *schema.Spec, subject string, old, now schema.MethodRules) {
	for _, name := range union(methodNames(now), methodNames(old)) {
		l.subject = subject + "." + name
		l.method(before, after, methodOf(old, name), methodOf(now, name))
	}
	l.subject = subject + ", all other methods"
	l.follows(before, after, old.Policy, now.Policy)
	for _, name := range union(idempotencyNames(now), idempotencyNames(old)) {
		l.subject = subject + "." + name
		l.idempotency(idempotencyOf(old, name), idempotencyOf(now, name))
	}
	l.settings(old, now, "Policy", "Methods", "Idempotency")
}

// idempotencyNames returns the names and patterns that have an idempotency.
func idempotencyNames(r schema.MethodRules) []string {
	var names []string
	for _, m := range r.Idempotency {
		names = append(names, m.Name)
	}
	return names
}

// idempotencyOf returns what a client says under a name or a pattern.
func idempotencyOf(r schema.MethodRules, name string) string {
	for _, m := range r.Idempotency {
		if m.Name == name {
			return m.Idempotency
		}
	}
	return ""
}

func wraps(c *schema.Client) string {
	if c.HTTP != nil {
		return "http.RoundTripper"
	}
	return c.Wraps.String()
}

// methodNames returns the methods and patterns that a client names.
func methodNames(r schema.MethodRules) []string {
	var names []string
	for _, m := range r.Methods {
		names = append(names, m.Name)
	}
	return names
}

// methodOf returns what a client says about a method. What it does not name
// follows its policy.
func methodOf(r schema.MethodRules, name string) schema.Method {
	i := slices.IndexFunc(r.Methods, func(m schema.Method) bool { return m.Name == name })
	if i < 0 {
		return schema.Method{Name: name, Policy: r.Policy}
	}
	return r.Methods[i]
}

func (l *list) method(before, after *schema.Spec, old, now schema.Method) {
	l.follows(before, after, old.Policy, now.Policy)
	if old.AttemptTimeout != now.AttemptTimeout {
		l.bound("attempt timeout", attemptTimeout(before, old), attemptTimeout(after, now))
	}
	if now.Replayable && !old.Replayable {
		l.add(Breaking, "replayable", "no", "yes")
	}
	if old.Replayable && !now.Replayable {
		l.add(Notable, "replayable", "yes", "no")
	}
	l.idempotency(old.Idempotency, now.Idempotency)
	l.settings(old, now, "Name", "Pointer", "Policy", "AttemptTimeout", "Replayable", "Idempotency")
}

// attemptTimeout returns the timeout of the method, or of its policy.
func attemptTimeout(spec *schema.Spec, m schema.Method) (timeout time.Duration) {
	if m.AttemptTimeout > 0 {
		return m.AttemptTimeout
	}
	if p := spec.Policy(m.Policy); p != nil {
		return p.AttemptTimeout
	}
	return 0
}

// follows compares the policies that a method follows. Where the name is the
// same, the change is reported for the policy. Else it is reported for the method, but
// for words alone.
func (l *list) follows(before, after *schema.Spec, was, is string) {
	switch old, now := before.Policy(was), after.Policy(is); {
	case was == is:
		return
	case old == nil:
		l.add(Breaking, "policy", "none", is)
	case now == nil:
		l.add(Notable, "policy", was, "none")
	default:
		of := list{subject: l.subject}
		of.policy(compile.Policy(old), compile.Policy(now))
		l.add(Worst(of.changes), "policy", was, is)
		for _, c := range of.changes {
			if c.Severity > Cosmetic {
				l.changes = append(l.changes, c)
			}
		}
	}
}
