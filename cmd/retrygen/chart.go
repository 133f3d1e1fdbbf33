package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/templates"
)

// The size of a chart in points: as wide as a README.
const (
	chartWidth  = 560
	chartHeight = 280
)

// newChart draws the waits of a policy.
func newChart(a *account) templates.Chart {
	longest := longestOf(a.waits)
	c := templates.Chart{
		Title: chartTitle(a), Width: chartWidth, Height: chartHeight,
		Right: chartWidth - 10, Top: 34, Bottom: chartHeight - 42,
		IsDrawn: slices.ContainsFunc(a.waits, func(r waitRow) bool { return r.shortest < r.most }),
	}
	scale := float64(c.Bottom-c.Top) / (max(float64(longest), 1) * 1.15) // room for the legend
	up := func(wait time.Duration) templates.Points { return c.Bottom - templates.Points(float64(wait)*scale) }
	widest := 0
	for wait, step := time.Duration(0), waitStep(longest); ; wait += step {
		label := stepLabel(wait)
		widest = max(widest, len(label))
		c.Steps = append(c.Steps, templates.Tick{At: up(wait), Label: label})
		if wait > longest-step { // the next one could overflow
			break
		}
	}
	c.Left = 36 + 6*templates.Points(widest)
	c.Bars, c.Retries = chartBars(a.waits, c.Left, c.Right, up)
	return c
}

func chartTitle(a *account) string {
	limit := "unlimited attempts"
	if n := a.policy.MaxAttempts; n > 0 {
		limit = fmt.Sprintf("at most %d attempts", n)
	}
	return fmt.Sprintf("%s (%s): %s", a.policy.Name, a.policy.Dialect, limit)
}

// chartBars returns the bars of waits between two places, and the numbers below
// them, at most about 20.
func chartBars(rows []waitRow, left, right templates.Points, up func(time.Duration) templates.Points) (bars []templates.Bar, ticks []templates.Tick) {
	width := (right - left) / templates.Points(len(rows))
	for i, row := range rows {
		x := left + templates.Points(i)*width
		top := up(row.most)
		bars = append(bars, templates.Bar{
			Text: barText(row),
			X:    x + 0.15*width, Width: 0.7 * width,
			Top: top, Height: up(row.shortest) - top, Mean: up(row.mean),
		})
		if i%(len(rows)/20+1) == 0 {
			ticks = append(ticks, templates.Tick{At: x + width/2, Label: strconv.Itoa(row.retry)})
		}
	}
	return bars, ticks
}

func barText(row waitRow) string {
	return fmt.Sprintf("retry %d: %s to %s, on average %s", row.retry,
		policy.Rounded(row.shortest), policy.Rounded(row.most), policy.Rounded(row.mean))
}

// waitSteps are the steps of the axis that are even in seconds, minutes and
// hours.
var waitSteps = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
}

// waitStep returns a step of the axis that divides a wait into at most five.
func waitStep(longest time.Duration) time.Duration {
	least := max((longest-1)/5+1, 1) // rounded up
	switch last := waitSteps[len(waitSteps)-1]; {
	case least <= time.Second:
		return roundStep(least, time.Nanosecond)
	case least > last:
		return roundStep(least, 24*time.Hour)
	}
	return waitSteps[slices.IndexFunc(waitSteps, func(step time.Duration) bool { return step >= least })]
}

// stepLabel returns a wait without the units that are zero: "5m".
func stepLabel(wait time.Duration) string {
	label := policy.Rounded(wait).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(label, zero) {
			label = label[:len(label)-len("0s")]
		}
	}
	return label
}

// roundStep returns the shortest of 1, 2 and 5 times a power of ten of units
// that is not below least.
func roundStep(least, unit time.Duration) time.Duration {
	power := math.Pow10(int(math.Floor(math.Log10(float64(least) / float64(unit)))))
	for _, factor := range []float64{1, 2, 5} {
		if step := time.Duration(factor*power) * unit; step >= least {
			return step
		}
	}
	return time.Duration(10*power) * unit
}
