package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// usage is what a run has used.
type usage struct {
	cpu    time.Duration // of the process and its children
	memory int64         // bytes, at most, of the process
}

// measure runs a command and returns what it used.
func measure(dir string, env, args []string) (usage, error) {
	c := exec.Command(args[0], args[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), env...)
	var complaints strings.Builder
	c.Stderr = &complaints
	if err := c.Run(); err != nil {
		return usage{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, complaints.String())
	}
	return usage{c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peakMemory(c.ProcessState)}, nil
}

// median returns the run with the median CPU time.
func median(runs []usage) usage {
	sorted := slices.SortedFunc(slices.Values(runs), func(a, b usage) int { return cmp.Compare(a.cpu, b.cpu) })
	return sorted[len(sorted)/2]
}
