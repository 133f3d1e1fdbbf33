package prodigy

import (
	"time"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

const day = 24 * time.Hour

// Humantime is what the Rust crate humantime 2.3 reads, but for white space
// between the digits of one number. A month is 30.44 days, a year 365.25.
var Humantime = decode.DurationForm{
	Name: "humantime duration",
	Part: lazyregexp.New(`^\s*([0-9]+(?:\.[0-9]+)?)\s*([A-Za-zµ]+)\s*`),
	Units: map[string]time.Duration{
		"ns": time.Nanosecond, "nsec": time.Nanosecond, "nanos": time.Nanosecond,
		"us": time.Microsecond, "usec": time.Microsecond, "µs": time.Microsecond,
		"ms": time.Millisecond, "msec": time.Millisecond, "millis": time.Millisecond,
		"s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second,
		"m": time.Minute, "min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute,
		"h": time.Hour, "hr": time.Hour, "hrs": time.Hour, "hour": time.Hour, "hours": time.Hour,
		"d": day, "day": day, "days": day,
		"w": 7 * day, "wk": 7 * day, "wks": 7 * day, "week": 7 * day, "weeks": 7 * day,
		"M": 2630016 * time.Second, "month": 2630016 * time.Second, "months": 2630016 * time.Second,
		"y": 31557600 * time.Second, "yr": 31557600 * time.Second, "yrs": 31557600 * time.Second,
		"year": 31557600 * time.Second, "years": 31557600 * time.Second,
	},
	Zero: "0",
	Hint: "write numbers with units, such as 500ms, 2s or 1m 30s (m is a minute, M a month)",
}
