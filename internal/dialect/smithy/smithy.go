// Package smithy has the dialect of Smithy.
package smithy

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/policy"
)

// Policy is a policy in the words of Smithy's retry strategies.
type Policy struct {
	RetryMode   string // "standard" (default) or "simple"
	MaxAttempts int64  // executions; default 3 standard, 5 simple; 0 is 1
	Backoff     Backoff
	// Throttling is the backoff after a throttling error; nil in simple mode.
	Throttling *Backoff
	// QuotaCapacity is the initial capacity of the standard mode's retry quota,
	// 500 by default; below 14 it pays for no retry but, from 5 on, those after
	// throttling. Nil is no quota, as in simple mode.
	QuotaCapacity *int64
}

// Backoff is an exponential backoff strategy with base 2.
type Backoff struct {
	ScaleValue float64 // seconds
	MaxBackoff float64 // seconds; default 20
	JitterType string  // "DEFAULT" (equal), "NONE", "FULL" or "DECORRELATED"
}

// DialectName returns "smithy".
func (*Policy) DialectName() string { return "smithy" }

// The backoff of a strategy block that leaves fields out, and the backoffs of
// the modes without a block (smithy_core.retries, smithy_core.aio.retries).
var (
	smithyBlock      = Backoff{ScaleValue: 0.025, MaxBackoff: 20, JitterType: "DEFAULT"}
	smithyStandard   = Backoff{ScaleValue: 0.05, MaxBackoff: 20, JitterType: "FULL"}
	smithyThrottling = Backoff{ScaleValue: 1, MaxBackoff: 20, JitterType: "FULL"}
)

// Decode reads a block.
func (Dialect) Decode(n decode.Value, _ policy.Fidelity) policy.Block {
	o := n.Object("smithy")
	mode := o.Get("retry_mode").Word("standard")
	backoff, throttling, quota := o.Get("backoff_strategy"), o.Get("throttling_backoff_strategy"), o.Nullable("retry_quota")
	if mode == "simple" {
		checkSimple(o)
		return &Policy{
			RetryMode:   mode,
			MaxAttempts: o.Nullable("max_attempts").Integer(5),
			Backoff:     decodeSmithyBackoff(backoff, smithyBlock),
		}
	}
	slower := decodeSmithyBackoff(throttling, smithyThrottling)
	s := &Policy{
		RetryMode:   mode,
		MaxAttempts: o.Nullable("max_attempts").Integer(3),
		Backoff:     decodeSmithyBackoff(backoff, smithyStandard),
		Throttling:  &slower,
	}
	if quota.IsSet() || !n.Has("retry_quota") {
		capacity := quota.Object("smithyQuota").Get("initial_capacity").Integer(500)
		s.QuotaCapacity = &capacity
	}
	return s
}

// checkSimple refuses what only the standard mode has.
func checkSimple(o decode.Object) {
	for _, key := range []struct{ name, why string }{
		{"throttling_backoff_strategy", "the simple mode has one backoff for every error"},
		{"retry_quota", "the simple mode has no retry quota"},
	} {
		if m := o.Member(key.name); m.IsSet() {
			m.ReportKey(decode.NoEffect, key.why, "remove it, or choose the standard mode")
		}
	}
}

// decodeSmithyBackoff returns the strategy block n, or the backoff of the mode if n is nil.
func decodeSmithyBackoff(n decode.Value, mode Backoff) Backoff {
	if !n.IsSet() {
		return mode
	}
	o := n.Object("smithyBackoff")
	return Backoff{
		ScaleValue: o.Get("backoff_scale_value").Real(smithyBlock.ScaleValue),
		MaxBackoff: o.Get("max_backoff").Real(smithyBlock.MaxBackoff),
		JitterType: o.Get("jitter_type").Word(smithyBlock.JitterType),
	}
}
