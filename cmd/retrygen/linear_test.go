//go:build unix && !race

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// lists are the lists and mappings that a spec can have: each returns a spec with
// n entries. Most entries are sound; the last ones are not.
var lists = map[string]func(n int) string{
	"policies":        func(n int) string { return inPolicies(n, "p%d: {exosphere: {max_retries: 2}}") },
	"stop_types":      func(n int) string { return inErrors("stop", n, "{type: T%d}") },
	"stop_patterns":   func(n int) string { return inErrors("stop", n/4, "{pattern: 'x%dy'}") },
	"stop_prefixes":   func(n int) string { return inErrors("stop", 1, "{prefix: ["+repeat(n, "P%d", ", ")+"]}") },
	"stop_codes":      func(n int) string { return inErrors("stop", 1, "{code: ["+repeat(n, "%d", ", ")+"]}") },
	"stop_labels":     func(n int) string { return inErrors("stop", 1, "{label: ["+repeat(n, "L%d", ", ")+"]}") },
	"stop_sqlstates":  func(n int) string { return inErrors("stop", 1, "{sqlstate: ["+repeat(n, "'%05d'", ", ")+"]}") },
	"stop_names":      func(n int) string { return inErrors("stop", n, "Err%d") },
	"retry_statuses":  func(n int) string { return inErrors("retry", n, "{status: 503}") },
	"retry_codes":     func(n int) string { return inErrors("retry", n, "{grpc: [UNAVAILABLE]}") },
	"one_status_list": func(n int) string { return inErrors("retry", 1, "{status: ["+repeat(n, "503", ", ")+"]}") },
	"stop_and_retry": func(n int) string {
		return inErrors("stop", n, "{type: T%d}") + "      retry: [" + repeat(n, "{type: T%d}", ", ") + "]\n"
	},
	"prodigy_delays": func(n int) string {
		return inPolicies(1, "p%d: {prodigy: {attempts: 9, backoff: {custom: {delays: ["+repeat(n, "1s", ", ")+"]}}}}")
	},
	"prodigy_retry_on": func(n int) string {
		return inPolicies(1, "p%d: {prodigy: {retry_on: ["+repeat(n/4, "{pattern: 'x%dy'}", ", ")+"]}}")
	},
	"temporal_types": func(n int) string {
		return inPolicies(1, "p%d: {temporal: {non_retryable_error_types: ["+repeat(n, "T%d", ", ")+"]}}")
	},
	"httpx_statuses": func(n int) string {
		return inPolicies(1, "p%d: {httpx: {status_forcelist: ["+repeat(n, "503", ", ")+"]}}")
	},
	"layers": func(n int) string {
		return inPolicies(1, "p%d: {exosphere: {}}") + "layers: [" + repeat(n, "{name: l%d, attempts: 1}", ", ") + "]\n"
	},
	"directives": func(n int) string {
		return inPolicies(n, "p%d: {exosphere: {max_retries: 2}} # retrygen:ignore RG210 because")
	},
	"routes": func(n int) string {
		return inPolicies(1, "p%d: {httpx: {}}") + "clients: {T: {http: {policy: p0, routes: [" + repeat(n, "{path: '/a%d/{id}', policy: p0}", ", ") + "]}}}\n"
	},
	"route_methods": func(n int) string {
		return inPolicies(1, "p%d: {httpx: {}}") + "clients: {T: {http: {policy: p0, routes: [{methods: [" + repeat(n, "M%d", ", ") + "], policy: p0}]}}}\n"
	},
	"engine_policies": func(n int) string {
		return inPolicies(min(n, 900), "p%d: {exosphere: {}}") + "engines: {river: {policies: [" + repeat(n, "p%d", ", ") + "]}}\n"
	},
	"unknown_keys":  func(n int) string { return "version: 1\npolicies: {}\n" + repeat(n, "k%d: 1", "\n") + "\n" },
	"repeated_keys": func(n int) string { return "version: 1\n" + strings.Repeat("version: 1\n", n) },
	"wrong_items":   func(n int) string { return inErrors("stop", n, "{status: 9%d}") },
	"deep": func(n int) string {
		return "version: 1\npolicies: " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n"
	},
}

// repeat returns n entries, numbered where the entry has a place for a number.
func repeat(n int, entry, between string) string {
	entries := make([]string, n)
	for i := range entries {
		entries[i] = entry
		if strings.Contains(entry, "%") {
			entries[i] = fmt.Sprintf(entry, i)
		}
	}
	return strings.Join(entries, between)
}

func inPolicies(n int, policy string) string {
	return "version: 1\npolicies:\n  " + repeat(n, policy, "\n  ") + "\n"
}

func inErrors(list string, n int, matcher string) string {
	return "version: 1\npolicies:\n  p0:\n    exosphere: {max_retries: 2}\n    errors:\n      " + list + ": [" + repeat(n, matcher, ", ") + "]\n"
}

// TestWorkIsLinear runs commands on lists of n entries and of 4 × n: four times
// as many take about four times as long, and not sixteen times. Time is CPU time
// of the process, the least of some runs; short ones are not compared.
func TestWorkIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const n, runs = 1000, 2
	commands := [][]string{{"vet", "small.retry.yaml"}, {"generate", "-"}, {"explain", "small.retry.yaml"}, {"diff", "other.retry.yaml", "small.retry.yaml"}}
	for name, spec := range lists {
		for _, args := range commands {
			if leastTime(t, args, spec(4*n), 1) < 120*time.Millisecond {
				continue
			}
			if small, large := leastTime(t, args, spec(n), runs), leastTime(t, args, spec(4*n), runs); large > 9*small {
				t.Errorf("%s, %s: %v for %d entries, %v for %d", name, args[0], small, n, large, 4*n)
			}
		}
	}
}

// leastTime returns the least CPU time that a command takes on a spec.
func leastTime(t *testing.T, args []string, spec string, runs int) time.Duration {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"small.retry.yaml": spec, "other.retry.yaml": strings.Replace(spec, "max_retries: 2", "max_retries: 3", 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	least := time.Hour
	for range runs {
		before := cpuTime(t)
		if code := run(args, strings.NewReader(spec), io.Discard, io.Discard); code == exitInternal {
			t.Fatalf("%q ends with an internal error", args)
		}
		least = min(least, cpuTime(t)-before)
	}
	return least
}

// cpuTime returns the CPU time of this process, user and system.
func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
