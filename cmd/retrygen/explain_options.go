package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// explainOptions are the flags of explain.
type explainOptions struct {
	format  string
	retries int // −1: as many as there are, at most defaultRows
	ascii   bool

	deadline, outage, attempt  time.Duration
	failureRate                float64
	deadlineGiven, outageGiven bool
}

// check returns what is wrong with the flags.
func (o *explainOptions) check() error {
	switch {
	case !slices.Contains(explainFormats, o.format):
		return fmt.Errorf("--format %q is none of %s", o.format, strings.Join(explainFormats, ", "))
	case o.retries < -1 || o.retries > maxRows:
		return fmt.Errorf("--retries %d is not between 0 and %d", o.retries, maxRows)
	case !(o.failureRate >= 0 && o.failureRate <= 1):
		return fmt.Errorf("--failure-rate %v is not between 0 and 1", o.failureRate)
	case o.deadline < 0 || o.outage < 0 || o.attempt < 0:
		return fmt.Errorf("--deadline, --outage and --attempt cannot be negative")
	case o.attempt > 0 && !o.deadlineGiven && !o.outageGiven:
		return fmt.Errorf("--attempt needs --deadline or --outage")
	default:
		return nil
	}
}

// explainFormats are the ways to print an explanation.
var explainFormats = []string{"text", "json", "markdown", "svg"}

// The numbers of rows: by default, and the most that can be asked for.
const (
	defaultRows = 10
	maxRows     = 1_000
)
