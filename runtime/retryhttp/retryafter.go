package retryhttp

import (
	"math"
	"net/http"
	"net/textproto"
	"time"
)

// maxDigits is how many digits a number may have. Ten of seconds are 300 years.
const maxDigits = 10

// Hint returns the wait that the header of a response asks for, see the comment
// of the package, and whether it asks for one. The status is the status of the
// response.
func Hint(status int, h http.Header, now time.Time) (time.Duration, bool) {
	if wait, ok := whole(single(h, "Retry-After-Ms"), time.Millisecond); ok {
		return wait, true
	}
	if value := single(h, "Retry-After"); value != "" {
		// Use the server's clock if the response has its time.
		if date, ok := parseDate(single(h, "Date"), now); ok {
			now = date
		}
		if wait, ok := ParseRetryAfter(value, now); ok {
			return wait, true
		}
	}
	if wait, ok := whole(single(h, "X-Amz-Retry-After"), time.Millisecond); ok {
		return wait, true
	}
	if status == http.StatusTooManyRequests || single(h, "Ratelimit-Remaining") == "0" {
		return whole(single(h, "Ratelimit-Reset"), time.Second)
	}
	return 0, false
}

// single returns the value of a header, or "" if it was sent more than once with
// different values, which is ambiguous.
func single(h http.Header, canonical string) string {
	values := h[canonical]
	if len(values) == 0 {
		return ""
	}
	for _, v := range values[1:] {
		if v != values[0] {
			return ""
		}
	}
	return textproto.TrimString(values[0])
}

// ParseRetryAfter reads the value of a Retry-After header (RFC 9110, 10.2.3): a
// whole number of seconds of at most ten digits, or a date in one of the three
// forms of HTTP. It returns how long after now that is, 0 for a date that has
// passed, at most the longest duration; and whether value could be read at all.
// White space around the value is ignored. A sign, a fraction, an exponent or
// a list is an error.
func ParseRetryAfter(value string, now time.Time) (time.Duration, bool) {
	value = textproto.TrimString(value)
	if wait, ok := whole(value, time.Second); ok {
		return wait, true
	}
	date, ok := parseDate(value, now)
	if !ok {
		return 0, false
	}
	return max(date.Sub(now), 0), true
}

// whole reads a whole number of units, as a duration that never overflows.
func whole(value string, unit time.Duration) (time.Duration, bool) {
	if value == "" || len(value) > maxDigits {
		return 0, false
	}
	number := time.Duration(0)
	for _, digit := range []byte(value) {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		number = 10*number + time.Duration(digit-'0')
	}
	if number > math.MaxInt64/unit {
		return math.MaxInt64, true
	}
	return number * unit, true
}

// The forms of a date in HTTP (RFC 9110, 5.6.7). Servers also send a day of one
// digit, the name UTC, and no zone, which httpx-retries takes for UTC.
var fullYears = []string{
	"Mon, _2 Jan 2006 15:04:05 GMT", "Mon, _2 Jan 2006 15:04:05 UTC", "Mon, _2 Jan 2006 15:04:05", time.ANSIC,
}

const shortYear = "Monday, 02-Jan-06 15:04:05 GMT"

// parseDate reads a date of HTTP. The century of a year of two digits depends
// on the present time.
func parseDate(value string, now time.Time) (time.Time, bool) {
	if value == "" {
		return time.Time{}, false
	}
	for _, form := range fullYears {
		if date, err := time.Parse(form, value); err == nil {
			return date, true
		}
	}
	date, err := time.Parse(shortYear, value)
	if err != nil {
		return time.Time{}, false
	}
	return inCentury(date, now), true
}

// inCentury gives a date whose year had two digits the latest year with these
// digits that is not more than 50 years in the future (RFC 9110, 5.6.7).
func inCentury(date, now time.Time) time.Time {
	now = now.UTC()
	latest := now.AddDate(50, 0, 0)
	shift := latest.Year()/100*100 + date.Year()%100 - date.Year()
	placed := date.AddDate(shift, 0, 0)
	if placed.After(latest) {
		return date.AddDate(shift-100, 0, 0)
	}
	return placed
}
