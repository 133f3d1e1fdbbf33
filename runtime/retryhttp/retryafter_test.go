package retryhttp_test

import (
	"fmt"
	"math"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

const invalid = time.Duration(-1)

var parsed = []struct {
	value string
	want  time.Duration
}{
	{"0", 0},
	{"1", time.Second},
	{"120", 2 * time.Minute},
	{"007", 7 * time.Second},
	{" 5 ", 5 * time.Second},
	{"\t42 ", 42 * time.Second},
	{"315360000", 315360000 * time.Second}, // ten years
	{"9223372036", 9223372036 * time.Second},
	{"9223372037", math.MaxInt64}, // wraps around if it is multiplied first
	{"9999999999", math.MaxInt64},
	{"18446744073", invalid},
	{"18446744074", invalid},
	{"9223372036854775807", invalid},
	{"9223372036854775808", invalid},
	{"18446744073709551616", invalid},
	{"1111111111111111111111111111111111111111", invalid},
	{"", invalid},
	{" ", invalid},
	{"-1", invalid},
	{"-5", invalid},
	{"+5", invalid},
	{"1.5", invalid},
	{".5", invalid},
	{"1e3", invalid},
	{"0x10", invalid},
	{"1_000", invalid},
	{"5s", invalid},
	{"1 0", invalid},
	{"120, 60", invalid},
	{"٣", invalid},
	{"²", invalid},
	{"soon", invalid},
	{"5\x00", invalid},
	{"Sun, 06 Nov 1994 08:49:37 GMT", time.Minute},
	{"Sunday, 06-Nov-94 08:49:37 GMT", time.Minute},
	{"Sun Nov  6 08:49:37 1994", time.Minute},
	{"Sun, 6 Nov 1994 08:49:37 GMT", time.Minute},
	{"Sun, 06 Nov 1994 08:49:37 UTC", time.Minute},
	{"Sun, 06 Nov 1994 08:49:37", time.Minute}, // httpx-retries
	{"Sun, 06 Nov 1994 08:48:36 GMT", 0},       // a second ago
	{"Fri, 31 Dec 9999 23:59:59 GMT", math.MaxInt64},
	{"Sun, 06 Nov 1994 08:49:37 PST", invalid},
	{"Sun, 06 Nov 1994 08:49:37 +0000", invalid},
	{"Sunday, 06-Nov-94 08:49:37 PST", invalid},
	{"Sun, 32 Nov 1994 08:49:37 GMT", invalid},
	{"Sun, 06 Nov 1994 24:49:37 GMT", invalid},
	{"1994-11-06T08:49:37Z", invalid},
	{"Sun, 06 Nov 1994", invalid},
}

func TestParseRetryAfter(t *testing.T) {
	now := time.Date(1994, time.November, 6, 8, 48, 37, 0, time.UTC)
	for _, test := range parsed {
		got, ok := retryhttp.ParseRetryAfter(test.value, now)
		if !ok {
			got = invalid
		}
		if got != test.want {
			t.Errorf("%q: got %v, want %v", test.value, got, test.want)
		}
	}
}

func TestParseRetryAfterPlacesShortYears(t *testing.T) {
	for _, test := range []struct {
		year  int // of now
		short int
		want  int
	}{
		{1994, 94, 1994}, {1994, 95, 1995}, {1994, 5, 2005}, {1994, 44, 2044}, {1994, 45, 1945},
		{2026, 26, 2026}, {2026, 27, 2027}, {2026, 69, 2069}, {2026, 70, 2070}, {2026, 76, 2076}, {2026, 77, 1977}, {2026, 94, 1994},
		{2095, 5, 2105}, {2095, 96, 2096},
	} {
		now := time.Date(test.year, time.January, 1, 0, 0, 0, 0, time.UTC)
		date := time.Date(test.want, time.January, 1, 0, 0, 0, 0, time.UTC)
		value := date.Format("Monday, 02-Jan-") + fmt.Sprintf("%02d 00:00:00 GMT", test.short)
		got, ok := retryhttp.ParseRetryAfter(value, now)
		if want := max(date.Sub(now), 0); !ok || got != want {
			t.Errorf("%s in %d: got %v, want %v", value, test.year, got, want)
		}
	}
}

func FuzzParseRetryAfter(f *testing.F) {
	for _, test := range parsed {
		f.Add(test.value, int64(784111717))
	}
	f.Fuzz(func(t *testing.T, value string, unix int64) {
		now := time.Unix(unix%(1<<36), 0)
		wait, ok := retryhttp.ParseRetryAfter(value, now)
		if wait < 0 || !ok && wait != 0 {
			t.Errorf("%q at %v: got %v, %v", value, now, wait, ok)
		}
		if padded, alike := retryhttp.ParseRetryAfter(" "+value+"\t", now); padded != wait || alike != ok {
			t.Errorf("%q: white space changes %v, %v to %v, %v", value, wait, ok, padded, alike)
		}
	})
}

func TestHints(t *testing.T) {
	const base = 100 * time.Millisecond // what the policy waits by itself
	for name, test := range map[string]struct {
		status int
		header http.Header
		want   time.Duration
	}{
		"none":                {503, http.Header{}, base},
		"seconds":             {503, http.Header{"Retry-After": {"2"}}, 2 * time.Second},
		"zero":                {503, http.Header{"Retry-After": {"0"}}, base},
		"junk":                {503, http.Header{"Retry-After": {"soon"}}, base},
		"alike":               {503, http.Header{"Retry-After": {"2", "2"}}, 2 * time.Second},
		"contradictory":       {503, http.Header{"Retry-After": {"2", "3"}}, base},
		"date":                {503, http.Header{"Retry-After": {"Sat, 01 Jan 2000 00:00:03 GMT"}}, 3 * time.Second},
		"date passed":         {503, http.Header{"Retry-After": {"Fri, 31 Dec 1999 23:59:00 GMT"}}, base},
		"server clock":        {503, http.Header{"Retry-After": {"Mon, 01 Jan 2001 00:00:04 GMT"}, "Date": {"Mon, 01 Jan 2001 00:00:00 GMT"}}, 4 * time.Second},
		"server clock broken": {503, http.Header{"Retry-After": {"Sat, 01 Jan 2000 00:00:03 GMT"}, "Date": {"now"}}, 3 * time.Second},
		"milliseconds":        {503, http.Header{"Retry-After-Ms": {"1234"}}, 1234 * time.Millisecond},
		"milliseconds first":  {503, http.Header{"Retry-After-Ms": {"1234"}, "Retry-After": {"2"}, "X-Amz-Retry-After": {"9"}}, 1234 * time.Millisecond},
		"junk milliseconds":   {503, http.Header{"Retry-After-Ms": {"-5"}, "Retry-After": {"2"}}, 2 * time.Second},
		"amz":                 {503, http.Header{"X-Amz-Retry-After": {"1500"}}, 1500 * time.Millisecond},
		"amz last":            {503, http.Header{"X-Amz-Retry-After": {"9999"}, "Retry-After": {"10"}}, 10 * time.Second},
		"amz instead":         {503, http.Header{"X-Amz-Retry-After": {"1500"}, "Retry-After": {"soon"}}, 1500 * time.Millisecond},
		"reset":               {429, http.Header{"Ratelimit-Reset": {"7"}}, 7 * time.Second},
		"reset, no limit hit": {503, http.Header{"Ratelimit-Reset": {"7"}, "Ratelimit-Remaining": {"12"}}, base},
		"reset, none left":    {503, http.Header{"Ratelimit-Reset": {"7"}, "Ratelimit-Remaining": {"0"}}, 7 * time.Second},
		"reset of no unit":    {429, http.Header{"X-Ratelimit-Reset": {"7"}}, base},
		"an hour":             {429, http.Header{"Retry-After": {"3600"}}, 10 * time.Second},
		"overflow":            {429, http.Header{"Retry-After": {"9223372037"}}, 10 * time.Second},
		"over the top":        {429, http.Header{"Retry-After": {"18446744074"}}, base},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newScript(answer{status: test.status, header: test.header}, answer{status: 200})
				rt := over(s, retry.Config{MaxAttempts: 2, Backoff: constant(base), RetryAfter: retry.RetryAfter{Max: 10 * time.Second}})
				if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); status != 200 {
					t.Errorf("status %d", status)
				}
				if got := s.at[1]; got != test.want {
					t.Errorf("waited %v, want %v", got, test.want)
				}
			})
		})
	}
}

