package main

import (
	"testing"
	"testing/quick"
	"time"
	"unicode/utf8"
)

func TestBar(t *testing.T) {
	scale := barScale{width: 10, end: time.Second, ascii: true}
	tests := []struct {
		shortest, mean, most time.Duration
		want                 string
	}{
		{0, 0, 0, "#"},
		{0, 500 * time.Millisecond, time.Second, "-----#----"},
		{time.Second, time.Second, time.Second, "         #"},
		{200 * time.Millisecond, 350 * time.Millisecond, 500 * time.Millisecond, "  -#--"},
	}
	for _, tt := range tests {
		if got := scale.bar(waitRow{shortest: tt.shortest, mean: tt.mean, most: tt.most}); got != tt.want {
			t.Errorf("bar(%v, %v, %v) = %q, want %q", tt.shortest, tt.mean, tt.most, got, tt.want)
		}
	}
	if got := (barScale{}).bar(waitRow{most: time.Hour}); got != "" {
		t.Errorf("bar without room = %q", got)
	}
}

// TestBarFits draws any three waits within the scale.
func TestBarFits(t *testing.T) {
	fits := func(a, b, c uint32, width uint8, ascii bool) bool {
		low, high := min(a, b, c), max(a, b, c)
		middle := uint32(uint64(a) + uint64(b) + uint64(c) - uint64(low) - uint64(high))
		scale := barScale{width: int(width), end: time.Duration(high), ascii: ascii}
		bar := scale.bar(waitRow{shortest: time.Duration(low), mean: time.Duration(middle), most: time.Duration(high)})
		return utf8.RuneCountInString(bar) <= int(width)
	}
	if err := quick.Check(fits, nil); err != nil {
		t.Error(err)
	}
}

func TestPercent(t *testing.T) {
	for p, want := range map[float64]string{
		0: "0%", 1e-9: "under 0.1%", 0.001: "0.1%", 0.5: "50%", 0.9996: "over 99.9%", 0.99: "99%", 1: "100%", 1. / 3: "33.3%",
	} {
		if got := percent(p); got != want {
			t.Errorf("percent(%v) = %s, want %s", p, got, want)
		}
	}
}

func TestScreenFollowsTheLocale(t *testing.T) {
	tests := []struct {
		all, ctype, lang string
		ascii            bool
	}{
		{"", "", "de_CH.UTF-8", false},
		{"", "C", "de_CH.UTF-8", true},
		{"C.utf8", "C", "", false},
		{"POSIX", "en_US.UTF-8", "en_US.UTF-8", true},
	}
	for _, tt := range tests {
		t.Setenv("LC_ALL", tt.all)
		t.Setenv("LC_CTYPE", tt.ctype)
		t.Setenv("LANG", tt.lang)
		if got := screenOf(nil, false); got.ascii != tt.ascii || got.width != defaultWidth {
			t.Errorf("screen of %+v = %+v", tt, got)
		}
	}
	if !screenOf(nil, true).ascii {
		t.Error("--ascii has no effect in a locale of UTF-8")
	}
}
