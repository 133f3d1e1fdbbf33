package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of a chart: as wide as a README.
const (
	chartWidth  = 560 * vg.Length(1)
	chartHeight = 280 * vg.Length(1)
)

// explainSVG draws the waits of one policy.
func explainSVG(out io.Writer, accounts []account) error {
	if len(accounts) != 1 {
		names := make([]string, len(accounts))
		for i, a := range accounts {
			names[i] = a.policy.Name
		}
		return fmt.Errorf("--format svg draws one policy: name one of %s", strings.Join(names, ", "))
	}
	if len(accounts[0].waits) == 0 {
		return errors.New("--format svg draws waits, and there are none")
	}
	canvas := vgsvg.New(chartWidth, chartHeight)
	margin := vg.Points(10)
	newChart(&accounts[0]).Draw(draw.Crop(draw.New(canvas), margin, -margin, margin, -margin))
	var image bytes.Buffer
	if _, err := canvas.WriteTo(&image); err != nil {
		return fmt.Errorf("draw the waits: %w", err)
	}
	return printText(out, withFallbackFonts(image.String()))
}

// withFallbackFonts names fonts of the same widths for readers who do not have
// the one that the chart was measured with.
func withFallbackFonts(image string) string {
	return strings.ReplaceAll(image, "font-family:"+chartFont+";", "font-family:"+chartFont+",Arial,Helvetica,sans-serif;")
}
