package templates

import (
	"bytes"
	"fmt"
	"text/template"
)

// Series is a picture of what happens over time: lines over a common axis. All
// places are in points from the upper left corner.
type Series struct {
	Title                    string
	Summary                  []string // lines below the title
	Width, Height            Points
	Left, Right, Top, Bottom Points // the area of the lines
	Lines                    []SeriesLine
	Steps                    []Tick // of the upright axis
	Times                    []Tick // of the axis of time
	// FaultFrom and FaultTo are where a fault begins and ends; none if they are
	// equal.
	FaultFrom, FaultTo Points
	Unit               string // of the upright axis
}

// SeriesLine is one line of a picture.
type SeriesLine struct {
	Name, Color, Dash string
	Path              string // of SVG
	Key               Tick   // its place in the legend
}

// Middle is halfway between left and right.
func (s Series) Middle() Points { return (s.Left + s.Right) / 2 }

// Centre is halfway between top and bottom.
func (s Series) Centre() Points { return (s.Top + s.Bottom) / 2 }

// FaultWidth is how wide a fault is.
func (s Series) FaultWidth() Points { return s.FaultTo - s.FaultFrom }

// Plot is how high the area of the lines is.
func (s Series) Plot() Points { return s.Bottom - s.Top }

// KeyLine is the height of the legend.
func (s Series) KeyLine() Points { return s.Height - 10 }

// SVG returns the picture.
func (s Series) SVG() ([]byte, error) {
	page, err := template.ParseFS(charts, "chart/series.svg.tmpl")
	if err != nil {
		return nil, fmt.Errorf("draw a chart: %w", err)
	}
	var image bytes.Buffer
	if err := page.Execute(&image, s); err != nil {
		return nil, fmt.Errorf("draw a chart: %w", err)
	}
	return image.Bytes(), nil
}
