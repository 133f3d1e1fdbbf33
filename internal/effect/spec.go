package effect

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// Compare returns what changes from one spec without errors to another, in the
// order of the new one; what is gone follows. A nil spec has nothing in it.
func Compare(before, after *schema.Spec) []Change {
	before, after = present(before), present(after)
	l := list{subject: "the spec"}
	if len(before.Policies) > 0 && len(after.Policies) > 0 {
		l.spec(before, after)
	}
	l.policies(before, after)
	l.clients(before, after)
	return l.changes
}

func present(s *schema.Spec) *schema.Spec {
	if s == nil {
		return &schema.Spec{}
	}
	return s
}

func (l *list) spec(before, after *schema.Spec) {
	if before.Package != after.Package {
		l.add(Breaking, "package", before.Package, after.Package)
	}
	if was, is := output(before), output(after); was != is {
		l.add(Notable, "output", was, is)
	}
	if before.CopyRuntime != after.CopyRuntime {
		l.add(Notable, "runtime", runtimeOf(before), runtimeOf(after))
	}
	l.settings(*before, *after, "Name", "Package", "Output", "CopyRuntime", "Policies", "Clients")
}

func runtimeOf(s *schema.Spec) string {
	if s.CopyRuntime {
		return "copied"
	}
	return "imported"
}

// output returns the output that the spec asks for. One that goes by the name of
// the spec is no choice of it: two files that are compared have different ones.
func output(s *schema.Spec) string {
	stem, ok := strings.CutSuffix(s.Output, "_retry.go")
	if base := filepath.Base(s.Name); ok && (base == stem || strings.HasPrefix(base, stem+".")) {
		return "by the name of the spec"
	}
	return s.Output
}

func (l *list) policies(before, after *schema.Spec) {
	for _, p := range after.Policies {
		l.subject = "policy " + p.Name
		if old := before.Policy(p.Name); old != nil {
			l.policy(compile.Policy(old), compile.Policy(p))
		} else {
			l.add(Notable, "added", "", inShort(compile.Policy(p)))
		}
	}
	for _, p := range before.Policies {
		if after.Policy(p.Name) == nil {
			l.subject = "policy " + p.Name
			l.add(Breaking, "removed", inShort(compile.Policy(p)), "")
		}
	}
}

// inShort describes a policy in a few words.
func inShort(p *policy.Policy) string {
	if p.MaxAttempts == 1 {
		return "1 attempt"
	}
	_, _, longest := p.Total(retriesOf(p))
	return fmt.Sprintf("attempts %s, waits of up to %v in all%s", attempts(p.MaxAttempts), longest, overRows(p))
}
