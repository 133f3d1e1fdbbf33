package generator

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel runs jobs on all processors, and returns their errors.
func inParallel(jobs []func() error) error {
	failures := make([]error, len(jobs))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(jobs)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(jobs); i = int(next.Add(1)) - 1 {
				failures[i] = jobs[i]()
			}
		})
	}
	workers.Wait()
	return errors.Join(failures...)
}
