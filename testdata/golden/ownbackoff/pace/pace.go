// Package pace has a backoff.
package pace

import "time"

// Step waits a second longer each time.
func Step(previous time.Duration, _ uint64) time.Duration { return previous + time.Second }
