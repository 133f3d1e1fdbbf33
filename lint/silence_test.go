package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/schema"
)

// silenced is a spec in which comments silence rules on policies; each of the
// policies has a finding of RG203, and one of RG205.
const silenced = `version: 1
policies:
  # retrygen:ignore RG203 the callers are spread already
  a:
    exosphere: {} # retrygen:ignore RG205 the caller's context is short
  b:
    # retrygen:ignore RG203   a list of work, not a server
    # retrygen:ignore RG205 the same
    exosphere: {}
  c:
    exosphere: {} # retrygen:ignore RG203
  d: {exosphere: {}} # retrygen:ignore RG999 no such rule
  e: {exosphere: {}} # retrygen:ignore RG101 not a judgement
  f: {exosphere: {}} # retrygen:ignore RG216 there is nothing
  g: {exosphere: {}} # retrygen:ignore
  h: {exosphere: {}} # retrygen:silence RG203 wrong word
# retrygen:ignore RG203 all of them
`

func TestSilence(t *testing.T) {
	var got strings.Builder
	for _, d := range Judge(load(t, silenced)) {
		switch d.Rule {
		case schema.RuleNoJitter, schema.RuleNoAttemptTimeout:
			fmt.Fprintf(&got, "%s %s\n", d.Pointer, d.Rule)
		case schema.RuleBadIgnore, schema.RuleIdleIgnore:
			fmt.Fprintf(&got, "%d:%d %s %s\n", d.Pos.Line, d.Pos.Column, d.Rule, d.Message)
		}
	}
	want := `/policies/c RG205
/policies/c/exosphere RG203
11:19 RG230 the reason is missing
/policies/d RG205
/policies/d/exosphere RG203
12:22 RG230 there is no rule "RG999"
/policies/e RG205
/policies/e/exosphere RG203
13:22 RG230 RG101 cannot be silenced: it is no judgement about a policy
/policies/f RG205
/policies/f/exosphere RG203
14:22 RG231 RG216 finds nothing in policy f
/policies/g RG205
/policies/g/exosphere RG203
15:22 RG230 the rule is missing
/policies/h RG205
/policies/h/exosphere RG203
16:22 RG230 "retrygen:silence" is nothing that a comment can ask for
17:1 RG230 the comment belongs to no policy
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// TestErrorsCanBeSilenced: also a policy that cannot do what it says may be
// meant, such as one that is to be cut.
func TestErrorsCanBeSilenced(t *testing.T) {
	const keys = "exosphere: {max_retries: 5, backoff_factor: 1000}\ntotal_timeout: 7s"
	if got := judged(t, policySpec(keys), schema.RuleUnreachableRetry); len(got) != 1 {
		t.Errorf("findings %v, want one", got)
	}
	if got := judged(t, policySpec(keys+" # retrygen:ignore RG170 the template is shared"), schema.RuleUnreachableRetry); len(got) != 0 {
		t.Errorf("findings %v, want none", got)
	}
}
