package templates

import (
	"bytes"
	"embed"
	"fmt"
	"math"
	"strconv"
	"text/template"
)

//go:embed chart
var charts embed.FS

// Chart is a picture of waits: a bar for each. All places are in points from
// the upper left corner.
type Chart struct {
	Title                    string
	Width, Height            Points
	Left, Right, Top, Bottom Points // the area of the bars
	Bars                     []Bar
	Steps                    []Tick // of the axis of waits
	Retries                  []Tick // of the axis of retries
	IsDrawn                  bool   // some waits are drawn: their bars have two ends
}

// Middle is halfway between left and right.
func (c Chart) Middle() Points { return (c.Left + c.Right) / 2 }

// Centre is halfway between top and bottom.
func (c Chart) Centre() Points { return (c.Top + c.Bottom) / 2 }

// Bar is a wait, from the shortest to the longest, with a mark at the mean.
type Bar struct {
	Text                        string
	X, Top, Width, Height, Mean Points
}

// Tick is a place on an axis.
type Tick struct {
	At    Points
	Label string
}

// Points are a length, shown with one decimal.
type Points float64

func (p Points) String() string {
	return strconv.FormatFloat(math.Round(float64(p)*10)/10, 'f', -1, 64)
}

// SVG returns the picture.
func (c Chart) SVG() ([]byte, error) {
	page, err := template.ParseFS(charts, "chart/waits.svg.tmpl")
	if err != nil {
		return nil, fmt.Errorf("draw a chart: %w", err)
	}
	var image bytes.Buffer
	if err := page.Execute(&image, c); err != nil {
		return nil, fmt.Errorf("draw a chart: %w", err)
	}
	return image.Bytes(), nil
}
