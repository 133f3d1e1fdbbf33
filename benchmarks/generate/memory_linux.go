package main

import (
	"os"
	"syscall"
)

// peakMemory returns the bytes of memory that a process had at most.
func peakMemory(s *os.ProcessState) int64 {
	used, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return used.Maxrss * 1024
}
