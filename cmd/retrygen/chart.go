package main

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"time"

	"github.com/retrygen/retrygen/policy"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// chartFont is among the fonts that the plotting library can measure.
const chartFont = "Liberation Sans"

// The colours of a chart: a light bar, and a mean that stands out on it without
// relying on its hue.
var (
	barColor  = color.RGBA{R: 0x9e, G: 0xc5, B: 0xe8, A: 0xff}
	meanColor = color.RGBA{R: 0x14, G: 0x3d, B: 0x66, A: 0xff}
	gridColor = color.RGBA{R: 0xe4, G: 0xe4, B: 0xe4, A: 0xff}
)

// chart draws the waits of a policy, each as a bar from its shortest to its
// longest length with a line at the mean.
type chart struct{ rows []waitRow }

func newChart(a *account) *plot.Plot {
	p := plot.New()
	p.Title.Text = chartTitle(a)
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text, p.Y.Label.Text = "retry", "wait before it"
	c := chart{a.waits}
	p.Add(c)
	c.explainIn(&p.Legend)
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding, p.Legend.XOffs = vg.Points(3), vg.Points(8)
	p.X.Min, p.X.Max = 0.4, float64(len(c.rows))+0.6
	p.Y.Min, p.Y.Max = 0, max(longestOf(c.rows).Seconds(), 1e-9)*1.15 // room for the legend
	p.X.Tick.Marker, p.Y.Tick.Marker = retryTicks(len(c.rows)), waitTicks{}
	setFonts(p)
	return p
}

func chartTitle(a *account) string {
	limit := "unlimited attempts"
	if n := a.policy.MaxAttempts; n > 0 {
		limit = fmt.Sprintf("at most %d attempts", n)
	}
	return fmt.Sprintf("%s (%s): %s", a.policy.Name, a.policy.Dialect, limit)
}

func setFonts(p *plot.Plot) {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = font.From(sans, 11)
		axis.Tick.Label.Font = font.From(sans, 10)
		axis.Padding = 0
	}
	p.Title.TextStyle.Font = font.From(sans, 13)
	p.Legend.TextStyle.Font = font.From(sans, 10)
}

// Plot draws the chart; it makes it a [plot.Plotter].
func (c chart) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if !tick.IsMinor() {
			canvas.StrokeLine2(draw.LineStyle{Color: gridColor, Width: vg.Points(0.5)}, canvas.Min.X, y(tick.Value), canvas.Max.X, y(tick.Value))
		}
	}
	for _, row := range c.rows {
		at := float64(row.retry)
		bar := vg.Rectangle{
			Min: vg.Point{X: x(at - 0.35), Y: y(row.shortest.Seconds())},
			Max: vg.Point{X: x(at + 0.35), Y: y(row.most.Seconds())},
		}
		drawWait(canvas, bar, y(row.mean.Seconds()))
	}
}

func drawWait(canvas draw.Canvas, bar vg.Rectangle, mean vg.Length) {
	canvas.FillPolygon(barColor, []vg.Point{bar.Min, {X: bar.Max.X, Y: bar.Min.Y}, bar.Max, {X: bar.Min.X, Y: bar.Max.Y}})
	canvas.StrokeLine2(draw.LineStyle{Color: meanColor, Width: vg.Points(2)}, bar.Min.X, mean, bar.Max.X, mean)
}

// explainIn adds what the marks of the chart are.
func (c chart) explainIn(legend *plot.Legend) {
	if !slices.ContainsFunc(c.rows, func(r waitRow) bool { return r.shortest < r.most }) {
		legend.Add("always as long", meanKey{})
		return
	}
	legend.Add("shortest to longest", barKey{})
	legend.Add("mean", meanKey{})
}

// barKey and meanKey are the samples in the legend.
type (
	barKey  struct{}
	meanKey struct{}
)

// Thumbnail draws a bar; it makes barKey a [plot.Thumbnailer].
func (barKey) Thumbnail(canvas *draw.Canvas) {
	r := canvas.Rectangle
	canvas.FillPolygon(barColor, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}})
}

// Thumbnail draws a line; it makes meanKey a [plot.Thumbnailer].
func (meanKey) Thumbnail(canvas *draw.Canvas) {
	y := (canvas.Min.Y + canvas.Max.Y) / 2
	canvas.StrokeLine2(draw.LineStyle{Color: meanColor, Width: vg.Points(2)}, canvas.Min.X, y, canvas.Max.X, y)
}

// retryTicks numbers so many retries, at most about 20 of them.
type retryTicks int

// Ticks makes retryTicks a [plot.Ticker].
func (n retryTicks) Ticks(_, _ float64) []plot.Tick {
	var ticks []plot.Tick
	step := int(n)/20 + 1
	for retry := 1; retry <= int(n); retry += step {
		ticks = append(ticks, plot.Tick{Value: float64(retry), Label: strconv.Itoa(retry)})
	}
	return ticks
}

// waitTicks labels seconds as durations.
type waitTicks struct{}

// Ticks makes waitTicks a [plot.Ticker].
func (waitTicks) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range ticks {
		if !ticks[i].IsMinor() {
			ticks[i].Label = secondsLabel(ticks[i].Value)
		}
	}
	return ticks
}

// secondsLabel returns a duration in words; one that is too long for a
// duration, which is past 292 years, in seconds.
func secondsLabel(s float64) string {
	if s >= float64(1<<63)/float64(time.Second) {
		return strconv.FormatFloat(s, 'g', 3, 64) + "s"
	}
	return policy.Rounded(time.Duration(s*float64(time.Second) + 0.5)).String()
}
