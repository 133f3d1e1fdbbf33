package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/formats"
	"github.com/retrygen/retrygen/schema"
)

// silenced is a spec in which comments silence rules on policies; each of the
// policies has a finding of RG210, and one of RG212.
const silenced = `version: 1
policies:
  # retrygen:ignore RG210 the callers are spread already
  a:
    exosphere: {} # retrygen:ignore RG212 the caller's context is short
  b:
    # retrygen:ignore RG210   a list of work, not a server
    # retrygen:ignore RG212 the same
    exosphere: {}
  c:
    exosphere: {} # retrygen:ignore RG210
  d: {exosphere: {}} # retrygen:ignore RG999 no such rule
  e: {exosphere: {}} # retrygen:ignore RG101 not a judgement
  f: {exosphere: {}} # retrygen:ignore RG223 there is nothing
  g: {exosphere: {}} # retrygen:ignore
  h: {exosphere: {}} # retrygen:silence RG210 wrong word
# retrygen:ignore RG210 all of them
`

func TestSilence(t *testing.T) {
	var got strings.Builder
	for _, d := range Check(load(t, silenced), Code{}) {
		switch d.Rule {
		case "RG210", "RG212":
			fmt.Fprintf(&got, "%s %s\n", d.Pointer, d.Rule)
		case "RG240", "RG241":
			fmt.Fprintf(&got, "%d:%d %s %s\n", d.Pos.Line, d.Pos.Column, d.Rule, d.Message)
		}
	}
	want := `/policies/c RG212
/policies/c/exosphere RG210
11:19 RG240 the reason is missing
/policies/d RG212
/policies/d/exosphere RG210
12:22 RG240 there is no rule "RG999"
/policies/e RG212
/policies/e/exosphere RG210
13:22 RG240 RG101 cannot be suppressed: it is not a rule about policies
/policies/f RG212
/policies/f/exosphere RG210
14:22 RG241 RG223 finds nothing in policy f
/policies/g RG212
/policies/g/exosphere RG210
15:22 RG240 the rule is missing
/policies/h RG212
/policies/h/exosphere RG210
16:22 RG240 "retrygen:silence" is not a directive that retrygen knows
17:1 RG240 the comment belongs to no policy
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// TestErrorsCanBeSilenced: also a policy that cannot do what it says may be
// meant, such as one that is to be cut.
func TestErrorsCanBeSilenced(t *testing.T) {
	const keys = "exosphere: {max_retries: 5, backoff_factor: 1000}\ntotal_timeout: 7s"
	if got := findings(t, policySpec(keys), "RG170"); len(got) != 1 {
		t.Errorf("findings %v, want one", got)
	}
	if got := findings(t, policySpec(keys+" # retrygen:ignore RG170 the template is shared"), "RG170"); len(got) != 0 {
		t.Errorf("findings %v, want none", got)
	}
}

// TestIgnoreBesideFrom silences a rule on a policy that stands in another file,
// the lines of which are not those of the spec.
func TestIgnoreBesideFrom(t *testing.T) {
	const text = `version: 1
policies:
  a:
    # retrygen:ignore RG210 one client alone runs this
    from: graph.json
    attempt_timeout: 2s
    total_timeout: 60s
  b: {from: graph.json, attempt_timeout: 2s, total_timeout: 60s}
`
	read := func(string) ([]byte, error) {
		return []byte("{\n\n\n\n\n\n\n\"retry_policy\": {\"max_retries\": 2}}"), nil
	}
	spec, found := schema.LoadFrom("shop.retry.yaml", []byte(text), formats.Source("shop.retry.yaml", read))
	if len(found) > 0 {
		t.Fatal(found)
	}
	var warned []string
	for _, d := range Check(spec, Code{}) {
		if d.Severity == schema.Warning {
			warned = append(warned, d.Pos.String()+" "+d.Rule)
		}
	}
	if diff := cmp.Diff([]string{"graph.json:8:1 RG210"}, warned); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}
