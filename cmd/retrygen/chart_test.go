package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/templates"
)

// TestWaitSteps demands of the axis for any wait a few steps that end near it,
// and labels that differ.
func TestWaitSteps(t *testing.T) {
	waits := []time.Duration{0, 1, 2, 999, time.Second, 90 * time.Second, 12 * time.Hour, 60 * time.Hour, 61 * time.Hour, math.MaxInt64}
	for wait := time.Duration(1); wait < math.MaxInt64/2; wait += wait/3 + 1 {
		waits = append(waits, wait)
	}
	for _, wait := range waits {
		c := newChart(&account{policy: &policy.Policy{}, waits: []waitRow{{retry: 1, most: wait}}})
		if n := len(c.Steps); n > 6 || wait > 4 && n < 3 {
			t.Errorf("%v has %d steps", wait, n)
		}
		labels := map[string]bool{}
		for _, step := range c.Steps {
			labels[step.Label] = true
			if step.At < c.Top || step.At > c.Bottom {
				t.Errorf("%v: %s is outside of the chart", wait, step.Label)
			}
		}
		if len(labels) != len(c.Steps) {
			t.Errorf("%v has the labels %v", wait, c.Steps)
		}
	}
}

func TestStepLabel(t *testing.T) {
	for wait, want := range map[time.Duration]string{
		0: "0s", 10 * time.Second: "10s", time.Minute: "1m", 90 * time.Second: "1m30s", 10 * time.Minute: "10m",
		time.Hour: "1h", 20 * time.Hour: "20h", 90 * time.Minute: "1h30m", 200 * time.Millisecond: "200ms",
	} {
		if got := stepLabel(wait); got != want {
			t.Errorf("%v is shown as %s, not %s", wait, got, want)
		}
	}
}

// TestChartIsXML draws a title that is markup.
func TestChartIsXML(t *testing.T) {
	image, err := templates.Chart{Title: "<a> & \"b\""}.SVG()
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for decoder := xml.NewDecoder(strings.NewReader(string(image))); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok && string(text) == "<a> & \"b\"" {
			texts++
		}
	}
	if texts != 2 {
		t.Errorf("the title stands %d times in %s", texts, image)
	}
}
