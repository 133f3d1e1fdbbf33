package main

import (
	"fmt"
	"io"
	"math"
)

// printTimes prints the results of a comparison, in the order of its
// contenders.
func printTimes(w io.Writer, title string, results []result) {
	fmt.Fprintf(w, "\n## %s\n\n| | CPU time | ratio | allocations | bytes |\n|---|--:|--:|--:|--:|\n", title)
	for _, r := range results {
		fmt.Fprintf(w, "| %s | %s | %.3g | %.0f | %.0f |\n",
			r.name, duration(r.nanoseconds), r.nanoseconds/results[0].nanoseconds, math.Round(r.allocations), r.bytes)
	}
}

// duration prints nanoseconds with three digits.
func duration(ns float64) string {
	switch {
	case ns >= 1e6:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	case ns >= 1e3:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	}
	return fmt.Sprintf("%.3g ns", ns)
}
