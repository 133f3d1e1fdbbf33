package schema

// Smithy is a policy in the words of Smithy's retry strategies.
type Smithy struct {
	RetryMode   string // "standard" (default) or "simple"
	MaxAttempts int64  // executions; default 3 standard, 5 simple; 0 is 1
	Backoff     SmithyBackoff
	// Throttling is the backoff after a throttling error; nil in simple mode.
	Throttling *SmithyBackoff
	// QuotaCapacity is the initial capacity of the standard mode's retry quota;
	// 0 is no quota. Default 500 in standard mode, and none in simple mode.
	QuotaCapacity int64
}

// SmithyBackoff is an exponential backoff strategy with base 2.
type SmithyBackoff struct {
	ScaleValue float64 // seconds
	MaxBackoff float64 // seconds; default 20
	JitterType string  // "DEFAULT" (equal), "NONE", "FULL" or "DECORRELATED"
}

// DialectName returns "smithy".
func (*Smithy) DialectName() string { return "smithy" }

// The backoff of a strategy block that leaves fields out, and the backoffs of
// the modes without a block (smithy_core.retries, smithy_core.aio.retries).
var (
	smithyBlock      = SmithyBackoff{ScaleValue: 0.025, MaxBackoff: 20, JitterType: "DEFAULT"}
	smithyStandard   = SmithyBackoff{ScaleValue: 0.05, MaxBackoff: 20, JitterType: "FULL"}
	smithyThrottling = SmithyBackoff{ScaleValue: 1, MaxBackoff: 20, JitterType: "FULL"}
)

func (d *decoder) smithy(n *node, _ Fidelity) Dialect {
	o := d.object(n, "smithy")
	mode := d.word(o.get("retry_mode"), "standard")
	backoff, throttling, quota := o.get("backoff_strategy"), o.get("throttling_backoff_strategy"), o.nullable("retry_quota")
	if mode == "simple" {
		d.checkSimple(o)
		return &Smithy{
			RetryMode:   mode,
			MaxAttempts: d.integer(o.nullable("max_attempts"), 5),
			Backoff:     d.smithyBackoff(backoff, smithyBlock),
		}
	}
	slower := d.smithyBackoff(throttling, smithyThrottling)
	s := &Smithy{
		RetryMode:   mode,
		MaxAttempts: d.integer(o.nullable("max_attempts"), 3),
		Backoff:     d.smithyBackoff(backoff, smithyStandard),
		Throttling:  &slower,
	}
	if quota != nil || !n.has("retry_quota") {
		s.QuotaCapacity = d.integer(d.object(quota, "smithyQuota").get("initial_capacity"), 500)
	}
	return s
}

// checkSimple refuses what only the standard mode has.
func (d *decoder) checkSimple(o object) {
	for _, key := range []struct{ name, why string }{
		{"throttling_backoff_strategy", "the simple mode has one backoff for every error"},
		{"retry_quota", "the simple mode has no retry quota"},
	} {
		if m := o.node.member(key.name); m != nil {
			d.Add(RuleNoEffect, m.pos, m.value.pointer, key.why, "remove it, or choose the standard mode")
		}
	}
}

// smithyBackoff returns the strategy block n, or that of the mode if n is nil.
func (d *decoder) smithyBackoff(n *node, mode SmithyBackoff) SmithyBackoff {
	if n == nil {
		return mode
	}
	o := d.object(n, "smithyBackoff")
	return SmithyBackoff{
		ScaleValue: d.real(o.get("backoff_scale_value"), smithyBlock.ScaleValue),
		MaxBackoff: d.real(o.get("max_backoff"), smithyBlock.MaxBackoff),
		JitterType: d.word(o.get("jitter_type"), smithyBlock.JitterType),
	}
}
