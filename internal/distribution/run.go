package distribution

import "time"

// Run is waits that are equally likely and equally far apart.
type Run struct {
	First, Step time.Duration
	Count       int64
	Chance      float64 // of all of them together
}
