package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"
)

// comparison is a task that contenders do, each in its way.
type comparison struct {
	title      string
	contenders []contender // the first one is what the others are compared with
	// prepare returns further contenders, and what ends them, if they need
	// something that has to be running; it may be nil.
	prepare func() (contenders []contender, end func())
}

// contender does a task n times.
type contender struct {
	name string
	run  func(n int) error
}

// result is what a contender needs for one go.
type result struct {
	name        string
	nanoseconds float64 // of CPU time, median
	allocations float64
	bytes       float64
}

// measure lets the contenders take turns and returns a result for each.
func (c *comparison) measure(rounds int, slice time.Duration) ([]result, error) {
	contenders := c.contenders
	if c.prepare != nil {
		more, end := c.prepare()
		defer end()
		contenders = append(contenders, more...)
	}
	goes := make([]int, len(contenders))
	for i, contender := range contenders {
		n, err := calibrate(contender, slice)
		if err != nil {
			return nil, err
		}
		goes[i] = n
	}
	samples, err := takeTurns(contenders, goes, rounds)
	if err != nil {
		return nil, err
	}
	results := make([]result, len(samples))
	for i, s := range samples {
		results[i] = median(s)
	}
	return results, nil
}

// takeTurns measures every contender in every round, in a new order each time.
func takeTurns(contenders []contender, goes []int, rounds int) ([][]result, error) {
	samples := make([][]result, len(contenders))
	for range rounds {
		for _, i := range rand.Perm(len(contenders)) {
			r, err := sample(contenders[i], goes[i])
			if err != nil {
				return nil, err
			}
			samples[i] = append(samples[i], r)
		}
	}
	return samples, nil
}

// calibrate finds how many goes fill a slice of time.
func calibrate(c contender, slice time.Duration) (int, error) {
	for n := 1; ; n *= 2 {
		start := time.Now()
		if err := c.run(n); err != nil {
			return 0, fmt.Errorf("%s: %w", c.name, err)
		}
		if took := time.Since(start); took >= slice/2 {
			return max(1, int(float64(n)*float64(slice)/float64(took))), nil
		}
	}
}

func sample(c contender, n int) (result, error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpuTime()
	if err := c.run(n); err != nil {
		return result{}, fmt.Errorf("%s: %w", c.name, err)
	}
	took := cpuTime() - start
	runtime.ReadMemStats(&after)
	return result{
		name:        c.name,
		nanoseconds: float64(took) / float64(n),
		allocations: float64(after.Mallocs-before.Mallocs) / float64(n),
		bytes:       float64(after.TotalAlloc-before.TotalAlloc) / float64(n),
	}, nil
}

// median returns the sample in the middle by time.
func median(samples []result) result {
	slices.SortFunc(samples, func(a, b result) int {
		if a.nanoseconds < b.nanoseconds {
			return -1
		}
		return 1
	})
	return samples[len(samples)/2]
}
