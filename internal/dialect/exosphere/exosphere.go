// Package exosphere has the dialect of Exosphere.
package exosphere

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/policy"
)

// Policy is a policy in the words of Exosphere's graph templates.
type Policy struct {
	MaxRetries    int64  // retries after the first execution; default 3
	Strategy      string // default "EXPONENTIAL"
	BackoffFactor int64  // milliseconds; default 2000
	Exponent      int64  // default 2
	MaxDelay      *int64 // milliseconds; nil is no cap
}

// DialectName returns "exosphere".
func (*Policy) DialectName() string { return "exosphere" }

// Decode reads a block.
func (Dialect) Decode(n decode.Value, _ policy.Fidelity) policy.Block {
	o := n.Object("exosphere")
	e := &Policy{
		MaxRetries:    o.Get("max_retries").Integer(3),
		Strategy:      o.Get("strategy").Word("EXPONENTIAL"),
		BackoffFactor: o.Get("backoff_factor").Integer(2000),
		Exponent:      o.Get("exponent").Integer(2),
	}
	if limit := o.Nullable("max_delay"); limit.IsSet() {
		value := limit.Integer(0)
		e.MaxDelay = &value
	}
	return e
}
