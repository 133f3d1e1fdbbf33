// Package names is imported with a dot.
package names

import "errors"

// Span is a stretch of time.
type Span int

// ErrStop is final.
var ErrStop = errors.New("names: stop")
