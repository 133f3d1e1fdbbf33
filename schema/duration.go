package schema

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
)

// durationForm is a way to write durations: numbers with units, summed up.
type durationForm struct {
	name  string
	part  func() *regexp.Regexp // one number and its unit, at the beginning of a text
	units map[string]time.Duration
	zero  string // the text that is zero without a unit
	hint  string
}

// problem is what is wrong with a text.
type problem struct {
	rule          *finding.Rule
	message, hint string
}

// maxDuration bounds the characters of a duration.
const maxDuration = 100

const day = 24 * time.Hour

// goDuration is what time.ParseDuration reads, without signs and without
// fractions that it would cut off. Proto JSON durations ("1.5s") are a part of
// it.
var goDuration = durationForm{
	name: "Go duration",
	part: lazyRegexp(`^([0-9]+(?:\.[0-9]+)?)([a-zµμ]+)`),
	units: map[string]time.Duration{
		"ns": time.Nanosecond, "us": time.Microsecond, "µs": time.Microsecond, "μs": time.Microsecond,
		"ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour,
	},
	hint: "write a number and a unit, such as 500ms, 2s or 1m30s",
}

// humantime is what the Rust crate humantime 2.3 reads, but for white space
// between the digits of one number. A month is 30.44 days, a year 365.25.
var humantime = durationForm{
	name: "humantime duration",
	part: lazyRegexp(`^\s*([0-9]+(?:\.[0-9]+)?)\s*([A-Za-zµ]+)\s*`),
	units: map[string]time.Duration{
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
	zero: "0",
	hint: "write numbers with units, such as 500ms, 2s or 1m 30s (m is a minute, M a month)",
}

// parse returns the duration that s spells, to the nanosecond.
func (f durationForm) parse(s string) (time.Duration, *problem) {
	if f.zero != "" && s == f.zero {
		return 0, nil
	}
	if len(s) > maxDuration || s == "" {
		return 0, f.malformed(s)
	}
	sum := new(big.Rat)
	for rest := s; rest != ""; {
		part := f.part().FindStringSubmatch(rest)
		if part == nil || f.units[part[2]] == 0 {
			return 0, f.malformed(s)
		}
		amount, _ := new(big.Rat).SetString(part[1])
		sum.Add(sum, amount.Mul(amount, new(big.Rat).SetInt64(int64(f.units[part[2]]))))
		rest = rest[len(part[0]):]
	}
	switch {
	case !sum.IsInt():
		return 0, &problem{RuleFormat, fmt.Sprintf("%s is not a whole number of nanoseconds", finding.Quote(s)), "write fewer decimals"}
	case !sum.Num().IsInt64():
		return 0, &problem{RuleOutOfRange, fmt.Sprintf("%s is longer than the longest duration, about 292 years", finding.Quote(s)), ""}
	}
	return time.Duration(sum.Num().Int64()), nil
}

func (f durationForm) malformed(s string) *problem {
	if strings.HasPrefix(s, "-") {
		return &problem{RuleOutOfRange, fmt.Sprintf("%s is negative", finding.Quote(s)), "a duration is zero or more"}
	}
	return &problem{RuleFormat, fmt.Sprintf("%s is not a %s", finding.Quote(s), f.name), f.hint}
}
