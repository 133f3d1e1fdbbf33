package wait

import "time"

type Backoff struct {
	Duration       time.Duration
	Factor, Jitter float64
	Steps          int
	Cap            time.Duration
}

func ExponentialBackoff(b Backoff, f func() (bool, error)) error { return nil }
