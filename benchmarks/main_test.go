package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Every contender does its task: a short run of all tables.
func TestRun(t *testing.T) {
	var report strings.Builder
	if err := run(&report, 1, time.Microsecond, "", false); err != nil {
		t.Fatal(err)
	}
	titles := strings.Count(report.String(), "\n## ")
	if want := len(comparisons()); titles != want {
		t.Errorf("%d tables, want %d:\n%s", titles, want, report.String())
	}
}

// Callers are compared on equal terms: each makes as many attempts as it takes,
// and returns the value.
func TestCallersRetry(t *testing.T) {
	for _, c := range slices.Concat(callers(), patientCallers()) {
		s := &flaky{failures: 3, left: 3}
		for i := range 3 {
			if v, err := c.on(s)(t.Context()); v != 42 || err != nil || s.left != 3 {
				t.Errorf("%s, call %d: got %d, %v", c.name, i+1, v, err)
			}
		}
	}
}

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{0.5: "0.5 ns", 123.4: "123 ns", 4567: "4.57 µs", 1234567: "1.23 ms"} {
		if got := duration(ns); got != want {
			t.Errorf("%v: got %s, want %s", ns, got, want)
		}
	}
}
