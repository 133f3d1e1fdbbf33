package schema

import "fmt"

// checkUnused reports fields of a policy that are well formed and decide
// nothing, because another field leaves them nothing to decide.
func (d *decoder) checkUnused(p *Policy, n *node) {
	for _, dialect := range dialectNames() {
		if block := n.member(dialect); block != nil && block.value.kind == mapping {
			d.checkErrorFields(p, block.value)
			d.checkJitterFactor(p, block.value)
			d.checkExponent(p, block.value)
			d.checkRetryQuota(block.value, n.member("quota"))
		}
	}
}

// errorFields are the fields with which dialects say what is retried.
var errorFields = []string{"retry_on", "status_forcelist", "non_retryable_error_types", "nonRetryableErrorTypes"}

// checkErrorFields reports what a dialect says about errors beside a list that
// alone decides what is retried.
func (d *decoder) checkErrorFields(p *Policy, block *node) {
	if len(p.Errors.Retry) == 0 {
		return
	}
	for _, name := range errorFields {
		if m := block.member(name); m != nil {
			d.Add(RuleUnusedField, m.pos, m.value.pointer,
				name+" has no effect, because errors.retry alone decides what is retried", "remove one of them")
		}
	}
}

func (d *decoder) checkJitterFactor(p *Policy, block *node) {
	policy, ok := p.Dialect.(*Prodigy)
	if m := block.member("jitter_factor"); ok && m != nil && !policy.Jitter {
		d.Add(RuleUnusedField, m.pos, m.value.pointer,
			"jitter_factor has no effect without jitter", "write jitter: true, or remove it")
	}
}

// checkExponent only notes what it finds: Exosphere's own documentation has
// policies with an exponent that is not used.
func (d *decoder) checkExponent(p *Policy, block *node) {
	policy, ok := p.Dialect.(*Exosphere)
	m := block.member("exponent")
	if !ok || m == nil || !isStrategyWithoutExponent[policy.Strategy] {
		return
	}
	d.Add(RuleUnusedExponent, m.pos, m.value.pointer,
		fmt.Sprintf("the strategy %s does not use the exponent", policy.Strategy), "remove it, or choose an EXPONENTIAL strategy")
}

var isStrategyWithoutExponent = map[string]bool{
	"LINEAR": true, "LINEAR_FULL_JITTER": true, "LINEAR_EQUAL_JITTER": true,
	"FIXED": true, "FIXED_FULL_JITTER": true, "FIXED_EQUAL_JITTER": true,
}

// checkRetryQuota reports a retry quota of Smithy's that the quota beside the
// block takes the place of.
func (d *decoder) checkRetryQuota(block *node, quota *member) {
	if m := block.member("retry_quota"); m != nil && m.value.kind != null && quota != nil {
		d.Add(RuleUnusedField, m.pos, m.value.pointer,
			fmt.Sprintf("retry_quota has no effect, because the quota on line %d takes its place", quota.pos.Line), "remove one of them")
	}
}
