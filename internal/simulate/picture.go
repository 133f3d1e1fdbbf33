package simulate

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/retrygen/retrygen/templates"
)

// The size of a picture in points: as wide as a README.
const (
	pictureWidth  = 560
	pictureHeight = 300
)

// The colors of the lines, which differ in lightness as well.
const (
	attemptColor = "#b3501e"
	successColor = "#143d66"
	callColor    = "#9a9a9a"
)

// Picture draws the simulations of one policy over time: the calls, its attempts
// and successes, and the successes without retries or of the version that it is
// compared with.
func Picture(m *Model, simulations []*Simulation) templates.Series {
	own, other := simulations[0], simulations[len(simulations)-1]
	p := templates.Series{
		Title: m.Title(own.Policy), Summary: wrapped(own.Summary, 95), Unit: "per second",
		Width: pictureWidth, Height: pictureHeight, Left: 60, Right: pictureWidth - 12, Bottom: pictureHeight - 46,
	}
	p.Top = 38 + 12*templates.Points(len(p.Summary))
	lines := []struct {
		name, color, dash string
		values            []Number
		step              Number
	}{
		{"calls", callColor, "", own.Series.Calls, own.Series.Step},
		{"attempts", attemptColor, "", own.Series.Attempts, own.Series.Step},
		{"calls that succeed", successColor, "", own.Series.Successes, own.Series.Step},
		{"calls that succeed " + versus(other), successColor, "2 3", other.Series.Successes, other.Series.Step},
	}
	top := 1.0
	for _, l := range lines {
		for _, v := range l.values {
			top = max(top, float64(v/l.step))
		}
	}
	up := func(v float64) templates.Points {
		return p.Bottom - templates.Points(v/(1.05*top))*p.Plot()
	}
	right := func(t float64) templates.Points {
		return p.Left + templates.Points(t/m.Duration.Seconds())*(p.Right-p.Left)
	}
	place := p.Left
	for _, l := range lines {
		p.Lines = append(p.Lines, templates.SeriesLine{
			Name: l.name, Color: l.color, Dash: l.dash, Path: path(l.values, l.step, m, right, up),
			Key: templates.Tick{At: place, Label: l.name},
		})
		place += 42 + 5*templates.Points(len(l.name))
	}
	for v, step := 0.0, axisStep(top, 5); v <= 1.05*top; v += step {
		p.Steps = append(p.Steps, templates.Tick{At: up(v), Label: plainNumber(v)})
	}
	for t, step := 0.0, timeStep(m.Duration.Seconds()); t <= m.Duration.Seconds(); t += step {
		p.Times = append(p.Times, templates.Tick{At: right(t), Label: shortTime(t)})
	}
	if m.HasFault() {
		p.FaultFrom, p.FaultTo = right(m.FaultAt.Seconds()), right(m.faultEnd().Seconds())
	}
	return p
}

// versus names what a policy is compared with.
func versus(s *Simulation) string {
	if s.Variant == Against {
		return "with " + Against
	}
	return "without retries"
}

// path draws the rates of the steps of a series, each in the middle of its step.
func path(values []Number, step Number, m *Model, right, up func(float64) templates.Points) string {
	var b strings.Builder
	for i, v := range values {
		begin := float64(i) * float64(step)
		length := min(float64(step), m.Duration.Seconds()-begin)
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&b, "%s%v %v", command, right(begin+length/2), up(float64(v)/length))
	}
	return b.String()
}

// axisStep returns a step of 1, 2 or 5 times a power of ten that divides a length
// into at most so many.
func axisStep(length float64, most int) float64 {
	power := math.Pow(10, math.Floor(math.Log10(length/float64(most))))
	for _, factor := range []float64{1, 2, 5} {
		if length/(factor*power) <= float64(most) {
			return factor * power
		}
	}
	return 10 * power
}

// timeStep is axisStep for seconds, which are counted by sixty.
func timeStep(length float64) float64 {
	for _, step := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200} {
		if length/step <= 10 {
			return step
		}
	}
	return 6 * 3600
}

// shortTime returns a time without the units that are zero: "2m".
func shortTime(seconds float64) string {
	text := time.Duration(seconds * float64(time.Second)).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// wrapped breaks a sentence into lines of at most so many characters.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
