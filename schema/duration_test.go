package schema

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect/prodigy"
	"github.com/retrygen/retrygen/internal/document"
)

func TestGoDuration(t *testing.T) {
	testDurations(t, decode.GoDuration, map[string]time.Duration{
		"0s": 0, "1ns": 1, "1.5s": 1500 * time.Millisecond, "1m30s": 90 * time.Second, "100µs": 100_000, "100μs": 100_000,
		"1us": 1000, "0.000000007s": 7, "2562047h47m16.854775807s": 1<<63 - 1, "1h1h": 2 * time.Hour, "00.50s": 500_000_000,
	}, []string{
		"", "0", "1", "-1s", "+1s", ".5s", "1.s", "1 s", "1m 30s", "1S", "1d", "1:30", "1e9s", "s", "1.5", "1M",
		"1.0000000001s", "0.1ns", "2562047h47m16.854775808s", "9999999999999999999h", "1_0s", " 1s", "1s ",
	})
}

func TestHumantime(t *testing.T) {
	testDurations(t, prodigy.Humantime, map[string]time.Duration{
		"0": 0, "0s": 0, "1m 30s": 90 * time.Second, "1m30s": 90 * time.Second, "1M": 2630016 * time.Second,
		"1.5s": 1500 * time.Millisecond, "2 weeks": 14 * (24 * time.Hour), "1y": 31557600 * time.Second, "1month 1 day": 2630016*time.Second + 24*time.Hour,
		" 5 ms ": 5 * time.Millisecond, "1.5M": 3945024 * time.Second, "3usec 2nanos": 3002, "4hr 5mins 6 seconds": 4*time.Hour + 5*time.Minute + 6*time.Second,
	}, []string{
		"", "2", "-1s", "1 fortnight", "1S", "1 minutos", ".5s", "1.0000000001s", "300y", "1:30", "00", "0.3ns", "1s x", "x 1s",
	})
}

// TestUnitsOfHumantime spells every unit in every way.
func TestUnitsOfHumantime(t *testing.T) {
	units := map[string]int64{ // in nanoseconds
		"ns nsec nanos": 1, "us usec µs": 1e3, "ms msec millis": 1e6, "s sec secs second seconds": 1e9,
		"m min mins minute minutes": 60e9, "h hr hrs hour hours": 3600e9, "d day days": 86_400e9,
		"w wk wks week weeks": 604_800e9, "M month months": 2_630_016e9, "y yr yrs year years": 31_557_600e9,
	}
	count := 0
	for spellings, nanoseconds := range units {
		for unit := range strings.FieldsSeq(spellings) {
			count++
			if got, problem := prodigy.Humantime.Parse("3" + unit); problem != nil || int64(got) != 3*nanoseconds {
				t.Errorf("3%s is %d ns (%v), want %d", unit, got, problem, 3*nanoseconds)
			}
		}
	}
	if count != len(prodigy.Humantime.Units) {
		t.Errorf("%d spellings tried of %d", count, len(prodigy.Humantime.Units))
	}
}

func TestLengthOfDurations(t *testing.T) {
	for length, ok := range map[int]bool{100: true, 100 + 1: false} {
		text := strings.Repeat("0", length-1) + "s"
		if _, problem := decode.GoDuration.Parse(text); (problem == nil) != ok {
			t.Errorf("%d characters: %v", length, problem)
		}
	}
}

// testDurations checks which texts a form reads and which it refuses, and that
// the pattern in the JSON Schema accepts the former.
func testDurations(t *testing.T, f decode.DurationForm, good map[string]time.Duration, bad []string) {
	t.Helper()
	pattern := schemaPattern(t, f)
	for s, want := range good {
		if got, problem := f.Parse(s); problem != nil || got != want {
			t.Errorf("%q is %v (%v), want %v", s, got, problem, want)
		}
		if !pattern.MatchString(s) {
			t.Errorf("%q does not match the JSON Schema", s)
		}
	}
	for _, s := range bad {
		got, problem := f.Parse(s)
		if problem == nil {
			t.Errorf("%q is %v, want an error", s, got)
		} else if problem.Rule == document.Format && problem.Hint == f.Hint && pattern.MatchString(s) {
			t.Errorf("%q is malformed, and matches the JSON Schema", s)
		}
	}
}

func schemaPattern(t testing.TB, f decode.DurationForm) *regexp.Regexp {
	t.Helper()
	known, err := loadDefinitions()
	if err != nil {
		t.Fatal(err)
	}
	location := map[string]string{
		decode.GoDuration.Name: "/definitions/policy/properties/total_timeout/pattern",
		prodigy.Humantime.Name: "/definitions/prodigy/properties/max_delay/pattern",
	}[f.Name]
	schema, _ := known.lookup(Pointer(location))
	return regexp.MustCompile(schema["pattern"].(string))
}

// FuzzGoDuration compares with the standard library, which reads more, and
// computes with rounded numbers: each fraction can cost it a nanosecond.
func FuzzGoDuration(f *testing.F) {
	for _, s := range []string{"1.5s", "1m30s", "-1s", "2562047h47m16.854775807s", "1.0000000001s", "0.5µs", "1.00000000200000000000s"} {
		f.Add(s)
	}
	pattern := schemaPattern(f, decode.GoDuration)
	f.Fuzz(func(t *testing.T, s string) {
		got, problem := decode.GoDuration.Parse(s)
		if problem != nil {
			return
		}
		want, err := time.ParseDuration(s)
		lost := got - want
		if err != nil || lost < 0 || lost > time.Duration(strings.Count(s, ".")) || got < 0 || !pattern.MatchString(s) {
			t.Errorf("%q is %v, time.ParseDuration says %v (%v)", s, got, want, err)
		}
	})
}
