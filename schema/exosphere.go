package schema

// Exosphere is a policy in the words of Exosphere's graph templates.
type Exosphere struct {
	MaxRetries    int64  // retries after the first execution; default 3
	Strategy      string // default "EXPONENTIAL"
	BackoffFactor int64  // milliseconds; default 2000
	Exponent      int64  // default 2
	MaxDelay      *int64 // milliseconds; nil is no cap
}

// DialectName returns "exosphere".
func (*Exosphere) DialectName() string { return "exosphere" }

func (d *decoder) exosphere(n *node, _ Fidelity) Dialect {
	o := d.object(n, "exosphere")
	e := &Exosphere{
		MaxRetries:    d.integer(o.get("max_retries"), 3),
		Strategy:      d.word(o.get("strategy"), "EXPONENTIAL"),
		BackoffFactor: d.integer(o.get("backoff_factor"), 2000),
		Exponent:      d.integer(o.get("exponent"), 2),
	}
	if limit := o.nullable("max_delay"); limit != nil {
		value := d.integer(limit, 0)
		e.MaxDelay = &value
	}
	return e
}
