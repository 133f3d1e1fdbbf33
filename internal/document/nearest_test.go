package document

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	fields := []string{"backoff_factor", "exponent", "max_delay", "max_retries", "strategy"}
	for _, test := range []struct {
		name       string
		candidates []string
		want       string
	}{
		{"max_retry", fields, "max_retries"},
		{"maxRetries", fields, "max_retries"},
		{"MAX-DELAY", fields, "max_delay"},
		{"max_dealy", fields, "max_delay"},
		{"strat", fields, "strategy"},
		{"bogus", fields, ""},
		{"", fields, ""},
		{"Chagre", []string{"Close", "Charge", "Change"}, "Charge"},
		{"ab", []string{"cb", "db"}, "cb"}, // the first of equals
		{"a", []string{"b", "c"}, ""},
		{"x", nil, ""},
		{"policy", []string{"policies"}, "policies"},
		{strings.Repeat("a", 65), []string{strings.Repeat("a", 65)}, ""},
	} {
		got, ok := Nearest(test.name, test.candidates)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("Nearest(%q) is %q, %v, want %q", test.name, got, ok, test.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"abc", "acb", 1}, {"abc", "abd", 1}, {"abc", "bc", 1}, {"kitten", "sitting", 3},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) is %d, want %d", test.a, test.b, got, test.want)
		}
		if got := distance(test.b, test.a); got != test.want {
			t.Errorf("distance(%q, %q) is %d, want %d", test.b, test.a, got, test.want)
		}
	}
}
