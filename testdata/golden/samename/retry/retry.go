// Package retry has the name under which generated code imports its runtime.
package retry

import "errors"

// ErrStop is final.
var ErrStop = errors.New("retry: stop")

// Policy has the name of a type of the runtime.
type Policy struct{ Name string }
