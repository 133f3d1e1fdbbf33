package schema

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
)

// checkUnused reports fields of a policy that are well formed and decide
// nothing, because another field leaves them nothing to decide.
func checkUnused(p *Policy, o decode.Object) {
	for _, dialect := range dialectNames() {
		if block := o.Member(dialect); block.Is(document.Mapping) {
			checkErrorFields(p, block)
			checkJitterFactor(p, block)
			checkExponent(p, block)
			checkRetryQuota(block, o.Member("quota"))
		}
	}
}

// errorFields are the fields with which dialects say what is retried.
var errorFields = []string{"retry_on", "status_forcelist", "non_retryable_error_types", "nonRetryableErrorTypes"}

// checkErrorFields reports what a dialect says about errors where the policy
// has a list that alone decides what is retried.
func checkErrorFields(p *Policy, block decode.Value) {
	if len(p.Errors.Retry) == 0 {
		return
	}
	for _, name := range errorFields {
		if n := block.Member(name); n.IsSet() {
			n.ReportKey(decode.UnusedField, name+" has no effect, because errors.retry alone decides what is retried", "remove one of them")
		}
	}
}

func checkJitterFactor(p *Policy, block decode.Value) {
	policy, ok := p.Dialect.(*Prodigy)
	if n := block.Member("jitter_factor"); ok && n.IsSet() && !policy.Jitter {
		n.ReportKey(decode.UnusedField, "jitter_factor has no effect without jitter", "write jitter: true, or remove it")
	}
}

// checkExponent only notes what it finds: Exosphere's own documentation has
// policies with an exponent that is not used.
func checkExponent(p *Policy, block decode.Value) {
	policy, ok := p.Dialect.(*Exosphere)
	n := block.Member("exponent")
	if !ok || !n.IsSet() || !isStrategyWithoutExponent[policy.Strategy] {
		return
	}
	n.ReportKey(RuleUnusedExponent, fmt.Sprintf("the strategy %s does not use the exponent", policy.Strategy), "remove it, or choose an EXPONENTIAL strategy")
}

var isStrategyWithoutExponent = map[string]bool{
	"LINEAR": true, "LINEAR_FULL_JITTER": true, "LINEAR_EQUAL_JITTER": true,
	"FIXED": true, "FIXED_FULL_JITTER": true, "FIXED_EQUAL_JITTER": true,
}

// checkRetryQuota reports a retry quota of Smithy that the quota of the policy
// replaces.
func checkRetryQuota(block, quota decode.Value) {
	if n := block.Member("retry_quota"); n.IsSet() && !n.Is(document.Null) && quota.IsSet() {
		n.ReportKey(decode.UnusedField, fmt.Sprintf("retry_quota has no effect, because the quota on line %d takes its place", quota.KeyPosition().Line), "remove one of them")
	}
}
