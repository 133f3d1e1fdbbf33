package schema

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// noPolicy is what a spec writes where a method is to be passed through.
const noPolicy = "none"

var policyPattern = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_]{0,63}$`)

// decodePolicyName returns the policy that n names, or "" for none.
func decodePolicyName(n decode.Value, s *Spec) string {
	name := n.Word(noPolicy)
	if name == noPolicy {
		return ""
	}
	if s.Policy(name) != nil || !policyPattern().MatchString(name) {
		return name
	}
	names := make([]string, len(s.Policies))
	for i, p := range s.Policies {
		names[i] = p.Name
	}
	hint := "the policies of this spec are " + strings.Join(names[:min(len(names), 20)], ", ")
	if near, ok := n.Context().Nearest(name, append(names, noPolicy)); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	n.Reject(decode.UnknownName, fmt.Sprintf("there is no policy %s", finding.Quote(name)), hint)
	return ""
}
