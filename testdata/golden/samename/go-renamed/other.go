// Package other is in a directory of another name.
package other

import "errors"

// ErrStop is final.
var ErrStop = errors.New("other: stop")

// Thing is a thing.
type Thing struct{ Size int }
