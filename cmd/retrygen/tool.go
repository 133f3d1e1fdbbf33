package main

import (
	"errors"
	"io"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// tool is what the commands share.
type tool struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// quiet leaves out findings that are not errors, and verbose names the files
	// that are written.
	quiet, verbose bool
	tags           []string // the build tags under which Go code is read
}

// errFindings ends a command that has already printed what it found.
var errFindings = errors.New("there are findings")

// printable returns an error as text for a terminal. Its later lines are
// indented.
func printable(err error) string {
	return strings.ReplaceAll(finding.EscapeLines(err.Error()), "\n", "\n\t")
}
