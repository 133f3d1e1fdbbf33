// Package code has the name of a variable of generated code.
package code

import "errors"

// ErrStop is final.
var ErrStop = errors.New("code: stop")
