package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// quotaPresets are the amounts of the well-known quotas, and without a name
// the figures of the runtime's DefaultQuota. Costs that are 0 are RetryCost.
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

func decodeQuota(n decode.Value) *Quota {
	if !n.IsSet() {
		return nil
	}
	o := n.Object("quota")
	preset := o.Get("preset").Word("")
	q := quotaPresets[preset]
	switch {
	case preset == "" && slices.ContainsFunc(ratioAmounts, n.Has):
		q = quotaPresets["grpc"]
	case q.Capacity == 0: // the preset is misspelt
		q = quotaPresets[""]
	}
	q.Preset = preset
	checkForm(o, &q)
	decodeAmounts(o, &q)
	q.Scope, q.Name = decodeSharing(o, "quota")
	q.Pointer = n.Pointer()
	return &q
}

// checkForm refuses amounts of the form that the preset does not have. Amounts
// of both forms without a preset are for the schema to refuse.
func checkForm(o decode.Object, q *Quota) {
	other, hint := ratioAmounts, "leave the preset out, or write preset: grpc"
	if q.Ratio {
		other, hint = bucketAmounts, "this preset has max_tokens and token_ratio"
	}
	for _, name := range other {
		if m := o.Member(name); m.IsSet() && q.Preset != "" {
			m.ReportKey(decode.Contradiction, fmt.Sprintf("the preset %s has no %s", q.Preset, name), hint)
		}
	}
}

// decodeAmounts puts the amounts that the mapping gives in place of the preset's.
func decodeAmounts(o decode.Object, q *Quota) {
	capacity, refund := "capacity", "success_refund"
	if q.Ratio {
		capacity, refund = "max_tokens", "token_ratio"
	}
	for _, name := range append(ratioAmounts, bucketAmounts...) {
		o.Get(name)
	}
	q.Capacity = o.Get(capacity).Integer(q.Capacity)
	q.SuccessRefund = decodeThousandths(o.Get(refund), q.SuccessRefund)
	if q.Ratio {
		checkRatio(o, q)
		return
	}
	q.RetryCost = o.Get("retry_cost").Integer(q.RetryCost)
	q.ThrottleCost = o.Get("throttle_cost").Integer(q.ThrottleCost)
	q.TimeoutCost = o.Get("timeout_cost").Integer(q.TimeoutCost)
	q.RefillPerSecond = decodeThousandths(o.Get("refill_per_second"), q.RefillPerSecond)
	if q.ThrottleCost == 0 {
		q.ThrottleCost = q.RetryCost
	}
	if q.TimeoutCost == 0 {
		q.TimeoutCost = q.RetryCost
	}
	checkCosts(o, q)
	checkRefill(o, q)
}

// decodeThousandths returns a number of tokens, which are counted in thousandths.
func decodeThousandths(n decode.Value, fallback float64) float64 {
	value := n.Real(fallback)
	if !n.IsSet() || !n.Is(document.Number) {
		return value
	}
	if _, fraction, _ := strings.Cut(n.Text(), "."); len(strings.TrimRight(fraction, "0")) > 3 {
		n.Reject(decode.OutOfRange, finding.Clip(n.Text())+" is finer than the thousandths that tokens are counted in", "write at most three decimals")
	}
	return value
}

// checkRatio refuses a gRPC quota that the first failure brings down to half,
// where no retry is granted.
func checkRatio(o decode.Object, q *Quota) {
	if n := o.Get("max_tokens"); n.IsSet() && q.Capacity > 0 && q.Capacity <= 2 {
		n.Reject(decode.Contradiction, fmt.Sprintf("with max_tokens %d, the first failure leaves no more than half, so no retry is ever granted", q.Capacity),
			"write 3 or more")
	}
}

// checkCosts refuses a bucket that is too small for one of its costs.
func checkCosts(o decode.Object, q *Quota) {
	for _, cost := range []struct {
		name   string
		tokens int64
	}{{"retry_cost", q.RetryCost}, {"throttle_cost", q.ThrottleCost}, {"timeout_cost", q.TimeoutCost}} {
		if cost.tokens <= q.Capacity || q.Capacity < 1 {
			continue
		}
		n := o.Get(cost.name)
		if capacity := o.Get("capacity"); !n.IsSet() || capacity.IsSet() && cost.name == "retry_cost" {
			n = capacity
		}
		if n.IsSet() {
			n.Reject(decode.Contradiction, fmt.Sprintf("a capacity of %d can never pay a %s of %d", q.Capacity, cost.name, cost.tokens),
				"raise capacity, or lower the cost")
		}
		return
	}
}

// checkRefill warns of a bucket that ends all retries once it is spent.
func checkRefill(o decode.Object, q *Quota) {
	if n := o.Get("success_refund"); n.IsSet() && n.Is(document.Number) && q.SuccessRefund == 0 && q.RefillPerSecond == 0 {
		n.Report(RuleDryQuota, "nothing fills the quota again, so there are no more retries once it is spent", "write refill_per_second: 0.5")
	}
}

// decodeSharing reads who shares a quota or a breaker, and by which name.
func decodeSharing(o decode.Object, what string) (scope, shared string) {
	scope, shared = o.Get("scope").Word("policy"), o.Get("name").Word("")
	name := o.Member("name")
	switch {
	case scope == "process" && !name.IsSet():
		n := o.Get("scope")
		n.Report(decode.MissingKey, fmt.Sprintf(`a %s of the process needs the key "name"`, what), "write the name that its users share")
	case scope != "process" && name.IsSet():
		name.ReportKey(decode.NoEffect, fmt.Sprintf("name has no effect, because the %s is not one of the process", what), "write scope: process, or remove the name")
	}
	return scope, shared
}
