package lint

import (
	"fmt"
	"slices"
	"strings"

	base "github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

// The rules about comments.
var (
	badIgnore  = base.Declare("RG240", "bad-ignore", "a comment that should suppress a rule does not")
	idleIgnore = base.Declare("RG241", "idle-ignore", "a comment suppresses a rule that finds nothing")
)

// ignore is a comment that suppresses one rule on one policy.
type ignore struct {
	schema.Directive
	rule, policy string
	used         bool
}

// suppress removes the findings that a comment of the spec suppresses, and adds
// the findings about the comments: a comment that is wrong suppresses nothing.
func suppress(spec *schema.Spec, found []policyFinding) schema.Diagnostics {
	var kept schema.Diagnostics
	var ignores []*ignore
	suppressing := make(map[[2]string][]*ignore) // by rule and policy
	for _, d := range spec.Directives() {
		i, problem, hint := readIgnore(d)
		if problem != "" {
			kept = append(kept, at(spec, d, badIgnore, problem, hint))
			continue
		}
		ignores = append(ignores, i)
		key := [2]string{i.rule, i.policy}
		suppressing[key] = append(suppressing[key], i)
	}
	for _, v := range found {
		matching := suppressing[[2]string{v.Rule, v.policy}]
		if len(matching) == 0 {
			kept = append(kept, v.Diagnostic)
		}
		for _, i := range matching {
			i.used = true // each of two that say the same
		}
	}
	for _, i := range ignores {
		if !i.used {
			kept = append(kept, at(spec, i.Directive, idleIgnore,
				fmt.Sprintf("%s finds nothing in policy %s", i.rule, i.policy), "remove the comment"))
		}
	}
	return kept
}

// at returns a finding about a comment.
func at(spec *schema.Spec, d schema.Directive, rule *schema.Rule, message, hint string) schema.Diagnostic {
	finding := spec.Finding(rule, d.At, true, message, hint)
	finding.Pos = d.Pos
	return finding
}

const ignoreForm = "write # retrygen:ignore RG210 and the reason"

// readIgnore reads a comment, or says what is wrong with it and what to do.
func readIgnore(d schema.Directive) (i *ignore, problem, hint string) {
	if d.Name != "ignore" {
		return nil, fmt.Sprintf("%q is not a directive that retrygen knows", "retrygen:"+d.Name), ignoreForm
	}
	id, reason, _ := strings.Cut(d.Text, " ")
	if problem, hint := ruleProblem(id); problem != "" {
		return nil, problem, hint
	}
	policy := policyAt(d.At)
	switch {
	case policy == "":
		return nil, "the comment belongs to no policy", "put it on the line of a policy or of a key in it, or on the line above"
	case strings.TrimSpace(reason) == "":
		return nil, "the reason is missing", "say why " + id + " does not matter here"
	}
	return &ignore{Directive: d, rule: id, policy: policy}, "", ""
}

// ruleProblem says why a rule cannot be suppressed.
func ruleProblem(id string) (problem, hint string) {
	if IsRule(id) {
		return "", ""
	}
	var known []string
	for _, r := range schema.Rules() {
		known = append(known, r.ID)
	}
	switch {
	case id == "":
		return "the rule is missing", ignoreForm
	case !slices.Contains(known, id):
		return fmt.Sprintf("there is no rule %q", id), ignoreForm
	}
	return id + " cannot be suppressed: it is not a rule about policies", "remove the comment"
}

// policyAt returns the name of the policy that a pointer is in, or "".
func policyAt(p schema.Pointer) string {
	tokens := p.Tokens() // "policies", NAME …
	if len(tokens) < 2 || tokens[0] != "policies" {
		return ""
	}
	return tokens[1]
}
