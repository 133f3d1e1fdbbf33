package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// quotaPresets are the amounts of the well-known quotas, and without a name
// those of DefaultQuota of the runtime. Costs that are 0 are RetryCost.
var quotaPresets = map[string]Quota{
	"":           {Capacity: 100, RetryCost: 10, SuccessRefund: 1, RefillPerSecond: 0.5},
	"aws-2026":   {Capacity: 500, RetryCost: 14, ThrottleCost: 5, SuccessRefund: 1},
	"aws-legacy": {Capacity: 500, RetryCost: 5, TimeoutCost: 10, SuccessRefund: 1},
	"grpc":       {Capacity: 10, RetryCost: 1, SuccessRefund: 0.1, Ratio: true},
}

// The amounts of the two forms of a quota.
var (
	bucketAmounts = []string{"capacity", "retry_cost", "throttle_cost", "timeout_cost", "success_refund", "refill_per_second"}
	ratioAmounts  = []string{"max_tokens", "token_ratio"}
)

func (d *decoder) quota(n *node) *Quota {
	if n == nil {
		return nil
	}
	o := d.object(n, "quota")
	preset := d.word(o.get("preset"), "")
	q := quotaPresets[preset]
	switch {
	case preset == "" && slices.ContainsFunc(ratioAmounts, n.has):
		q = quotaPresets["grpc"]
	case q.Capacity == 0: // the preset is misspelt
		q = quotaPresets[""]
	}
	q.Preset = preset
	d.checkForm(o, &q)
	d.amounts(o, &q)
	d.quotaScope(o, &q)
	q.Pointer = n.pointer
	return &q
}

// checkForm refuses amounts of the form that the preset does not have. Amounts
// of both forms without a preset are for the schema to refuse.
func (d *decoder) checkForm(o object, q *Quota) {
	other, hint := ratioAmounts, "leave the preset out, or write preset: grpc"
	if q.Ratio {
		other, hint = bucketAmounts, "this preset has max_tokens and token_ratio"
	}
	for _, name := range other {
		if m := o.node.member(name); m != nil && q.Preset != "" {
			d.Add(RuleContradiction, m.pos, m.value.pointer,
				fmt.Sprintf("the preset %s has no %s", q.Preset, name), hint)
		}
	}
}

// amounts puts the amounts that the mapping gives in place of the preset's.
func (d *decoder) amounts(o object, q *Quota) {
	capacity, refund := "capacity", "success_refund"
	if q.Ratio {
		capacity, refund = "max_tokens", "token_ratio"
	}
	for _, name := range append(ratioAmounts, bucketAmounts...) {
		o.get(name)
	}
	q.Capacity = d.integer(o.get(capacity), q.Capacity)
	q.SuccessRefund = d.thousandths(o.get(refund), q.SuccessRefund)
	if q.Ratio {
		d.checkRatio(o, q)
		return
	}
	q.RetryCost = d.integer(o.get("retry_cost"), q.RetryCost)
	q.ThrottleCost = d.integer(o.get("throttle_cost"), q.ThrottleCost)
	q.TimeoutCost = d.integer(o.get("timeout_cost"), q.TimeoutCost)
	q.RefillPerSecond = d.thousandths(o.get("refill_per_second"), q.RefillPerSecond)
	if q.ThrottleCost == 0 {
		q.ThrottleCost = q.RetryCost
	}
	if q.TimeoutCost == 0 {
		q.TimeoutCost = q.RetryCost
	}
	d.checkCosts(o, q)
	d.checkRefill(o, q)
}

// thousandths returns a number of tokens, which are counted in thousandths.
func (d *decoder) thousandths(n *node, fallback float64) float64 {
	value := d.real(n, fallback)
	if n == nil || n.kind != number {
		return value
	}
	if _, fraction, _ := strings.Cut(n.text, "."); len(strings.TrimRight(fraction, "0")) > 3 {
		d.refuse(RuleOutOfRange, n, finding.Clip(n.text)+" is finer than the thousandths that tokens are counted in", "write at most three decimals")
	}
	return value
}

// checkRatio refuses a gRPC quota that the first failure brings down to half,
// where no retry is granted.
func (d *decoder) checkRatio(o object, q *Quota) {
	if n := o.get("max_tokens"); n != nil && q.Capacity > 0 && q.Capacity <= 2 {
		d.refuse(RuleContradiction, n,
			fmt.Sprintf("with max_tokens %d, the first failure leaves no more than half, so no retry is ever granted", q.Capacity),
			"write 3 or more")
	}
}

// checkCosts refuses a bucket that is too small for one of its costs.
func (d *decoder) checkCosts(o object, q *Quota) {
	for _, cost := range []struct {
		name   string
		tokens int64
	}{{"retry_cost", q.RetryCost}, {"throttle_cost", q.ThrottleCost}, {"timeout_cost", q.TimeoutCost}} {
		if cost.tokens <= q.Capacity || q.Capacity < 1 {
			continue
		}
		n := o.get(cost.name)
		if capacity := o.get("capacity"); n == nil || capacity != nil && cost.name == "retry_cost" {
			n = capacity
		}
		if n != nil {
			d.refuse(RuleContradiction, n,
				fmt.Sprintf("a capacity of %d can never pay a %s of %d", q.Capacity, cost.name, cost.tokens),
				"raise capacity, or lower the cost")
		}
		return
	}
}

// checkRefill warns of a bucket that ends all retries once it is spent.
func (d *decoder) checkRefill(o object, q *Quota) {
	if n := o.get("success_refund"); n != nil && n.kind == number && q.SuccessRefund == 0 && q.RefillPerSecond == 0 {
		d.Add(RuleDryQuota, n.pos, n.pointer,
			"nothing fills the quota again, so there are no more retries once it is spent", "write refill_per_second: 0.5")
	}
}

// quotaScope reads who shares the bucket, and by which name.
func (d *decoder) quotaScope(o object, q *Quota) {
	q.Scope = d.word(o.get("scope"), "policy")
	q.Name = d.word(o.get("name"), "")
	name := o.node.member("name")
	switch {
	case q.Scope == "process" && name == nil:
		n := o.get("scope")
		d.Add(RuleMissingKey, n.pos, n.pointer, `a quota of the process needs the key "name"`, "write the name that its users share")
	case q.Scope != "process" && name != nil:
		d.Add(RuleNoEffect, name.pos, name.value.pointer,
			"name has no effect, because the quota is not one of the process", "write scope: process, or remove the name")
	}
}
