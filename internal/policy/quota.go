package policy

import "github.com/retrygen/retrygen/schema"

// smithyQuota is the retry quota of the standard mode: 14 tokens for a retry,
// 5 after throttling, and 1 back for a call that succeeds at once.
func smithyQuota(capacity int64, at schema.Pointer) *schema.Quota {
	if capacity == 0 {
		return nil
	}
	return &schema.Quota{
		Pointer: at, Capacity: capacity, RetryCost: 14, ThrottleCost: 5, TimeoutCost: 14,
		SuccessRefund: 1, Scope: "policy",
	}
}

// quota puts the quota beside the dialect block in place of the dialect's own.
func (p *Policy) quota(q *schema.Quota) {
	if q == nil {
		return
	}
	if p.Quota != nil {
		p.note("quota takes the place of the retry quota of the %s block", p.Dialect)
	}
	p.Quota = q
}
