package simulate

import (
	"math"
	"strconv"
)

// Row is a figure of a table, for each simulation.
type Row struct {
	Name  string   `json:"name"`
	Cells []string `json:"cells"`
}

// Rows returns the figures of simulations of one policy as a table: what does not
// apply is left out.
func Rows(seeds int, simulations []*Simulation) []Row {
	var rows []Row
	add := func(name string, cell func(*Simulation) string) {
		row := Row{Name: name}
		empty := true
		for _, s := range simulations {
			text := cell(s)
			row.Cells = append(row.Cells, text)
			empty = empty && text == ""
		}
		if !empty {
			rows = append(rows, row)
		}
	}
	add("attempts per call", func(s *Simulation) string { return cell(s.Amplification.Mean) })
	add("  in the last third", func(s *Simulation) string { return cell(s.Amplification.LastThird) })
	add("  worst second, × load", func(s *Simulation) string { return cell(s.Amplification.WorstSecond) })
	add("peak attempts/s", func(s *Simulation) string { return cell(s.Peak) })
	add("herd, busiest 10ms × mean", func(s *Simulation) string { return cell(s.Herd) })
	add("calls that succeed", func(s *Simulation) string { return Percent(s.SuccessRate) })
	add("attempts served in vain", func(s *Simulation) string { return Percent(s.WastedRate) })
	add("call that succeeds, mean", func(s *Simulation) string { return seconds3(s.Call.Mean) })
	add("  median", func(s *Simulation) string { return seconds3(s.Call.P50) })
	add("  99 of 100", func(s *Simulation) string { return seconds3(s.Call.P99) })
	add("all written after", func(s *Simulation) string { return seconds3(s.Completion) })
	add("seeds that recover", func(s *Simulation) string {
		if s.Recovery.Recovered == nil {
			return ""
		}
		return strconv.Itoa(*s.Recovery.Recovered) + " of " + strconv.Itoa(seeds)
	})
	add("time to recover", func(s *Simulation) string {
		if s.Recovery.Recovered == nil {
			return ""
		}
		if s.Recovery.Seconds == nil {
			return "never"
		}
		return seconds3(s.Recovery.Seconds)
	})
	add("recovers up to, calls/s", func(s *Simulation) string {
		if s.Recovery.Limit == nil {
			return ""
		}
		return Short(&Figure{Mean: *s.Recovery.Limit})
	})
	return rows
}

// VariantName names a variant for people.
func VariantName(variant string) string {
	if variant == NoRetries {
		return "no retries"
	}
	return variant
}

// cell returns a figure with half of its interval, to the digit that this leaves a
// meaning.
func cell(f *Figure) string { return withUnit(f, "") }

func seconds3(f *Figure) string { return withUnit(f, " s") }

func withUnit(f *Figure, unit string) string {
	if f == nil {
		return ""
	}
	half := 0.0
	if f.CI95 != nil {
		half = float64(f.CI95[1]-f.CI95[0]) / 2
	}
	if half == 0 {
		return Short(f) + unit
	}
	places := min(max(-int(math.Floor(math.Log10(half))), 0), 6)
	fixed := func(n float64) string { return strconv.FormatFloat(n, 'f', places, 64) }
	return fixed(float64(f.Mean)) + " ± " + fixed(half) + unit
}