// A wait that the policy does not shorten and that the caller has no time for
// is not begun: hashicorp/go-retryablehttp#247 slept for 484289 hours.
func TestHintBeyondDeadlineReturnsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(answer{status: 429, header: http.Header{"Retry-After": {"315360000"}}})
		rt := over(s, retry.Config{MaxAttempts: 5, TotalTimeout: time.Minute})
		if status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); status != 429 {
			t.Errorf("status %d", status)
		}
		if elapsed := time.Since(s.start); len(s.at) != 1 || elapsed != 0 {
			t.Errorf("%d attempts in %v", len(s.at), elapsed)
		}
	})
}

// hashicorp/go-retryablehttp#297, go-resty/resty#1178: a number of seconds that
// wraps around when it becomes nanoseconds made a loop without waits.
func TestHugeHintsAreNoHotLoop(t *testing.T) {
	for _, seconds := range []string{"9223372036", "9223372037", "18446744074", "9223372036854775808", "18446744073709551616"} {
		synctest.Test(t, func(t *testing.T) {
			s := newScript(answer{status: 429, header: http.Header{"Retry-After": {seconds}}})
			rt := over(s, retry.Config{
				MaxAttempts: 4, Backoff: constant(time.Second),
				RetryAfter: retry.RetryAfter{Mode: retry.AtLeast, Max: 10 * time.Second},
			})
			statusOf(t, rt, request(t, "GET", "http://example.com/", nil))
			for i, at := range s.at {
				if earliest := time.Duration(i) * time.Second; at < earliest || at > 10*earliest {
					t.Errorf("Retry-After %s: attempt %d after %v", seconds, i+1, at)
				}
			}
		})
	}
}
