package decode

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// DurationForm is a way to write durations: numbers with units, summed up.
type DurationForm struct {
	// Name is the form in the words of findings.
	Name string
	// Part matches one number and its unit at the beginning of a text.
	Part func() *regexp.Regexp
	// Units are the units and their lengths.
	Units map[string]time.Duration
	// Zero is the text that is zero without a unit; it may be empty.
	Zero string
	// Hint says how to write a duration.
	Hint string
}

// Problem is what is wrong with a text.
type Problem struct {
	Rule          *finding.Rule
	Message, Hint string
}

// maxDuration bounds the characters of a duration.
const maxDuration = 100

// GoDuration is what time.ParseDuration reads, without signs and without
// fractions that it would cut off. Proto JSON durations ("1.5s") are a part of
// it.
var GoDuration = DurationForm{
	Name: "Go duration",
	Part: lazyregexp.New(`^([0-9]+(?:\.[0-9]+)?)([a-zµμ]+)`),
	Units: map[string]time.Duration{
		"ns": time.Nanosecond, "us": time.Microsecond, "µs": time.Microsecond, "μs": time.Microsecond,
		"ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour,
	},
	Hint: "write a number and a unit, such as 500ms, 2s or 1m30s",
}

// Parse returns the duration that s spells, to the nanosecond.
func (f DurationForm) Parse(s string) (time.Duration, *Problem) {
	if f.Zero != "" && s == f.Zero {
		return 0, nil
	}
	if len(s) > maxDuration || s == "" {
		return 0, f.malformed(s)
	}
	sum := new(big.Rat)
	for rest := s; rest != ""; {
		part := f.Part().FindStringSubmatch(rest)
		if part == nil || f.Units[part[2]] == 0 {
			return 0, f.malformed(s)
		}
		amount, _ := new(big.Rat).SetString(part[1])
		sum.Add(sum, amount.Mul(amount, new(big.Rat).SetInt64(int64(f.Units[part[2]]))))
		rest = rest[len(part[0]):]
	}
	switch {
	case !sum.IsInt():
		return 0, &Problem{document.Format, fmt.Sprintf("%s is not a whole number of nanoseconds", finding.Quote(s)), "write fewer decimals"}
	case !sum.Num().IsInt64():
		return 0, &Problem{OutOfRange, fmt.Sprintf("%s is longer than the longest duration, about 292 years", finding.Quote(s)), ""}
	}
	return time.Duration(sum.Num().Int64()), nil
}

func (f DurationForm) malformed(s string) *Problem {
	if strings.HasPrefix(s, "-") {
		return &Problem{OutOfRange, fmt.Sprintf("%s is negative", finding.Quote(s)), "a duration is zero or more"}
	}
	return &Problem{document.Format, fmt.Sprintf("%s is not a %s", finding.Quote(s), f.Name), f.Hint}
}
